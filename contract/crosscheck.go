package contract

import (
	"context"
	"errors"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// The cross-check is what can only be judged with the store at hand (C-32). It
// runs once the form holds.

const approvalPending = "pending"

// judge is the verdict on a whole envelope: the form and then, when it holds,
// the part of the cross-check that every write must pass.
func (l *Ledger) judge(ctx context.Context, doc Document) (Report, error) {
	report := Validate(doc, l.form...)
	if !report.OK() {
		return report, nil
	}
	found, _, err := l.checkApproval(ctx, doc)
	if err != nil {
		return Report{}, err
	}
	if found != nil {
		report.Findings = append(report.Findings, *found)
	}
	return report, nil
}

// checkApproval resolves the approval that an envelope names. It reports
// skipped when the store keeps no approvals.
func (l *Ledger) checkApproval(ctx context.Context, doc Document) (found *Finding, skipped bool, err error) {
	claimed := doc.field(fieldApprovalID)
	id := claimed.text()
	if claimed.missing() || claimed.kind == jsonscan.String && blank(id) {
		return nil, false, nil
	}
	status := "unknown: an approval id is a string"
	if claimed.kind == jsonscan.String {
		status, err = l.store.ApprovalStatus(ctx, id)
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			return nil, true, nil
		case errors.Is(err, ErrNotFound):
			status = "unknown to the store"
		case err != nil:
			return nil, false, err
		case status == approvalPending:
			return nil, false, nil
		}
	}
	f := &fields[fieldApprovalID]
	return &Finding{
		Code:   ApprovalIDNotPending,
		Field:  f.Path,
		Detail: "approval " + clip(claimed.raw()) + " is " + clip(status) + "; a request names an approval that is " + approvalPending,
		Repair: "set " + f.Path + " to the id of a pending approval, or to null once the approval is decided",
	}, false, nil
}
