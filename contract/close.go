package contract

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/evidence"
)

// CloseOptions is what the host knows at the close of a turn.
type CloseOptions struct {
	// Record is what the harness saw the turn do; nil when no record is bound,
	// which is not the same as an empty one (E-1).
	Record *evidence.Record
	// PlanTaskID binds the turn to a plan task when the dispatch did not.
	PlanTaskID string
	// ParentHandoffID binds the turn to the hand-off that it verifies when the
	// dispatch did not.
	ParentHandoffID int64
}

// CloseError is a close that was refused. Nothing was written, and the draft is
// as it was.
type CloseError struct {
	// Code says which demand was not met; errors.Is works on it.
	Code Code
	// Field is the dotted path it is about.
	Field string
	// Detail says what arrived and what was expected.
	Detail string
	// Repair is the call that helps.
	Repair string
	// Findings are all findings of the form, when the form refused.
	Findings []Finding
	// Content is the verdict of the content checks, when they refused.
	Content *evidence.Report
}

// Error names the code, the field, what is wrong with it and the repair.
func (e *CloseError) Error() string {
	return fmt.Sprintf("contract: close refused: %s on %s: %s; repair: %s", e.Code, e.Field, e.Detail, e.Repair)
}

// Is reports whether target is the code of the refusal or, for a form that
// refused, the code of any of its findings.
func (e *CloseError) Is(target error) bool {
	code, ok := target.(Code)
	if !ok {
		return false
	}
	for _, found := range e.Findings {
		if found.Code == code {
			return true
		}
	}
	return e.Code == code
}

// Unwrap returns the *FormError of a form that refused.
func (e *CloseError) Unwrap() error {
	if len(e.Findings) == 0 {
		return nil
	}
	return &FormError{Findings: e.Findings}
}

// refuse makes a CloseError of a finding.
func refuse(f Finding) *CloseError {
	return &CloseError{Code: f.Code, Field: f.Field, Detail: f.Detail, Repair: f.Repair}
}

// Close ends a turn (C-33): it confirms the draft, checks its claims against
// the record, and writes the row, the evidence and the proposals that go with
// it in one store transaction. It closes any closing state and never turns a
// state into COMPLETE.
//
// A refusal is a *CloseError, the first in this order: the form's findings,
// IDENTITY_MISMATCH, CLOSING_STATE_REQUIRED, CONCLUSION_REQUIRED,
// APPROVAL_ID_NOT_PENDING, NEEDS_VERIFICATION_UNBOUND,
// BLIND_VERIFICATION_REQUIRED, CONSOLIDATION_REQUIRED, CONTENT_UNVERIFIED. Any
// other error is a failure to judge: a *LedgerError (ErrNoDraft, ErrBinding,
// ErrConflict) or the store's. Nothing is written in either case, but for one: a
// Receipt with a HandoffID beside an error says that the row was closed and only
// its proposals could not be read back; closing again gives the whole receipt.
//
// Closing again what was not written since is the same hand-off: the claims
// are checked again, against the record given now, and the receipt comes back
// with Created false. Concurrent closes write one row.
func (l *Ledger) Close(ctx context.Context, contractID string, opts CloseOptions) (Receipt, error) {
	var receipt Receipt
	err := l.retry(ctx, contractID, func() error {
		c, err := l.startClose(ctx, contractID, opts)
		if err != nil {
			return err
		}
		receipt, err = c.run(ctx)
		return err
	})
	return receipt, err
}

// closing is one close under way.
type closing struct {
	*Ledger
	row   Row
	draft Draft
	doc   Document
	turn  Turn // with the binding given at close
	opts  CloseOptions
	// again: the row is closed with exactly this draft.
	again  bool
	alias  bool
	checks evidence.Report
	// skipped names what the cross-check had to leave out.
	skipped []string
	repairs []Change
}

// closeStep judges one demand of C-33.
type closeStep func(*closing, context.Context) (*CloseError, error)

// closeSteps are the demands in their order. A new one is one line here.
func closeSteps() []closeStep {
	return []closeStep{
		(*closing).form,
		(*closing).identity,
		(*closing).closingState,
		(*closing).conclusion,
		(*closing).approval,
		(*closing).binding,
		(*closing).blindVerification,
		(*closing).consolidation,
		(*closing).content,
	}
}

func (l *Ledger) startClose(ctx context.Context, contractID string, opts CloseOptions) (*closing, error) {
	open, err := l.open(ctx, contractID)
	if err != nil {
		return nil, err
	}
	c := &closing{
		Ledger: l, row: open.row, draft: open.draft, doc: open.doc,
		opts: opts, again: open.row.Closed(), repairs: open.repairs,
	}
	if c.turn, err = l.bind(ctx, c.row, opts); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *closing) run(ctx context.Context) (Receipt, error) {
	if c.row.Terminal() || c.again && (c.opts.Record == nil || c.row.ContentChecks == nil) {
		return c.confirm(ctx)
	}
	doc, repairs := Sanitize(c.doc, c.Ledger.form...)
	c.doc, c.repairs = doc, append(c.repairs, repairs...)
	for _, step := range closeSteps() {
		refusal, err := step(c, ctx)
		if err != nil {
			return Receipt{}, err
		}
		if refusal != nil {
			return Receipt{}, refusal
		}
	}
	return c.write(ctx)
}

