package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/artifact"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

const (
	defaultAttempts = 100
	// lockStripes is how many contracts one Ledger writes at the same time;
	// writers of one contract wait for each other here, so that they do not
	// judge the same envelope again and again only to lose the race.
	lockStripes = 256
	// firstPause and longestPause bound the wait between two tries at a write
	// that another process won.
	firstPause   = time.Millisecond
	longestPause = 32 * time.Millisecond
)

// Ledger keeps the rows and drafts of an orchestrator's turns in a Store: it
// dispatches turns, carries out the verbs of their agents, and closes them. It
// is safe for concurrent use, and any number of Ledgers, in this process or in
// others, may share one store.
type Ledger struct {
	store         Store
	now           func() time.Time
	newAgentID    func() string
	newContractID func(agentID string) string
	lookPath      func(name string) (string, error)
	artifacts     *artifact.Root
	harnessOnly   bool
	drift         drift.Policy
	form          []FormOption
	limits        jsonscan.Limits
	attempts      int
	seed          maphash.Seed
	stripes       [lockStripes]chan struct{}
}

// NewLedger returns a Ledger over store, which must not be nil.
func NewLedger(store Store, opts ...Option) *Ledger {
	l := &Ledger{
		store:         store,
		now:           time.Now, //nolint:forbidigo // the default of WithClock
		newAgentID:    NewAgentID,
		newContractID: NewContractID,
		attempts:      defaultAttempts,
		seed:          maphash.MakeSeed(),
	}
	for i := range l.stripes {
		l.stripes[i] = make(chan struct{}, 1)
	}
	for _, opt := range opts {
		if opt != nil {
			opt.applyLedger(l)
		}
	}
	return l
}

// Dispatch births the row of a turn, in state DISPATCHED, and its draft, which
// is the initial envelope, under a fresh contract id (C-28). The agent works
// under Row.ContractID. A turn that cannot be true (a gate without an id, a
// negative brief, a parent hand-off that is not stored) is a *LedgerError with
// ErrArgument, and nothing is written.
func (l *Ledger) Dispatch(ctx context.Context, turn Turn) (Row, error) {
	turn, err := l.checkTurn(ctx, turn)
	if err != nil {
		return Row{}, err
	}
	return l.birth(ctx, l.newAgentID(), Row{Turn: turn, BornAtDispatch: true})
}

// Init births a row and a draft for a turn that received no identity. The turn
// is bound to nothing.
func (l *Ledger) Init(ctx context.Context) (Row, error) {
	return l.birth(ctx, l.newAgentID(), Row{})
}

// Continue opens a new contract for the work of an older one: the same agent
// id and the same turn, with the same binding to plan task, parent and brief,
// linked by ContinuesContractID (C-31). The older row is left as it is. An
// unknown id is a *LedgerError with ErrNotFound.
func (l *Ledger) Continue(ctx context.Context, contractID string) (Row, error) {
	row, err := l.row(ctx, contractID)
	if err != nil {
		return Row{}, err
	}
	id, err := ParseID(row.ContractID)
	if err != nil {
		return Row{}, err
	}
	return l.birth(ctx, id.AgentID, Row{
		Turn:                row.Turn,
		BornAtDispatch:      row.BornAtDispatch,
		ContinuesContractID: row.ContractID,
	})
}

// birth completes a row with its identity and stores it with its draft. An id
// that is taken, by chance or because a store carried out the same commit
// twice, is replaced by a fresh one.
func (l *Ledger) birth(ctx context.Context, agentID string, row Row) (Row, error) {
	const tries = 3
	for try := 1; ; try++ {
		born, err := l.tryBirth(ctx, agentID, row)
		if err == nil || try == tries || !errors.Is(err, ErrExists) {
			return born, err
		}
	}
}

func (l *Ledger) tryBirth(ctx context.Context, agentID string, row Row) (Row, error) {
	row.ContractID = l.newContractID(agentID)
	if id, err := ParseID(row.ContractID); err != nil {
		return Row{}, err
	} else if id.AgentID != agentID {
		return Row{}, &IDError{What: whatContractID, Value: row.ContractID}
	}
	now := l.now().UTC()
	row.State = RowDispatched
	row.Envelope = json.RawMessage(NewDocument(agentID).String())
	row.CreatedAt, row.UpdatedAt = now, now
	row.Revision = 1
	done, err := l.store.Commit(ctx, Batch{
		NewRow: &row,
		Draft:  &Draft{ContractID: row.ContractID, Envelope: row.Envelope, UpdatedAt: now},
	})
	if err != nil {
		return Row{}, fmt.Errorf("contract: dispatch: %w", err)
	}
	row.HandoffID = done.HandoffID
	return row, nil
}

