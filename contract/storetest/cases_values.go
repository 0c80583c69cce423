package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// everyPlane has characters of all 17 planes, among them private and
// unassigned ones, line separators, joiners, marks that normalisation would
// move, and what HTML and SQL give a meaning to.
func everyPlane() string {
	var b strings.Builder
	b.WriteString("\t\r\n\x01\x7f\u0085\u00a0<&>\"'\\/%_*?`;--\u2028\u2029\ufeff\ufffd\u200d e\u0301 \u00e9 \u212b \ud7ff\ue000 ")
	for plane := rune(0); plane <= 16; plane++ {
		for _, low := range []rune{0x0100, 0x4e2d, 0xf600, 0xfffd} {
			b.WriteRune(plane<<16 | low)
		}
	}
	return b.String()
}

// asJSON writes s as a JSON string with all characters but the necessary ones
// as they are.
func asJSON(s string) json.RawMessage {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return json.RawMessage(b.String())
}

// storeEverywhere commits rows and all that belongs to them, whose texts and
// documents are the given ones, and demands that they come back.
func storeEverywhere(ctx context.Context, store contract.Store, text string, doc json.RawMessage) error {
	row := fullRow(1)
	row.ContractID, row.ContinuesContractID = name(1)+text, text
	row.Turn = contract.Turn{
		AgentName: text, Goal: text, Role: text, Surface: text, Workspace: text, Project: text, Workflow: text, PlanTaskID: text,
		CanRead: []string{text, text}, CanWrite: []string{text},
		Gates: []contract.Gate{{ID: text, Type: contract.GateCommand, Command: text, Status: contract.GatePending}},
	}
	row.State, row.Reconciled = contract.RowState(text), &contract.Cut{Lane: contract.LaneReaper, Reason: text, At: at(1)}
	row.Envelope, row.ContentChecks = doc, doc
	row.Sanitized = []contract.Change{{Field: text, Detail: text, Old: doc, New: doc}}
	row.UpdateContractsRefused = []contract.RefusedUpdate{{Section: text, Key: text, Reason: text}}
	row.EvidenceKeys = []string{text, "", text}
	draft := contract.Draft{ContractID: row.ContractID, Envelope: doc, UpdatedAt: at(2)}
	kept := section(text, text, doc, 0)
	proposal := contract.Proposal{
		ContractID: row.ContractID, Key: text, Workspace: text, Project: text, Section: text, Payload: doc, Drift: doc,
		FailedGuards: []string{text}, State: contract.ProposalAccepted, DecidedBy: text, Note: text, CreatedAt: at(3), DecidedAt: at(4),
	}
	verdict := contract.GateVerdict{ProducerID: row.ContractID, GateID: text, Verdict: contract.GatePass, Note: text, VerifierID: text, At: at(5)}
	done, err := commit(ctx, store, contract.Batch{
		NewRow: &row, Draft: &draft, Sections: []contract.Section{kept}, Proposals: []contract.Proposal{proposal}, Verdicts: []contract.GateVerdict{verdict},
	})
	if err != nil {
		return err
	}
	row.HandoffID, row.Revision, row.Verdicts = done.HandoffID, 1, []contract.GateVerdict{verdict}
	draft.Revision, kept.Revision, proposal.ID = 1, 1, done.ProposalIDs[0]
	gotRow, err := readRow(ctx, store, row.ContractID)
	if err != nil {
		return err
	}
	if err := same("row", row, gotRow); err != nil {
		return err
	}
	filtered, err := allRows(ctx, store, contract.Filter{AgentName: text, Workspace: text, Continues: text, States: []contract.RowState{row.State}})
	if err != nil {
		return err
	}
	if err := same("Rows", []contract.Row{row}, filtered); err != nil {
		return err
	}
	gotDraft, err := readDraft(ctx, store, row.ContractID)
	if err != nil {
		return err
	}
	if err := same("draft", draft, gotDraft); err != nil {
		return err
	}
	gotSection, err := readSection(ctx, store, text, text)
	if err != nil {
		return err
	}
	if err := same("section", kept, gotSection); err != nil {
		return err
	}
	gotProposals, err := allProposals(ctx, store, contract.ProposalFilter{ContractID: row.ContractID})
	if err != nil {
		return err
	}
	return same("proposals", []contract.Proposal{proposal}, gotProposals)
}

