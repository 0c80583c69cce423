package modelsel_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"

	"github.com/handfast-go/handfast/modelsel"
)

// A coordinator reads the pins of an account, admits each by its level, and
// keeps a ledger of who paid.
func Example() {
	ctx := context.Background()
	tiers, err := modelsel.ReadTiers(modelsel.FromMap(map[string]string{
		"ATOMA_MODEL_L1": "sub:openai:gpt-5",
		"ATOMA_MODEL_L2": "api:zai:glm-4.5-air",
		"ATOMA_MODEL_L3": "api:ollama:qwen3:4b",
	}))
	if err != nil {
		panic(err)
	}
	granted := modelsel.AuthorityFunc(func(context.Context, modelsel.Selector) (bool, error) { return true, nil })
	var rows [3]modelsel.Row
	for tier, selector := range tiers.All() {
		verdict, err := modelsel.Admit(ctx, selector, modelsel.LevelAccount, granted)
		if err != nil {
			panic(err)
		}
		fmt.Println(tier, selector, verdict.Admitted)
		if rows[tier-modelsel.L1], err = modelsel.NewRow(selector, modelsel.LevelAccount, true); err != nil {
			panic(err)
		}
	}
	detail := modelsel.Ledger{L1: rows[0], L2: rows[1], L3: rows[2]}.Detail()
	fmt.Println(detail.HostSummary())
	fmt.Println(detail.RequesterSummary())
	// Output:
	// l1 sub:openai:gpt-5 true
	// l2 api:zai:glm-4.5-air true
	// l3 api:ollama:qwen3:4b true
	// Tier l1 ran on the host's subscription, through codex-cli.
	// No tier ran on the requester's own subscription.
}

// The model keeps its colons; mode and vendor are read in any case.
func ExampleParse() {
	s, err := modelsel.Parse(" API:Ollama:qwen3:4b\n")
	fmt.Println(s, err)
	fmt.Printf("%s | %s | %s | %s\n", s.Mode(), s.Vendor(), s.Model(), modelsel.Transport(s))
	// Output:
	// api:ollama:qwen3:4b <nil>
	// api | ollama | qwen3:4b | ollama
}

// A refusal names the source and shows the text only once mode and vendor were
// recognised: what stands there instead may be a key.
func ExampleParseError() {
	for _, text := range []string{"openai:gpt-4o", "sub:zai:glm-5", "sk-pasted-by-mistake"} {
		_, err := modelsel.Parse(text, modelsel.From("the account's pin"))
		fmt.Println(err)
		if refused, ok := errors.AsType[*modelsel.ParseError](err); ok {
			fmt.Printf("  %s, hint %q\n", refused.Reason, refused.Hint())
		}
	}
	// Output:
	// modelsel: the account's pin: mode, vendor and model are not there, did you mean "api:openai:<model>"?; a selector is <mode>:<vendor>:<model> with the mode api, sub or own and the vendor anthropic, openai, zai or ollama
	//   grammar, hint "api:openai:gpt-4o"
	// modelsel: the account's pin: "sub:zai:glm-5": zai is not offered as sub, did you mean "api:zai:glm-5"?; a selector is <mode>:<vendor>:<model> with the mode api, sub or own and the vendor anthropic, openai, zai or ollama
	//   subscription, hint "api:zai:glm-5"
	// modelsel: the account's pin: mode, vendor and model are not there; a selector is <mode>:<vendor>:<model> with the mode api, sub or own and the vendor anthropic, openai, zai or ollama
	//   grammar, hint ""
}

// A host that reaches models by gateways lists its own words. Whatever it does
// not list is refused, the vendors of the default grammar too.
func ExampleNewGrammar() {
	g, err := modelsel.NewGrammar(modelsel.Vocabulary{
		Modes: []modelsel.ModeSpec{{Mode: "api", Access: modelsel.AccessKey}},
		Vendors: []modelsel.VendorSpec{
			{Vendor: "bedrock", Transports: map[modelsel.Mode]modelsel.Provider{"api": "aws"}},
			{Vendor: "openrouter", Transports: map[modelsel.Mode]modelsel.Provider{"api": "openrouter-http"}},
		},
	})
	if err != nil {
		panic(err)
	}
	for _, text := range []string{
		"api:bedrock:arn:aws:bedrock:us-east-2:111122223333:application-inference-profile/xyz[1m]",
		"api:openrouter:deepseek/deepseek-r1:free",
		"api:openai:gpt-4o",
	} {
		s, err := g.Parse(text)
		fmt.Printf("%q %q %q\n", s.Model(), g.Transport(s), modelsel.ReasonOf(err))
	}
	// Output:
	// "arn:aws:bedrock:us-east-2:111122223333:application-inference-profile/xyz[1m]" "aws" ""
	// "deepseek/deepseek-r1:free" "openrouter-http" ""
	// "" "" "vendor"
}