// Fill deep-merges a JSON object into the draft and never displaces a
// populated list: see Document.Fill for what it refuses, and Write for what it
// did besides.
//
// The draft is read, repaired where it was inherited broken, changed, judged
// as a whole (form, then cross-check), made canonical, and saved with its
// mirror on the row; a refused write changes nothing (C-30). Writers of one
// draft never lose each other's entries. What comes back: *SyntaxError,
// *VerbError, *OverwriteError or *FormError for what was sent, *LedgerError
// with ErrNoDraft, ErrTerminal or ErrConflict for where it was sent, and
// otherwise the store's error.
func (l *Ledger) Fill(ctx context.Context, contractID string, patch json.RawMessage) (Write, error) {
	return l.write(ctx, contractID, func(doc Document) (Document, error) {
		filled, err := doc.Fill(patch, l.form...)
		if !errors.Is(err, Overwrite) {
			return filled, err
		}
		// A patch that is sent again meets its own lists in canonical spelling,
		// and those are no collision (C-25).
		canonical, parseErr := Parse(patch, AnyRoot())
		if parseErr != nil {
			return Document{}, err
		}
		canonical, _ = Canonicalize(canonical, l.form...)
		if again, againErr := doc.Fill(json.RawMessage(canonical.String()), l.form...); againErr == nil {
			return again, nil
		}
		return Document{}, err
	})
}

// Add extends the list at path by one entry; see Document.Add, and Fill for
// the way of a write.
func (l *Ledger) Add(ctx context.Context, contractID, path string, value json.RawMessage) (Write, error) {
	return l.write(ctx, contractID, func(doc Document) (Document, error) {
		return doc.Add(path, value, l.form...)
	})
}

// Set replaces what stands at path, a list included; see Document.Set, and
// Fill for the way of a write.
func (l *Ledger) Set(ctx context.Context, contractID, path string, value json.RawMessage) (Write, error) {
	return l.write(ctx, contractID, func(doc Document) (Document, error) {
		return doc.Set(path, value, l.form...)
	})
}

// Write is what a verb did.
type Write struct {
	// Document is the draft as it is now stored.
	Document Document
	// Sanitized are the repairs that an inherited draft needed first; the row
	// keeps the values they removed (C-23).
	Sanitized []Change
	// Canonicalized are the values that were rewritten to their one spelling
	// (C-22).
	Canonicalized []Change
	// Revision is the draft's revision.
	Revision int64
}

// write carries out one verb, again and again while others win the race.
func (l *Ledger) write(ctx context.Context, contractID string, verb func(Document) (Document, error)) (Write, error) {
	var done Write
	err := l.retry(ctx, contractID, func() error {
		var err error
		done, err = l.tryWrite(ctx, contractID, verb)
		return err
	})
	return done, err
}

func (l *Ledger) tryWrite(ctx context.Context, contractID string, verb func(Document) (Document, error)) (Write, error) {
	open, err := l.open(ctx, contractID)
	if err != nil {
		return Write{}, err
	}
	if open.row.Terminal() {
		return Write{}, terminal(contractID)
	}
	doc, repairs := Sanitize(open.doc, l.form...)
	repairs = append(open.repairs, repairs...)
	if doc, err = verb(doc); err != nil {
		return Write{}, err
	}
	report, err := l.judge(ctx, doc)
	if err != nil {
		return Write{}, err
	}
	if err := report.Err(); err != nil {
		return Write{}, err
	}
	doc, canon := Canonicalize(doc, l.form...)
	if len(canon) > 0 { // a canonical spelling may be longer than what was sent
		if err := doc.within(l.limits); err != nil {
			return Write{}, err
		}
	}
	done := Write{Document: doc, Sanitized: repairs, Canonicalized: canon, Revision: open.draft.Revision}
	if open.draft.Revision > 0 && doc.String() == string(open.draft.Envelope) {
		return done, nil
	}
	done.Revision, err = l.save(ctx, open, doc, repairs)
	return done, err
}