// confirm closes a row again that there is nothing new to store for: it is
// COMPLETE (C-31), or no record came with the call, and what an earlier one
// stamped stays (C-39). Its claims are checked against what is at hand, whatever
// they say the row stays as it is, and a row from before the checks existed is
// not checked (C-40).
func (c *closing) confirm(ctx context.Context) (Receipt, error) {
	if c.row.ContentChecks != nil {
		refusal, err := c.content(ctx)
		if err != nil {
			return Receipt{}, err
		}
		if refusal != nil {
			return Receipt{}, refusal
		}
	}
	if _, err := c.approval(ctx); err != nil {
		return Receipt{}, err
	}
	return c.receipt(ctx, false)
}

func (c *closing) form(context.Context) (*CloseError, error) {
	report := Validate(c.doc, c.Ledger.form...)
	if report.OK() {
		c.doc, _ = Canonicalize(c.doc, c.Ledger.form...)
		return nil, nil //nolint:nilnil // no refusal
	}
	refusal := refuse(report.Findings[0])
	refusal.Findings = report.Findings
	return refusal, nil
}

func (c *closing) identity(context.Context) (*CloseError, error) {
	owner := owner(c.row)
	f := &fields[fieldAgentID]
	claimed := c.doc.field(fieldAgentID).text()
	if claimed == owner {
		return nil, nil //nolint:nilnil // no refusal
	}
	return refuse(Finding{
		Code:   IdentityMismatch,
		Field:  f.Path,
		Detail: "the envelope says " + strconv.Quote(clip(claimed)) + " and the contract belongs to " + strconv.Quote(owner),
		Repair: "set " + f.Path + " " + strconv.Quote(owner),
	}), nil
}

func (c *closing) closingState(context.Context) (*CloseError, error) {
	state := c.state()
	if state != StateInProgress {
		return nil, nil //nolint:nilnil // no refusal
	}
	return refuse(Finding{
		Code:   ClosingStateRequired,
		Field:  fields[fieldAgentState].Path,
		Detail: "a turn in " + string(state) + " is not ready to be closed; every write has kept it",
		Repair: "set " + fields[fieldAgentState].Path + " to the state the turn ends in: " + closingStates(),
	}), nil
}

func (c *closing) conclusion(context.Context) (*CloseError, error) {
	if c.doc.field(fieldConclusion).says() {
		return nil, nil //nolint:nilnil // no refusal
	}
	f := &fields[fieldConclusion]
	if said := c.doc.field(fieldUserFacingSummary); said.says() {
		doc, err := c.doc.unlimited().Set(f.Path, json.RawMessage(said.raw()))
		if err != nil {
			return nil, err
		}
		c.doc, c.alias = doc, true
		return nil, nil //nolint:nilnil // no refusal
	}
	return refuse(Finding{
		Code:   ConclusionRequired,
		Field:  f.Path,
		Detail: "every close says in its own words what holds, on what evidence, and what is open; nothing is written there",
		Repair: "set " + c.row.ContractID + " " + f.Path + ` "<what holds, on what evidence, what is open>"`,
	}), nil
}

func (c *closing) approval(ctx context.Context) (*CloseError, error) {
	found, skipped, err := c.checkApproval(ctx, c.doc)
	if err != nil {
		return nil, err
	}
	if skipped {
		c.skipped = []string{fields[fieldApprovalID].Path}
	}
	// An approval may be decided after the close that asked for it.
	if found == nil || c.again {
		return nil, nil //nolint:nilnil // no refusal
	}
	return refuse(*found), nil
}

func (c *closing) binding(context.Context) (*CloseError, error) {
	bound := c.turn.PlanTaskID != "" || c.turn.ParentHandoffID != 0
	if bound || c.state() != StateNeedsVerification {
		return nil, nil //nolint:nilnil // no refusal
	}
	return refuse(Finding{
		Code:   NeedsVerificationUnbound,
		Field:  fields[fieldAgentState].Path,
		Detail: "NEEDS_VERIFICATION hands the work to a verifier, and nothing binds this turn to a plan task or to a parent hand-off",
		Repair: "close with a plan task id or a parent hand-off id; or set " + fields[fieldAgentState].Path + ` "COMPLETE" with a verification it can stand behind, "BLOCKED" or "NEEDS_INPUT"`,
	}), nil
}

func (c *closing) blindVerification(context.Context) (*CloseError, error) {
	producer := c.turn.PlanTaskID != "" && c.turn.ParentHandoffID == 0
	if !producer || c.state() != StateComplete {
		return nil, nil //nolint:nilnil // no refusal
	}
	return refuse(Finding{
		Code:   BlindVerificationRequired,
		Field:  fields[fieldAgentState].Path,
		Detail: "the turn works on plan task " + strconv.Quote(clip(c.turn.PlanTaskID)) + ", and whoever produced the work does not pass it",
		Repair: "set " + fields[fieldAgentState].Path + ` "NEEDS_VERIFICATION", then close again`,
	}), nil
}

