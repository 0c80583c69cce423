package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

// viewed is an envelope, or one value of it.
type viewed struct {
	ID       string          `json:"id"`
	Path     string          `json:"path,omitempty"`
	Envelope json.RawMessage `json:"envelope,omitempty"`
	Value    json.RawMessage `json:"value,omitempty"`
	Gates    []gate          `json:"gates,omitempty"`
}

func (v viewed) text(w *bytes.Buffer) { fmt.Fprintf(w, "%s%s\n", v.Envelope, v.Value) }

func (a *app) viewCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "view ID [PATH]",
		Short: "Print a draft, or the value at a path of it",
		Long: `Print a draft, or the value at a path of it. With --json a whole draft stands
beside the gates of its turn, as they were settled.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				out := viewed{ID: args[0]}
				if len(args) == 2 {
					if args[1] == "" {
						return refused(codePath, "PATH", "the path is empty", "leave the path out to see the whole envelope")
					}
					out.Path = args[1]
				}
				text, err := l.View(cmd.Context(), args[0], out.Path)
				if err != nil {
					return explain(err)
				}
				if out.Path != "" {
					out.Value = text
					return a.done(out)
				}
				row, err := l.Row(cmd.Context(), args[0])
				if err != nil {
					return explain(err)
				}
				out.Envelope, out.Gates = text, gatesOf(row)
				return a.done(out)
			})
		},
	}
}

// shownRow is a stored row with its gates as they stand.
type shownRow struct {
	contract.Row
	Gates []gate `json:"gates,omitempty"`
}

func newRow(row contract.Row) shownRow { return shownRow{Row: row, Gates: gatesOf(row)} }

// rows are stored rows, in hand-off id order.
type rows struct {
	Rows []shownRow `json:"rows"`
}

func (r rows) text(w *bytes.Buffer) {
	var cells [][]any
	for _, row := range r.Rows {
		state := string(row.State)
		if row.Cut != nil {
			state += " cut:" + string(row.Cut.Lane)
		}
		cells = append(cells, []any{
			row.HandoffID, row.ContractID, state, row.Turn.AgentName, row.Turn.Workspace, row.UpdatedAt.Format(time.RFC3339),
		})
	}
	tableWith(w, cells, func(i int) { gateLines(w, r.Rows[i].Gates) })
}

func (a *app) listCommand() *cobra.Command {
	var (
		filter       contract.Filter
		states       []string
		cut          bool
		since, until string
	)
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List rows in hand-off id order",
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if filter.States, err = oneOf("state", states, rowStates()); err != nil {
				return err
			}
			if cmd.Flags().Changed("cut") {
				filter.Cut = &cut
			}
			if filter.Since, err = timeFlag("since", since); err != nil {
				return err
			}
			if filter.Until, err = timeFlag("until", until); err != nil {
				return err
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				out := rows{Rows: []shownRow{}}
				for row, err := range l.List(cmd.Context(), filter) {
					if err != nil {
						return explain(err)
					}
					out.Rows = append(out.Rows, newRow(row))
				}
				return a.done(out)
			})
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&states, "state", nil, "keep rows in this `STATE` (repeatable)")
	completeWords(cmd, "state", rowStates())
	f.BoolVar(&cut, "cut", false, "keep cut rows, or with --cut=false the others")
	f.StringVar(&filter.AgentName, "agent", "", "keep rows of the agent with this `NAME`")
	f.StringVar(&filter.Workspace, "workspace", "", "keep rows of this `WORKSPACE`")
	f.StringVar(&since, "since", "", "keep rows born at or after this `TIME` (RFC 3339)")
	f.StringVar(&until, "until", "", "keep rows born before this `TIME` (RFC 3339)")
	return cmd
}

func rowStates() []contract.RowState {
	return []contract.RowState{
		contract.RowDispatched, contract.RowInProgress,
		contract.RowState(contract.StateApprovalRequest), contract.RowState(contract.StateBlocked),
		contract.RowState(contract.StateNeedsInput), contract.RowState(contract.StateNeedsVerification),
		contract.RowState(contract.StateComplete),
	}
}

// oneOf reads a flag whose words are a closed list: a misspelt one would
// silently select nothing.
func oneOf[T ~string](name string, words []string, known []T) ([]T, error) {
	var out []T
	for _, word := range words {
		if !slices.Contains(known, T(word)) {
			return nil, misused("--"+name, fmt.Sprintf("--%s is %.80q, and %s is expected", name, word, listed(known, "or")))
		}
		out = append(out, T(word))
	}
	return out, nil
}

func timeFlag(name, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, misused("--"+name, fmt.Sprintf("--%s is %.80q, and a time as in 2006-01-02T15:04:05Z is expected", name, text))
	}
	return at, nil
}

func (a *app) chainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "chain ID",
		Short: "List the rows that continue, verify or were verified along with one",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				chain, err := l.Chain(cmd.Context(), args[0])
				if err != nil {
					return explain(err)
				}
				out := rows{Rows: []shownRow{}}
				for _, row := range chain {
					out.Rows = append(out.Rows, newRow(row))
				}
				return a.done(out)
			})
		},
	}
}
