package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) approvalCommand() *cobra.Command {
	return group("approval", "Approvals that an approval_request may cite", a.approvalPutCommand())
}

// approval is the stored status of one approval.
type approval struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

func (p approval) text(w *bytes.Buffer) { fmt.Fprintf(w, "%s %s\n", p.ID, p.Status) }

func (a *app) approvalPutCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "put ID STATUS",
		Short: "Store the status of an approval; only a pending one can be cited",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, args); err != nil {
				return err
			}
			return a.withStore(cmd.Context(), func(s store) error {
				if err := s.PutApproval(cmd.Context(), args[0], args[1]); err != nil {
					return explain(err)
				}
				return a.done(approval{args[0], args[1]})
			})
		},
	}
}
