package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/modelsel"
)

// pinsFrom says where the pins of the three tiers are read.
type pinsFrom struct {
	envFile, prefix string
	allowOwn        bool
}

func (p *pinsFrom) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&p.envFile, "env-file", "", "`FILE` of NAME=VALUE lines to read the pins from (-: standard input; default: the environment)")
	f.StringVar(&p.prefix, "prefix", modelsel.DefaultPrefix, "`NAME` that the variables begin with, in front of _L1, _L2 and _L3")
	f.BoolVar(&p.allowOwn, "allow-own", false, "accept the principal's own subscription; for a host that runs for one principal only")
}

func (p *pinsFrom) read(a *app) (modelsel.Tiers, error) {
	opts := []modelsel.TiersOption{modelsel.Prefix(p.prefix)}
	if p.allowOwn {
		opts = append(opts, modelsel.AllowOwn())
	}
	lookup := func(name string) (string, bool) { // a pin that is empty is missing anyway
		text := a.getenv(name)
		return text, text != ""
	}
	var file *envFile
	if p.envFile != "" {
		text, err := a.read(p.envFile)
		if err != nil {
			return modelsel.Tiers{}, err
		}
		if file, err = parseEnvFile(string(text)); err != nil {
			return modelsel.Tiers{}, err
		}
		lookup = file.lookup
	}
	tiers, err := modelsel.ReadTiers(lookup, opts...)
	if file != nil && file.refused != nil {
		return modelsel.Tiers{}, file.refused
	}
	if e, ok := errors.AsType[*modelsel.TiersError](err); ok {
		f := modelFailure(e.Variables[0], err)
		f.report = struct {
			Variables []string `json:"variables"`
		}{e.Variables}
		return modelsel.Tiers{}, f
	}
	return tiers, err
}

// pin is a tier that was read.
type pin struct {
	Tier modelsel.Tier `json:"tier"`
	choice
	// Admitted says whether a pin of the host's environment may be used, and
	// Reason why not: to read a pin is not to admit it.
	Admitted bool            `json:"admitted"`
	Reason   modelsel.Reason `json:"reason,omitempty"`
}

type tiersOf struct {
	Tiers       []pin               `json:"tiers"`
	Transports  []modelsel.Provider `json:"transports"`
	MixesOwners bool                `json:"mixes_owners"`
}

func (t tiersOf) text(w *bytes.Buffer) {
	var cells [][]any
	for _, p := range t.Tiers {
		row := []any{p.Tier, p.Selector, p.Transport}
		if !p.Admitted {
			row = append(row, "not admitted from the host's environment: "+string(p.Reason))
		}
		cells = append(cells, row)
	}
	table(w, cells)
	if t.MixesOwners {
		fmt.Fprintln(w, "two subscriptions of one vendor are mixed: these pins must not be used together")
	}
}

func (a *app) modelTiersCommand() *cobra.Command {
	var from pinsFrom
	cmd := &cobra.Command{
		Use:   "tiers",
		Short: "Read the three pins of a host from its environment",
		Long: `Read the selectors of the tiers l1, l2 and l3 from ` + modelsel.DefaultPrefix + `_L1 to _L3, in the
environment or in a file. All three are required: there is no default, and none
stands in for another. What is missing is named at once.

A file has one NAME=VALUE a line, with export in front or not, and a value in
quotes or without; blank lines and lines that begin with # are passed over. What
a shell would expand is refused in a pin, and so is a pin that is there twice.

To read a pin is not to admit it: "admitted" says whether one that comes from
the environment of the host may be used.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			tiers, err := from.read(a)
			if err != nil {
				return err
			}
			out := tiersOf{Transports: modelsel.Transports(tiers), MixesOwners: modelsel.MixesOwners(tiers.Selectors()...)}
			for tier, s := range tiers.All() {
				read, err := choiceOf(s)
				if err != nil {
					return modelFailure(tier.String(), err)
				}
				verdict, err := modelsel.Admit(cmd.Context(), s, modelsel.LevelHost, nil)
				if err != nil {
					return err
				}
				out.Tiers = append(out.Tiers, pin{tier, read, verdict.Admitted, verdict.Reason})
			}
			return a.done(out)
		},
	}
	from.flags(cmd)
	return cmd
}