// save stores a changed draft and its mirror on the row.
func (l *Ledger) save(ctx context.Context, open opened, doc Document, repairs []Change) (int64, error) {
	row, draft := open.row, open.draft
	now := l.now().UTC()
	draft.Envelope = json.RawMessage(doc.String())
	draft.UpdatedAt = now
	row.Envelope = draft.Envelope
	if row.Closed() {
		row.ContentChecks = nil // they were about what stood there before
	}
	row.State = RowInProgress
	row.Sanitized = appendChanges(row.Sanitized, repairs)
	row.UpdatedAt = now
	if _, err := l.store.Commit(ctx, Batch{Row: &row, Draft: &draft}); err != nil {
		return 0, err
	}
	return draft.Revision + 1, nil
}

// appendChanges never writes into the array behind before, which the store
// may share with others.
func appendChanges(before, more []Change) []Change {
	if len(more) == 0 {
		return before
	}
	known := make(map[string]bool, len(before))
	for _, change := range before {
		known[change.key()] = true
	}
	all := slices.Clip(before)
	for _, change := range more {
		if !known[change.key()] { // a draft may need the same repair again
			all = append(all, change)
		}
	}
	return all
}

// View reads a draft: the whole envelope for an empty path, else the value at
// a dotted path (C-7). A closed row shows the envelope that was stored at its
// close. The first View of an id that has a row and no draft materialises the
// initial envelope (C-29). A path that leads nowhere is ErrNotFound, a broken
// one ErrPath.
func (l *Ledger) View(ctx context.Context, contractID, path string) (json.RawMessage, error) {
	var doc Document
	err := l.retry(ctx, contractID, func() error {
		open, err := l.open(ctx, contractID)
		if err != nil {
			return err
		}
		doc = open.doc
		if open.row.Closed() {
			doc, err = l.stored(contractID, open.row.Envelope)
			return err
		}
		if open.draft.Revision > 0 {
			return nil
		}
		draft := open.draft
		draft.Envelope = json.RawMessage(doc.String())
		draft.UpdatedAt = l.now().UTC()
		_, err = l.store.Commit(ctx, Batch{Draft: &draft})
		return err
	})
	if err != nil {
		return nil, err
	}
	if path == "" {
		return json.RawMessage(doc.String()), nil
	}
	return viewAt(doc, contractID, path)
}

// Validate judges a draft without changing or materialising anything: the
// form, and the cross-check when the form holds. A finding is data in the
// report; the error is ErrNoDraft or the store's.
func (l *Ledger) Validate(ctx context.Context, contractID string) (Report, error) {
	draft, err := l.store.Draft(ctx, contractID)
	if errors.Is(err, ErrNotFound) {
		return Report{}, noDraft(contractID, err)
	}
	if err != nil {
		return Report{}, err
	}
	doc, err := l.stored(contractID, draft.Envelope)
	if err != nil {
		return Report{}, err
	}
	return l.judge(ctx, doc)
}

// RecoverEvidence fills commands_run and files_checked from a transcript, each
// only while it is still empty, with the bare calls marked as recovered
// (C-39). It is a host's call for a turn that ended before its agent wrote
// them, and otherwise a write like Fill.
func (l *Ledger) RecoverEvidence(ctx context.Context, contractID string, transcript []evidence.Run) (Write, error) {
	return l.write(ctx, contractID, func(doc Document) (Document, error) {
		return recoverLists(doc, transcript)
	})
}

// viewAt reads one path of an envelope for View.
func viewAt(doc Document, contractID, path string) (json.RawMessage, error) {
	value, err := doc.Get(path)
	if errors.Is(err, ErrNotFound) {
		return nil, &LedgerError{
			ContractID: contractID,
			Detail:     "its envelope has nothing at " + strconv.Quote(clip(path)),
			Repair:     "view " + contractID + " shows the whole envelope",
			Err:        err,
		}
	}
	return value, err
}

// opened is a contract as a call finds it.
type opened struct {
	row   Row
	draft Draft // Revision 0: not stored yet
	doc   Document
	// repairs are what had to be repaired before doc could be read at all.
	repairs []Change
}