// All missing pins are named at once. Nothing stands in for them.
func ExampleReadTiers() {
	_, err := modelsel.ReadTiers(modelsel.FromMap(map[string]string{"BOT_MODEL_L2": "api:zai:glm-5"}), modelsel.Prefix("BOT_MODEL"))
	fmt.Println(err)
	// Output:
	// modelsel: not set, and there is no default: BOT_MODEL_L1, BOT_MODEL_L3
}

func ExampleTransports() {
	tiers, err := modelsel.ReadTiers(modelsel.FromMap(map[string]string{
		"ATOMA_MODEL_L1": "sub:anthropic:opus",
		"ATOMA_MODEL_L2": "api:zai:glm-5",
		"ATOMA_MODEL_L3": "sub:anthropic:haiku",
	}))
	fmt.Println(modelsel.Transports(tiers), err)
	// Output:
	// [claude-cli zai-api] <nil>
}

// The mode decides who pays, and whether the organisation brought a key.
func ExamplePayerOf() {
	for _, text := range []string{"api:openai:m", "api:ollama:m", "sub:openai:m", "own:openai:m"} {
		s, err := modelsel.Parse(text)
		if err != nil {
			panic(err)
		}
		fmt.Println(text, modelsel.PayerOf(s, false), modelsel.PayerOf(s, true))
	}
	// Output:
	// api:openai:m host-key org-key
	// api:ollama:m host-selfhosted host-selfhosted
	// sub:openai:m host-subscription host-subscription
	// own:openai:m principal-subscription principal-subscription
}

// A subscription is honoured from the account's own pin, after the authority
// was asked again.
func ExampleAdmit() {
	ctx := context.Background()
	s, err := modelsel.Parse("sub:anthropic:opus")
	if err != nil {
		panic(err)
	}
	granted := modelsel.AuthorityFunc(func(context.Context, modelsel.Selector) (bool, error) { return true, nil })
	for _, level := range []modelsel.Level{modelsel.LevelAccount, modelsel.LevelOrg, modelsel.LevelHost} {
		verdict, err := modelsel.Admit(ctx, s, level, granted)
		fmt.Printf("%s: %v %q %v\n", level, verdict.Admitted, verdict.Reason, err)
	}
	// Output:
	// account: true "" <nil>
	// org: false "subscription_level" <nil>
	// host: false "subscription_level" <nil>
}

func ExampleMixesOwners() {
	host, err := modelsel.Parse("sub:openai:gpt-5")
	if err != nil {
		panic(err)
	}
	principal, err := modelsel.Parse("own:openai:gpt-5")
	if err != nil {
		panic(err)
	}
	fmt.Println(modelsel.MixesOwners(host, host), modelsel.MixesOwners(host, principal))
	// Output:
	// false true
}

// A ledger that was filled in by hand is checked against its selectors.
func ExampleCheckLedger() {
	s, err := modelsel.Parse("own:openai:gpt-5")
	if err != nil {
		panic(err)
	}
	row, err := modelsel.NewRow(s, modelsel.LevelAccount, false)
	if err != nil {
		panic(err)
	}
	wrong := row
	wrong.Payer = modelsel.HostSubscription
	fmt.Println(modelsel.CheckLedger(modelsel.Ledger{L1: row, L2: wrong, L3: row}))
	// Output:
	// modelsel: the ledger is not sound: l2.payer: "host-subscription" is not principal-subscription
}

// The detail is what a journal stores. It names kinds of accounts, never one.
func ExampleLedger_Detail() {
	s, err := modelsel.Parse("own:openai:gpt-5")
	if err != nil {
		panic(err)
	}
	row, err := modelsel.NewRow(s, modelsel.LevelAccount, false)
	if err != nil {
		panic(err)
	}
	detail := modelsel.Ledger{L1: row, L2: row, L3: row}.Detail()
	text, err := json.Marshal(detail.Requester)
	fmt.Println(string(text), err)
	fmt.Println(detail.RequesterSummary())
	// Output:
	// {"tiers":["l1","l2","l3"],"transports":["codex-cli"]} <nil>
	// Tiers l1, l2 and l3 ran on the requester's own subscription, through codex-cli.
}

// A host with its own grammar reads flags and JSON by a Value.
func ExampleValue() {
	g, err := modelsel.NewGrammar(modelsel.Vocabulary{
		Modes:   []modelsel.ModeSpec{{Mode: "api", Access: modelsel.AccessKey}},
		Vendors: []modelsel.VendorSpec{{Vendor: "vertex", Transports: map[modelsel.Mode]modelsel.Provider{"api": "gcp"}}},
	})
	if err != nil {
		panic(err)
	}
	model := modelsel.Value{Grammar: g}
	flags := flag.NewFlagSet("bot", flag.ContinueOnError)
	flags.Var(&model, "model", "the model, as <mode>:<vendor>:<model>")
	err = flags.Parse([]string{"-model", "api:vertex:publishers/google/models/gemini-2.5-pro@001"})
	fmt.Println(model.Selector.Model(), err)
	// Output:
	// publishers/google/models/gemini-2.5-pro@001 <nil>
}
