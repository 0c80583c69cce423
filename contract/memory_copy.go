package contract

import (
	"slices"
	"time"
)

// utc is a time as a store keeps it: no zone and no monotonic reading.
func utc(t time.Time) time.Time { return t.UTC().Round(0) }

// mirrored returns one copy of the envelope that a batch gives to its draft
// and to its row alike, or nil. The mirror of C-30 is the common write, and
// its document is to be copied and kept once.
func mirrored(batch *Batch) []byte {
	row := batch.Row
	if row == nil {
		row = batch.NewRow
	}
	if row == nil || batch.Draft == nil || !sameBytes(row.Envelope, batch.Draft.Envelope) {
		return nil
	}
	if batch.NewRow != nil && !sameBytes(row.Envelope, batch.NewRow.Envelope) {
		return nil
	}
	return slices.Clone(row.Envelope)
}

// sameBytes reports that two slices are the same memory.
func sameBytes(a, b []byte) bool { return len(a) > 0 && len(a) == len(b) && &a[0] == &b[0] }

// storedRow is a row as the store keeps it: a copy, times in UTC, no verdicts.
// A mirror is the copy of the envelope that was made already.
func storedRow(row *Row, mirror []byte) *Row {
	in := *row
	if mirror != nil {
		in.Envelope = nil
	}
	stored := copyRow(&in, nil)
	if mirror != nil {
		stored.Envelope = mirror
	}
	stored.CreatedAt, stored.UpdatedAt, stored.ClosedAt = utc(row.CreatedAt), utc(row.UpdatedAt), utc(row.ClosedAt)
	for _, cut := range []*Cut{stored.Cut, stored.Reconciled} {
		if cut != nil {
			cut.At = utc(cut.At)
		}
	}
	return &stored
}

// copyRow returns a row that shares no memory with row or verdicts.
func copyRow(row *Row, verdicts []GateVerdict) Row {
	out := *row
	out.Turn.CanRead = slices.Clone(row.Turn.CanRead)
	out.Turn.CanWrite = slices.Clone(row.Turn.CanWrite)
	out.Turn.Gates = slices.Clone(row.Turn.Gates)
	out.Cut = copyPointer(row.Cut)
	out.Reconciled = copyPointer(row.Reconciled)
	out.Envelope = slices.Clone(row.Envelope)
	out.ContentChecks = slices.Clone(row.ContentChecks)
	out.Sanitized = slices.Clone(row.Sanitized)
	for i := range out.Sanitized {
		change := &out.Sanitized[i]
		change.Old, change.New = slices.Clone(change.Old), slices.Clone(change.New)
	}
	out.UpdateContractsRefused = slices.Clone(row.UpdateContractsRefused)
	out.EvidenceKeys = slices.Clone(row.EvidenceKeys)
	out.Verdicts = slices.Clone(verdicts)
	return out
}

// copyProposal returns a proposal that shares no memory with p, its times in
// UTC.
func copyProposal(p *Proposal) Proposal {
	out := *p
	out.Payload = slices.Clone(p.Payload)
	out.Drift = slices.Clone(p.Drift)
	out.FailedGuards = slices.Clone(p.FailedGuards)
	out.CreatedAt, out.DecidedAt = utc(p.CreatedAt), utc(p.DecidedAt)
	return out
}

func copyFilter(f Filter) Filter {
	f.States = slices.Clone(f.States)
	f.Cut = copyPointer(f.Cut)
	return f
}

func copyPointer[T any](p *T) *T {
	if p == nil {
		return nil
	}
	out := *p
	return &out
}