func (c *closing) consolidation(context.Context) (*CloseError, error) {
	if !c.turn.Consolidation {
		return nil, nil //nolint:nilnil // no refusal
	}
	field, detail, found := consolidationProblem(c.doc)
	if !found {
		return nil, nil //nolint:nilnil // no refusal
	}
	return refuse(Finding{
		Code:   ConsolidationRequired,
		Field:  field,
		Detail: detail,
		Repair: "fill consolidation_report with ownership_assessment, confirmed_findings, suspected_findings, conflicts, open_gaps and next_best_agent",
	}), nil
}

func (c *closing) content(ctx context.Context) (*CloseError, error) {
	turn := evidence.Turn{BriefID: c.turn.BriefID, PlanTaskID: c.turn.PlanTaskID}
	options := evidence.CheckOptions{LookPath: c.lookPath, HarnessOnly: c.harnessOnly}
	var err error
	c.checks, err = evidence.Check(ctx, c.doc.Claims(), turn, c.opts.Record, c.store.EvidenceRow, options)
	if err != nil {
		return nil, fmt.Errorf("contract: content checks: %w", err)
	}
	if len(c.checks.Refused) == 0 {
		return nil, nil //nolint:nilnil // no refusal
	}
	first := c.checks.Refused[0]
	refusal := refuse(Finding{Code: ContentUnverified, Field: first.Field, Detail: string(first.Reason) + ": " + first.Detail, Repair: first.Repair})
	refusal.Content = &c.checks
	return refusal, nil
}

// write stamps the envelope and stores the closed row with all that goes with
// it, in one commit.
func (c *closing) write(ctx context.Context) (Receipt, error) {
	doc, err := stampLists(c.doc.unlimited(), c.opts.Record)
	if err != nil {
		return Receipt{}, err
	}
	if err := Validate(doc, c.Ledger.form...).Err(); err != nil {
		return Receipt{}, fmt.Errorf("contract: the envelope after the harness fields were stamped: %w", err)
	}
	now := c.now().UTC()
	created := c.row.ClosedAt.IsZero()
	row := c.row
	keep, err := c.readUpdates(ctx, now)
	if err != nil {
		return Receipt{}, err
	}
	row.Turn = c.turn
	row.State = RowState(c.state())
	row.Envelope = json.RawMessage(doc.String())
	row.ContentChecks = c.checks.JSON()
	row.ConclusionAlias = c.alias
	row.UpdateContractsRefused = withKeyRefusals(keep.refused, row.UpdateContractsRefused)
	row.EvidenceKeys = append(slices.Clip(row.EvidenceKeys), keep.keys()...)
	if !c.again {
		row.Sanitized = appendChanges(row.Sanitized, c.repairs)
	}
	if row.Cut != nil {
		row.Reconciled, row.Cut = row.Cut, nil
	}
	row.UpdatedAt = now
	if created {
		row.ClosedAt = now
	}
	if c.again && sameClose(c.row, row) {
		return c.receipt(ctx, false)
	}
	batch := Batch{Row: &row, Evidence: keep.evidence, Sections: keep.sections, Proposals: keep.proposals}
	if draft := c.draft; draft.Revision == 0 {
		draft.Envelope, draft.UpdatedAt = json.RawMessage(c.doc.String()), now
		batch.Draft = &draft
	}
	if _, err := c.store.Commit(ctx, batch); err != nil {
		c.discard(ctx, keep)
		return Receipt{}, err
	}
	c.row = row
	return c.receipt(ctx, created)
}

// discard removes the files of evidence that a failed commit did not store. A
// commit whose answer got lost may stand all the same; a file is removed only
// when the row says that its evidence is not there, and stays otherwise: one
// that belongs to nobody does no harm.
func (c *closing) discard(ctx context.Context, keep *updates) {
	if len(keep.minted) == 0 {
		return
	}
	row, err := c.store.Row(context.WithoutCancel(ctx), c.row.ContractID)
	if err != nil {
		return
	}
	for _, key := range keep.keys() {
		if slices.Contains(row.EvidenceKeys, key) {
			return
		}
	}
	keep.discard()
}

// sameClose reports whether closing again would store what is stored.
func sameClose(before, after Row) bool {
	after.UpdatedAt = before.UpdatedAt
	a, errA := json.Marshal(before)
	b, errB := json.Marshal(after)
	return errA == nil && errB == nil && string(a) == string(b)
}

// state is the state that the envelope declares, in its canonical spelling.
func (c *closing) state() AgentState { return AgentState(c.doc.field(fieldAgentState).text()) }

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// closingStates lists the states that a turn may end in.
func closingStates() string {
	var names []string
	for _, state := range States() {
		if state != StateInProgress {
			names = append(names, string(state))
		}
	}
	return strings.Join(names, ", ")
}
