package storetest

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// forgottenMembers are stores that lose one member of one type: one fault for
// each, found by reflection, so that a new member is in no case forgotten by
// the suite.
func forgottenMembers() []fault {
	var all []fault
	each := func(of reflect.Type, c string, forget func(b *broken, member int)) {
		for member := range of.NumField() {
			all = append(all, fault{"forgets " + of.String() + "." + of.Field(member).Name, []string{c}, func(b *broken) { forget(b, member) }})
		}
	}
	each(reflect.TypeFor[contract.Row](), "row/round-trip", func(b *broken, member int) {
		b.onRow = func(_ string, r *contract.Row) { zero(r, member) }
		if reflect.TypeFor[contract.Row]().Field(member).Name == "Verdicts" {
			b.onRow = func(_ string, r *contract.Row) { r.Verdicts = []contract.GateVerdict{{}} }
		}
	})
	each(reflect.TypeFor[contract.Turn](), "row/round-trip", func(b *broken, member int) {
		b.onRow = func(_ string, r *contract.Row) { zero(&r.Turn, member) }
	})
	each(reflect.TypeFor[contract.Gate](), "row/round-trip", func(b *broken, member int) {
		b.onRow = func(_ string, r *contract.Row) {
			for i := range r.Turn.Gates {
				zero(&r.Turn.Gates[i], member)
			}
		}
	})
	each(reflect.TypeFor[contract.Cut](), "row/round-trip", func(b *broken, member int) {
		b.onRow = func(_ string, r *contract.Row) {
			if r.Cut != nil {
				zero(r.Cut, member)
			}
		}
	})
	each(reflect.TypeFor[contract.Change](), "row/round-trip", func(b *broken, member int) {
		b.onRow = func(_ string, r *contract.Row) {
			for i := range r.Sanitized {
				zero(&r.Sanitized[i], member)
			}
		}
	})
	each(reflect.TypeFor[contract.RefusedUpdate](), "row/round-trip", func(b *broken, member int) {
		b.onRow = func(_ string, r *contract.Row) {
			for i := range r.UpdateContractsRefused {
				zero(&r.UpdateContractsRefused[i], member)
			}
		}
	})
	each(reflect.TypeFor[contract.Draft](), "draft/round-trip", func(b *broken, member int) {
		b.onDraft = func(d *contract.Draft) { zero(d, member) }
	})
	each(reflect.TypeFor[contract.Section](), "section/round-trip", func(b *broken, member int) {
		b.onSection = func(s *contract.Section) { zero(s, member) }
	})
	each(reflect.TypeFor[contract.Proposal](), "proposal/round-trip", func(b *broken, member int) {
		b.onProposal = func(p *contract.Proposal) { zero(p, member) }
	})
	each(reflect.TypeFor[contract.GateVerdict](), "verdict/filled", func(b *broken, member int) {
		b.onRow = func(_ string, r *contract.Row) {
			for i := range r.Verdicts {
				zero(&r.Verdicts[i], member)
			}
		}
	})
	each(reflect.TypeFor[evidence.Row](), "evidence/round-trip", func(b *broken, member int) {
		b.onEvidence = func(e *evidence.Row) { zero(e, member) }
	})
	each(reflect.TypeFor[contract.CommandSet](), "progress/round-trip", func(b *broken, member int) {
		b.onSet = func(s *contract.CommandSet) { zero(s, member) }
	})
	return all
}

func zero[T any](v *T, member int) { reflect.ValueOf(v).Elem().Field(member).SetZero() }

// The comparison of the suite itself.
func TestSameNamesWhatDiffers(t *testing.T) {
	require.NoError(t, same("row", fullRow(1), fullRow(1)))
	changed := fullRow(1)
	changed.Turn.Gates[1].ID = "g3"
	require.ErrorContains(t, same("row", fullRow(1), changed), `row.Turn.Gates[1].ID: expected "g2", got "g3"`)
	empty := plainRow(1)
	empty.Turn.CanRead, empty.Envelope, empty.Verdicts = []string{}, []byte("null"), []contract.GateVerdict{}
	require.NoError(t, same("row", plainRow(1), empty), "nil and empty lists, a nil and a null envelope")
	empty.ContentChecks = []byte("null")
	require.ErrorContains(t, same("row", plainRow(1), empty), "row.ContentChecks")
}
