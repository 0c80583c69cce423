package reference_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/modelsel"
	"github.com/handfast-go/handfast/probe"
	"github.com/handfast-go/handfast/trace"
)

// give makes the library give a name, and returns all that came with it.
type give func(*testing.T) []string

// cases give the names that no vector gives, by table and name.
var cases = map[string]map[string]give{
	"contract.Code": closeCases,
	"evidence.Reason": {
		"evidence_not_harness": content(`{"evidence_ids":[41]}`, nil),
		"record_incomplete":    content(`{"command":"go test"}`, &evidence.Record{Incomplete: true}),
		"output_redacted": content(`[{"command":"go test","excerpt":"ok"}]`, &evidence.Record{Runs: []evidence.Run{
			{Kind: evidence.Shell, Command: "go test", Exit: new(0), Output: "[REDACTED]", Kept: true},
		}}),
		"unread_value": content(`7`, nil),
	},
	"evidence.Rule": {
		"task_id":          payload(`{"brief_id":7,"ac_id":"AC-1","type":"text","text":"x","task_id":1}`),
		"created_by_agent": payload(`{"brief_id":7,"ac_id":"AC-1","type":"text","text":"x","created_by_agent":1}`),
		"size_bytes":       payload(`{"brief_id":7,"ac_id":"AC-1","type":"text","text":"x","size_bytes":-1}`),
	},
	"probe.Rule": {
		"interaction-upload-fields": interaction(`{"type":"upload","selector":"#f"}`),
		"interaction-select-fields": interaction(`{"type":"select","selector":"#f"}`),
	},
	"trace.Code": {
		"model_content": func(*testing.T) []string {
			_, err := trace.Read(strings.NewReader(`{"result":"x"}`), trace.Spec{Values: []string{"result"}})
			return traceCode(err)
		},
		"unreadable": func(*testing.T) []string {
			_, err := trace.Read(iotest.ErrReader(errors.New("the disk is gone")), trace.CoordinatorSpec())
			return traceCode(err)
		},
	},
	"modelsel.Reason": {
		"unset":              checkLedger(func(row *modelsel.Row) { *row = modelsel.Row{} }),
		"provider":           checkLedger(func(row *modelsel.Row) { row.Provider = "x" }),
		"payer":              checkLedger(func(row *modelsel.Row) { row.Payer = "x" }),
		"too_long":           selectorText(strings.Repeat("x", modelsel.MaxText)),
		"not_utf8":           selectorText("\xff"),
		"foreign":            admit("lab:hf:x", modelsel.LevelHost),
		"level":              admit("api:zai:x", ""),
		"subscription_level": admit("sub:openai:x", modelsel.LevelOrg),
		"unconfirmed":        admit("sub:openai:x", modelsel.LevelAccount),
		"no_words":           grammar(func(v *modelsel.Vocabulary) { v.Vendors = nil }),
		"word":               grammar(func(v *modelsel.Vocabulary) { v.Vendors[0].Vendor = "x:y" }),
		"duplicate":          grammar(func(v *modelsel.Vocabulary) { v.Vendors = append(v.Vendors, v.Vendors[0]) }),
		"access":             grammar(func(v *modelsel.Vocabulary) { v.Modes[0].Access = "" }),
		"unreachable":        grammar(func(v *modelsel.Vocabulary) { v.Vendors[0].Transports = nil }),
		"undeclared_mode":    grammar(func(v *modelsel.Vocabulary) { v.Modes[0].Mode = "bench" }),
	},
}

// content checks a claim, a verification or a list of quotes. Whatever evidence
// it cites was written by an agent, and the host trusts its own alone.
func content(claim string, record *evidence.Record) give {
	return func(t *testing.T) (given []string) {
		t.Helper()
		claims := evidence.Claims{Verification: json.RawMessage(claim)}
		if strings.HasPrefix(claim, "[") {
			claims = evidence.Claims{VerbatimOutputs: json.RawMessage(claim)}
		}
		byAgent := func(_ context.Context, id int64) (evidence.Row, error) {
			return evidence.Row{ID: id, BriefID: 7, Polarity: evidence.Positive, Origin: evidence.FromAgent}, nil
		}
		report, err := evidence.Check(t.Context(), claims, evidence.Turn{BriefID: 7}, record, byAgent, evidence.CheckOptions{HarnessOnly: true})
		require.NoError(t, err)
		for _, refusal := range report.Refused {
			given = append(given, string(refusal.Reason))
		}
		for _, skip := range report.Skipped {
			given = append(given, string(skip.Reason))
		}
		return given
	}
}

func payload(text string) give {
	return func(*testing.T) (given []string) {
		_, problems := evidence.ParsePayload(json.RawMessage(text), nil)
		for _, problem := range problems {
			given = append(given, problem.Rule)
		}
		return given
	}
}

func interaction(text string) give {
	return func(*testing.T) (given []string) {
		manifest := `{"version":1,"entries":[{"probe":"web","file":"index.html","smoke":"1","expected":"1","interactions":[` + text + `]}]}`
		for _, problem := range probe.Check([]byte(manifest)) {
			given = append(given, string(problem.Rule))
		}
		return given
	}
}

func traceCode(err error) []string {
	code, _ := errors.AsType[trace.Code](err)
	return []string{string(code)}
}

func reasonOf(err error) []string { return []string{string(modelsel.ReasonOf(err))} }

func selector(t *testing.T, g modelsel.Grammar, text string) modelsel.Selector {
	t.Helper()
	s, err := g.Parse(text)
	require.NoError(t, err)
	return s
}

func selectorText(model string) give {
	return func(t *testing.T) []string {
		t.Helper()
		_, err := selector(t, modelsel.Default(), "api:zai:"+model).MarshalText()
		return reasonOf(err)
	}
}

// laboratory is a vocabulary that shares nothing with the default one.
func laboratory() modelsel.Vocabulary {
	return modelsel.Vocabulary{
		Modes:   []modelsel.ModeSpec{{Mode: "lab", Access: modelsel.AccessKey}},
		Vendors: []modelsel.VendorSpec{{Vendor: "hf", Transports: map[modelsel.Mode]modelsel.Provider{"lab": "vllm"}}},
	}
}

// admit reads a selector by its own grammar, and asks the default one.
func admit(text string, level modelsel.Level) give {
	return func(t *testing.T) []string {
		t.Helper()
		g := modelsel.Default()
		if strings.HasPrefix(text, "lab:") {
			var err error
			g, err = modelsel.NewGrammar(laboratory())
			require.NoError(t, err)
		}
		verdict, err := modelsel.Admit(t.Context(), selector(t, g, text), level, nil)
		require.NoError(t, err)
		return []string{string(verdict.Reason)}
	}
}

func grammar(spoil func(*modelsel.Vocabulary)) give {
	return func(*testing.T) []string {
		words := laboratory()
		spoil(&words)
		_, err := modelsel.NewGrammar(words)
		return reasonOf(err)
	}
}

func checkLedger(spoil func(*modelsel.Row)) give {
	return func(t *testing.T) []string {
		t.Helper()
		row, err := modelsel.NewRow(selector(t, modelsel.Default(), "api:zai:x"), modelsel.LevelHost, false)
		require.NoError(t, err)
		ledger := modelsel.Ledger{L1: row, L2: row, L3: row}
		spoil(&ledger.L2)
		return reasonOf(modelsel.CheckLedger(ledger))
	}
}
