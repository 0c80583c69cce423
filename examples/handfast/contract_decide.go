package main

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

// accepted is what became, or would become, of the proposals of one call.
type accepted struct {
	DryRun   bool                  `json:"dry_run"`
	Accepted []contract.Acceptance `json:"accepted"`
}

func newAccepted(dryRun bool, list []contract.Acceptance) accepted {
	for i := range list {
		list[i].Targets = orEmpty(list[i].Targets)
	}
	return accepted{DryRun: dryRun, Accepted: orEmpty(list)}
}

func (d accepted) empty() bool { return len(d.Accepted) == 0 }

func (d accepted) text(w *bytes.Buffer) {
	if d.empty() {
		fmt.Fprintln(w, nothingPending)
	}
	for _, one := range d.Accepted {
		verb, holds := "accepted", "holds"
		switch {
		case len(one.Targets) == 0:
			verb = "cannot be accepted"
		case d.DryRun:
			verb, holds = "would be accepted", "would hold"
		}
		fmt.Fprintf(w, "proposal %d for %s %s\n", one.Proposal.ID, printable(one.Proposal.Section), verb)
		for _, t := range one.Targets {
			fmt.Fprintf(w, "  %s of %s %s %s\n", printable(t.Section), printable(workspaceName(t.Workspace)), holds, oneLine(t.Merged))
		}
		for _, r := range one.Refused {
			fmt.Fprintf(w, "  refused %s: %s\n", printable(r.Key), printable(r.Reason))
		}
	}
}

// workspaceName is a workspace for a reader: that of a turn may have no name.
func workspaceName(workspace string) string {
	if workspace == "" {
		return "the unnamed workspace"
	}
	return workspace
}

// rejected are the proposals that one call decided against, or would.
type rejected struct {
	DryRun   bool                `json:"dry_run"`
	Rejected []contract.Proposal `json:"rejected"`
}

func (d rejected) empty() bool { return len(d.Rejected) == 0 }

func (d rejected) text(w *bytes.Buffer) {
	if d.empty() {
		fmt.Fprintln(w, nothingPending)
	}
	verb := "rejected"
	if d.DryRun {
		verb = "would be rejected"
	}
	for _, p := range d.Rejected {
		fmt.Fprintf(w, "proposal %d for %s %s\n", p.ID, printable(p.Section), verb)
	}
}

const nothingPending = "no proposal is pending"

const decideHelp = `ID is the number of a proposal, or a contract id for all its pending ones, which
are then decided in order, each by itself: what was decided before a refusal
stays decided and is shown. A proposal is decided once.`

func (a *app) acceptCommand() *cobra.Command {
	return a.decideCommand("accept", "Merge a pending proposal into the project context", `Merge a pending proposal into the stored section that it is for. Each project of
a project_identity payload goes to the workspace that owns it (see project own).
--dry-run shows the sections and what they would hold, and writes nothing.`,
		func(ctx context.Context, l *contract.Ledger, d deciding) (decided, error) {
			list, err := d.accept(ctx, l)
			return newAccepted(d.dryRun, list), err
		})
}

func (a *app) rejectCommand() *cobra.Command {
	return a.decideCommand("reject", "Decide against a pending proposal", `Decide against a pending proposal. The project context stays as it is.`,
		func(ctx context.Context, l *contract.Ledger, d deciding) (decided, error) {
			list, err := d.reject(ctx, l)
			return rejected{DryRun: d.dryRun, Rejected: orEmpty(list)}, err
		})
}

// decided is what a decision has to say, also when an error ended it.
type decided interface {
	output
	empty() bool
}

func (a *app) decideCommand(
	name, short, long string, decide func(context.Context, *contract.Ledger, deciding) (decided, error),
) *cobra.Command {
	var d deciding
	cmd := &cobra.Command{
		Use:   name + " ID",
		Short: short,
		Long:  long + "\n\n" + decideHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(d.by) == "" {
				return misused("--by", "--by names who decides, and is blank")
			}
			if err := d.address(args[0]); err != nil {
				return err
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				out, err := decide(cmd.Context(), l, d)
				if err == nil {
					return a.done(out)
				}
				f := explain(err)
				if f.Code == codeArgument {
					f.Field = "--by"
				}
				f.report = out
				if !a.asJSON && !out.empty() {
					if err := a.done(out); err != nil {
						return err
					}
				}
				return f
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&d.by, "by", "", "`NAME` of who decides")
	f.StringVar(&d.note, "note", "", "`TEXT` to keep with the decision")
	f.BoolVar(&d.dryRun, "dry-run", false, "say what would be decided, and write nothing")
	must(cmd.MarkFlagRequired("by"))
	return cmd
}

// deciding is one call: about a proposal, or about all pending ones of a
// contract.
type deciding struct {
	proposal int64 // 0 for those of the contract
	contract string
	by, note string
	dryRun   bool
}

// address reads an ID argument. Contract ids begin with a letter, so digits
// alone are the number of a proposal.
func (d *deciding) address(id string) error {
	if id == "" || strings.Trim(id, "0123456789") != "" {
		d.contract = id
		return nil
	}
	var err error
	if d.proposal, err = strconv.ParseInt(id, 10, 64); err != nil || d.proposal == 0 {
		return refused(codeNotFound, "", "no proposal has the id "+id, "list the proposals and take the id as it stands there")
	}
	return nil
}

func (d *deciding) accept(ctx context.Context, l *contract.Ledger) ([]contract.Acceptance, error) {
	list, err := d.acceptances(ctx, l, contract.AcceptOptions{DryRun: d.dryRun, Note: d.note})
	for _, one := range list {
		if err == nil && len(one.Targets) == 0 {
			// A dry run that promised what cannot be done would be of no use.
			err = refused(codeOwner, "", fmt.Sprintf("no workspace owns a project of proposal %d", one.Proposal.ID),
				"record which workspace owns the project, or reject the proposal")
		}
	}
	return list, err
}

func (d *deciding) acceptances(ctx context.Context, l *contract.Ledger, o contract.AcceptOptions) ([]contract.Acceptance, error) {
	if d.proposal == 0 {
		return l.AcceptAll(ctx, d.contract, d.by, o)
	}
	return alone(l.Accept(ctx, d.proposal, d.by, o))
}

func (d *deciding) reject(ctx context.Context, l *contract.Ledger) ([]contract.Proposal, error) {
	switch {
	case d.dryRun:
		return d.wouldReject(ctx, l)
	case d.proposal == 0:
		return l.RejectAll(ctx, d.contract, d.by, d.note)
	}
	return alone(l.Reject(ctx, d.proposal, d.by, d.note))
}

// wouldReject asks what the dry run of an acceptance asks: that the proposals
// are known, and pending.
func (d *deciding) wouldReject(ctx context.Context, l *contract.Ledger) ([]contract.Proposal, error) {
	list, err := d.acceptances(ctx, l, contract.AcceptOptions{DryRun: true})
	var pending []contract.Proposal
	for _, one := range list {
		pending = append(pending, one.Proposal)
	}
	return pending, err
}

// alone is the list of one result, or of none when there was an error.
func alone[T any](one T, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	return []T{one}, nil
}