// open reads the row and the draft of a contract. A draft that is missing is
// the row's mirror, or the initial envelope when nothing was written yet.
func (l *Ledger) open(ctx context.Context, contractID string) (opened, error) {
	id, err := ParseID(contractID)
	if err != nil {
		return opened{}, noDraft(contractID, err)
	}
	row, err := l.store.Row(ctx, contractID)
	if errors.Is(err, ErrNotFound) {
		return opened{}, noDraft(contractID, err)
	}
	if err != nil {
		return opened{}, err
	}
	draft, err := l.store.Draft(ctx, contractID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return opened{}, err
	}
	if err != nil {
		draft = Draft{ContractID: contractID}
	}
	open := opened{row: row, draft: draft}
	text := draft.Envelope
	if draft.Revision == 0 {
		text = row.Envelope
	}
	if open.doc, err = l.stored(contractID, text); err != nil {
		return opened{}, err
	}
	if !open.doc.IsObject() {
		initial := NewDocument(id.AgentID)
		if open.doc.String() != jsonNull {
			open.repairs = []Change{notAnEnvelope(open.doc, initial)}
		}
		open.doc = initial
	}
	return open, nil
}

const jsonNull = "null"

// stored parses what the store returned, whatever its size: what was stored can
// be read, and only what is made of it is held to the limits. An envelope that
// cannot be read is a fault of the store: it is reported, and nothing is put in
// its place.
func (l *Ledger) stored(contractID string, text json.RawMessage) (Document, error) {
	if len(text) == 0 {
		return Document{}, nil
	}
	doc, err := Parse(text, AnyRoot(), MaxBytes(math.MaxInt), MaxDepth(math.MaxInt))
	if err != nil {
		return Document{}, fmt.Errorf("contract: the envelope stored for %s: %w", clip(contractID), err)
	}
	doc.limits = l.limits
	return doc, nil
}

// row reads a row for a call that needs no draft.
func (l *Ledger) row(ctx context.Context, contractID string) (Row, error) {
	if _, err := ParseID(contractID); err != nil {
		return Row{}, notFound(contractID, err)
	}
	row, err := l.store.Row(ctx, contractID)
	if errors.Is(err, ErrNotFound) {
		return Row{}, notFound(contractID, err)
	}
	return row, err
}

func notFound(contractID string, cause error) error {
	return &LedgerError{
		ContractID: contractID,
		Detail:     "no row has the contract id " + strconv.Quote(clip(contractID)),
		Repair:     "list the rows and take the id as it stands there",
		Err:        joinCause(ErrNotFound, cause),
	}
}

func noDraft(contractID string, cause error) error {
	return &LedgerError{
		ContractID: contractID,
		Detail:     "no row was born for " + strconv.Quote(clip(contractID)),
		Repair:     "use the contract id of the dispatch, or run init for a new one",
		Err:        joinCause(ErrNoDraft, cause),
	}
}

func terminal(contractID string) error {
	return &LedgerError{
		ContractID: contractID,
		Detail:     "it was closed COMPLETE and can no longer be changed",
		Repair:     "continue " + contractID + " opens a contract for further work",
		Err:        ErrTerminal,
	}
}

// joinCause makes an error match the sentinel and keeps its cause matchable,
// with the sentinel's text alone.
func joinCause(sentinel, cause error) error { return causedError{sentinel, cause} }

type causedError struct{ sentinel, cause error }

func (e causedError) Error() string   { return e.sentinel.Error() }
func (e causedError) Unwrap() []error { return []error{e.sentinel, e.cause} }

// retry runs try under the contract's lock until it ends in something else
// than a lost race.
func (l *Ledger) retry(ctx context.Context, contractID string, try func() error) error {
	lock := l.stripes[maphash.String(l.seed, contractID)%lockStripes]
	select {
	case lock <- struct{}{}:
		defer func() { <-lock }()
	case <-ctx.Done():
		return ctx.Err()
	}
	pause := firstPause
	for attempt := 1; ; attempt++ {
		err := try()
		if !errors.Is(err, ErrConflict) {
			return err
		}
		if attempt >= l.attempts {
			return &LedgerError{
				ContractID: contractID,
				Detail:     "other writers won " + strconv.Itoa(attempt) + " times in a row",
				Repair:     "send the same call again",
				Err:        err,
			}
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		pause = min(2*pause, longestPause)
	}
}
