package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/modelsel"
)

// paid is a ledger as a journal keeps it, with its two sentences.
type paid struct {
	modelsel.Detail
	HostSummary      string `json:"host_summary"`
	RequesterSummary string `json:"requester_summary"`
}

func (p paid) text(w *bytes.Buffer) {
	var cells [][]any
	for tier, row := range p.Rows.All() {
		cells = append(cells, []any{tier, row.Selection, row.Payer, row.Provider, row.Source})
	}
	table(w, cells)
	fmt.Fprintf(w, "%s\n%s\n", p.HostSummary, p.RequesterSummary)
}

// levels are the links of the chain at which a pin is found.
func levels() []modelsel.Level {
	return []modelsel.Level{modelsel.LevelAccount, modelsel.LevelOrg, modelsel.LevelHost}
}

func (a *app) modelPayersCommand() *cobra.Command {
	var (
		from    pinsFrom
		tiers   []string
		orgKeys []string
		source  string
	)
	cmd := &cobra.Command{
		Use:   "payers",
		Short: "Say who pays for each tier",
		Long: `Say who pays for each tier: the host's subscription, the principal's, the host
that serves the model itself, the key that the organisation brought for the
vendor (--org-key), or the host's key. The three selectors are given with
--tiers, in the order l1, l2, l3, or read as 'handfast model tiers' does.

The ledger records who pays. It does not ask whether a pin was admitted, and
nothing in it is a secret: --org-key names a vendor, not a key.`,
		Example: "  handfast model payers --tiers api:openai:gpt-5 --tiers sub:anthropic:opus --tiers api:ollama:qwen3:4b --org-key openai",
		RunE: func(cmd *cobra.Command, _ []string) error {
			brought, err := vendorsOf(orgKeys)
			if err != nil {
				return err
			}
			if !slices.Contains(levels(), modelsel.Level(source)) {
				return misused("--source", fmt.Sprintf("--source is %.80q, and %s is expected", source, listed(levels(), "or")))
			}
			read := from.read
			if len(tiers) > 0 {
				for _, flag := range []string{"env-file", "prefix", "allow-own"} {
					if cmd.Flags().Changed(flag) {
						return misused("--"+flag, "--"+flag+" is for pins that are read, and --tiers gives them")
					}
				}
				read = func(*app) (modelsel.Tiers, error) { return tiersOfFlags(tiers) }
			}
			pins, err := read(a)
			if err != nil {
				return err
			}
			ledger, err := ledgerOf(pins, modelsel.Level(source), brought)
			if err != nil {
				return err
			}
			detail := ledger.Detail()
			return a.done(paid{detail, detail.HostSummary(), detail.RequesterSummary()})
		},
	}
	from.flags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&tiers, "tiers", nil, "`SELECTOR` of a tier; given three times, for l1, l2 and l3")
	f.StringArrayVar(&orgKeys, "org-key", nil, "`VENDOR` for which the organisation brought a key (may be repeated)")
	f.StringVar(&source, "source", string(modelsel.LevelHost), "`LEVEL` at which the pins were found: account, org or host")
	completeWords(cmd, "source", levels())
	completeWords(cmd, "org-key", vendors())
	must(cmd.RegisterFlagCompletionFunc("tiers", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return selectorStarts(), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}))
	return cmd
}

func vendors() []modelsel.Vendor {
	var all []modelsel.Vendor
	for _, v := range modelsel.Default().Vocabulary().Vendors {
		all = append(all, v.Vendor)
	}
	return all
}

// vendorsOf reads the vendors of --org-key. The text is not repeated: it is
// easily taken for the flag that wants the key itself.
func vendorsOf(names []string) ([]modelsel.Vendor, error) {
	var brought []modelsel.Vendor
	for _, name := range names {
		vendor := modelsel.Vendor(strings.ToLower(name))
		if !slices.Contains(vendors(), vendor) {
			return nil, misused("--org-key", "--org-key names a vendor, and never the key: "+listed(vendors(), "or"))
		}
		brought = append(brought, vendor)
	}
	return brought, nil
}

// tiersOfFlags reads the three selectors of --tiers.
func tiersOfFlags(texts []string) (modelsel.Tiers, error) {
	if len(texts) != 3 {
		return modelsel.Tiers{}, misused("--tiers", fmt.Sprintf("--tiers is given three times, for l1, l2 and l3, and not %d", len(texts)))
	}
	var pins [3]modelsel.Selector
	for k, text := range texts {
		source := fmt.Sprintf("--tiers %d", k+1)
		s, err := modelsel.Parse(text, modelsel.From(source))
		if err != nil {
			return modelsel.Tiers{}, modelFailure(source, err)
		}
		pins[k] = s
	}
	return modelsel.Tiers{L1: pins[0], L2: pins[1], L3: pins[2]}, nil
}

// ledgerOf makes the rows, and demands that they can be stored: a ledger is for
// a journal.
func ledgerOf(pins modelsel.Tiers, source modelsel.Level, brought []modelsel.Vendor) (modelsel.Ledger, error) {
	var ledger modelsel.Ledger
	rows := []*modelsel.Row{&ledger.L1, &ledger.L2, &ledger.L3}
	for tier, s := range pins.All() {
		row, err := modelsel.NewRow(s, source, slices.Contains(brought, s.Vendor()))
		if err == nil {
			_, err = s.MarshalText()
		}
		if err != nil {
			return modelsel.Ledger{}, modelFailure(tier.String(), err)
		}
		*rows[tier-modelsel.L1] = row
	}
	return ledger, nil
}
