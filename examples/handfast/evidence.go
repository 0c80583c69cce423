package main

import (
	"bytes"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/evidence"
)

func (a *app) evidenceCommand() *cobra.Command {
	return group("evidence", "Evidence rows, and the checks of claims against a record",
		a.evidenceAddCommand(), a.evidenceListCommand(), a.evidenceCheckCommand())
}

// evidenceRow is a stored row as it is printed.
type evidenceRow struct {
	ID             int64             `json:"id"`
	Workspace      string            `json:"workspace"`
	BriefID        int64             `json:"brief_id"`
	ACID           string            `json:"ac_id"`
	TaskID         string            `json:"task_id"`
	Type           evidence.Type     `json:"type"`
	Text           string            `json:"text"`
	ArtifactPath   string            `json:"artifact_path"`
	SizeBytes      int64             `json:"size_bytes"`
	SHA256         string            `json:"sha256"`
	Polarity       evidence.Polarity `json:"polarity"`
	Origin         evidence.Origin   `json:"origin"`
	CreatedByAgent string            `json:"created_by_agent"`
	Key            string            `json:"key"`
	CreatedAt      time.Time         `json:"created_at"`
}

// evidenceRows are rows in id order.
type evidenceRows struct {
	Evidence []evidenceRow `json:"evidence"`
}

func (e evidenceRows) text(w *bytes.Buffer) {
	var cells [][]any
	for _, r := range e.Evidence {
		what := fmt.Sprintf("%q", r.Text)
		if r.ArtifactPath != "" {
			what = r.ArtifactPath
		}
		cells = append(cells, []any{r.ID, r.ACID, r.TaskID, r.Type, r.Polarity, what})
	}
	table(w, cells)
}

func (a *app) evidenceListCommand() *cobra.Command {
	var (
		brief int64
		ac    string
	)
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the evidence of a brief in id order",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := impossible("brief-id", brief, "the number of a brief"); err != nil {
				return err
			}
			return a.withStore(cmd.Context(), func(s store) error {
				out := evidenceRows{Evidence: []evidenceRow{}}
				for row, err := range s.Evidence().List(cmd.Context(), brief, ac) {
					if err != nil {
						return explain(err)
					}
					out.Evidence = append(out.Evidence, evidenceRow(row))
				}
				return a.done(out)
			})
		},
	}
	cmd.Flags().Int64Var(&brief, "brief-id", 0, "`NUMBER` of the brief")
	cmd.Flags().StringVar(&ac, "ac", "", "keep rows of the acceptance criterion with this `ID`")
	must(cmd.MarkFlagRequired("brief-id"))
	return cmd
}