func valueCases() []Case {
	return []Case{
		{
			Name: "values/unicode", Rule: "Text of every Unicode plane comes back as it was, in names, in notes and inside documents, and finds its row again.",
			check: func(ctx context.Context, b *bench) error {
				text := everyPlane()
				if err := storeEverywhere(ctx, b.store, text, asJSON(text)); err != nil {
					return err
				}
				row := fullEvidence("key " + text)
				row.Text, row.Workspace, row.ACID, row.TaskID, row.CreatedByAgent = text, text, text, text, text
				return storeEvidence(ctx, b.store, row)
			},
		},
		{
			Name: "values/nul", Rule: `The escape \u0000 inside a document stays that escape, and evidence text may hold the character itself.`,
			check: func(ctx context.Context, b *bench) error {
				doc := json.RawMessage(`{"a\u0000b":"\u0000","c":["x\u0000y\u0000"],"d":"\ud83d\ude00\u001f"}`)
				if err := storeEverywhere(ctx, b.store, "plain", doc); err != nil {
					return err
				}
				row := fullEvidence("k")
				row.Text = "before\x00after\x00"
				return storeEvidence(ctx, b.store, row)
			},
		},
		{
			Name: "values/as-written", Rule: "A document comes back byte for byte: spacing, member order, number spelling, escapes and repeated values.",
			check: func(ctx context.Context, b *bench) error {
				return storeEverywhere(ctx, b.store, "plain", raw(" \t as written \n "))
			},
		},
		{
			Name: "values/null-and-absent", Rule: "A document that is nil, one that is null and one that is empty are kept apart, the envelope's nil aside, which may read as null.",
			check: func(ctx context.Context, b *bench) error {
				null := json.RawMessage("null")
				row := plainRow(1)
				row.Envelope, row.ContentChecks = null, null
				row.Sanitized = []contract.Change{{Field: "a", Old: null, New: nil}, {Field: "b", Old: null, New: null}}
				proposal := contract.Proposal{ContractID: name(1), Key: "k", Section: "s", Payload: null, Drift: nil, State: contract.ProposalPending, CreatedAt: at(1)}
				other := proposal
				other.Key, other.Drift = "k2", null
				empty := plainRow(2)
				empty.ContentChecks = json.RawMessage("{}")
				list := []contract.Proposal{proposal, other}
				done, err := commit(ctx, b.store, contract.Batch{NewRow: &row, Proposals: list})
				if err != nil {
					return err
				}
				absent := plainRow(3)
				if err := must(ctx, b.store, newRow(empty), newRow(absent)); err != nil {
					return err
				}
				rows, err := allRows(ctx, b.store, contract.Filter{})
				if err != nil {
					return err
				}
				want := []contract.Row{row, empty, absent}
				for n := range min(len(rows), len(want)) {
					want[n].HandoffID, want[n].Revision = rows[n].HandoffID, 1
				}
				for n, id := range done.ProposalIDs {
					list[n].ID = id
				}
				if err := same("rows", want, rows); err != nil {
					return err
				}
				got, err := allProposals(ctx, b.store, contract.ProposalFilter{})
				if err != nil {
					return err
				}
				return same("proposals", list, got)
			},
		},
		{
			Name: "values/8-MiB", Rule: "A document of 8 MiB comes back whole, as draft, as row and as section, also in a list.",
			check: func(ctx context.Context, b *bench) error {
				const size = 8 << 20
				head, line := `{"a":["`, `\u0000 é 😀 <&> `
				doc := json.RawMessage(head + strings.Repeat(line, (size-len(head)-3)/len(line)))
				for len(doc) < size-3 {
					doc = append(doc, '.')
				}
				doc = append(doc, `"]}`...)
				row := plainRow(1)
				row.Envelope = doc
				draft := contract.Draft{ContractID: name(1), Envelope: doc, UpdatedAt: at(1)}
				if err := must(ctx, b.store, contract.Batch{NewRow: &row, Draft: &draft, Sections: []contract.Section{section("w", "s", doc, 0)}}); err != nil {
					return err
				}
				got, err := readState(ctx, b.store)
				if err != nil {
					return err
				}
				if len(got.Rows) != 1 {
					return fmt.Errorf("expected 1 row, got %d", len(got.Rows))
				}
				row.HandoffID, row.Revision, draft.Revision = got.Rows[0].HandoffID, 1, 1
				return same("state", state{
					Rows: []contract.Row{row}, Drafts: []contract.Draft{draft}, Sections: []contract.Section{section("w", "s", doc, 1)},
				}, got)
			},
		},
		{
			Name: "values/times", Rule: "Times come back as the same instant in UTC, to the microsecond, and a zero time as zero.",
			check: func(ctx context.Context, b *bench) error {
				east := time.FixedZone("east", 5*3600+1800)
				instants := []time.Time{
					{},
					time.Unix(0, 0), at(0).In(east), time.Date(1, 1, 1, 0, 0, 0, 1000, time.UTC), time.Date(1969, 12, 31, 23, 59, 59, 999999000, east),
					time.Date(2300, 1, 1, 0, 0, 0, 1000, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC),
				}
				for n, instant := range instants {
					row := plainRow(n)
					row.CreatedAt, row.UpdatedAt, row.ClosedAt = instant, instant, instant
					row.Cut = &contract.Cut{Lane: contract.LaneReaper, At: instant}
					draft := contract.Draft{ContractID: row.ContractID, Envelope: raw("d"), UpdatedAt: instant}
					if err := must(ctx, b.store, contract.Batch{NewRow: &row, Draft: &draft}); err != nil {
						return err
					}
					got, err := readRow(ctx, b.store, row.ContractID)
					if err != nil {
						return err
					}
					row.HandoffID, row.Revision, draft.Revision = got.HandoffID, 1, 1
					if err := same("row", row, got); err != nil {
						return err
					}
					gotDraft, err := readDraft(ctx, b.store, row.ContractID)
					if err != nil {
						return err
					}
					if err := same("draft", draft, gotDraft); err != nil {
						return err
					}
				}
				return nil
			},
		},
		{
			Name: "values/int64", Rule: "Numbers of hosts keep their whole range.",
			check: func(ctx context.Context, b *bench) error {
				for n, v := range []int64{math.MaxInt64, math.MinInt64, 1<<53 + 1} {
					row := plainRow(n)
					row.Turn.BriefID, row.Turn.ParentHandoffID = v, v
					if err := must(ctx, b.store, newRow(row)); err != nil {
						return err
					}
					got, err := allRows(ctx, b.store, contract.Filter{ParentHandoffID: v})
					if err != nil {
						return err
					}
					if len(got) != 1 || got[0].Turn.BriefID != v || got[0].Turn.ParentHandoffID != v {
						return fmt.Errorf("expected one row with the brief and the parent %d, got %+v", v, got)
					}
				}
				row := fullEvidence("k")
				row.BriefID, row.SizeBytes = math.MaxInt64, math.MaxInt64
				return storeEvidence(ctx, b.store, row)
			},
		},
	}
}

func storeEvidence(ctx context.Context, store contract.Store, row evidence.Row) error {
	done, err := commit(ctx, store, contract.Batch{Evidence: []evidence.Row{row}})
	if err != nil {
		return err
	}
	got, err := readEvidence(ctx, store, done.EvidenceIDs[0])
	if err != nil {
		return err
	}
	row.ID = done.EvidenceIDs[0]
	return same("evidence", row, got)
}
