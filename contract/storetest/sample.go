package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// at is a time of the samples: whole microseconds, which is what a store must
// keep, so many minutes after a fixed instant.
func at(minutes int) time.Time {
	return time.Date(2031, time.March, 4, 5, 6, 7, 123456000, time.UTC).Add(time.Duration(minutes) * time.Minute)
}

// name makes a contract id; the store does not look into it.
func name(n int) string { return fmt.Sprintf("a%016x.t%d", n, n) }

// raw is JSON written as an agent might: order, spacing, number spelling and
// characters that encoders like to escape must all be kept.
func raw(label string) json.RawMessage {
	return json.RawMessage(fmt.Sprintf("{ \"z\":%q ,\n\t\"a\" : [1.0, 1e+2, -0, 123456789012345678901234567890], \"<&>\": \"\\u0041\\/ \u2028 && é\" }", label))
}

// fullRow is a closed row with every member set, but for Cut (see cutRow), so
// that a store that forgets one is seen.
func fullRow(n int) contract.Row {
	return contract.Row{
		ContractID: name(n),
		Turn: contract.Turn{
			AgentName: "agent", Goal: "reach <it> & \"stop\"", Role: "producer", Surface: "api",
			Workspace: "w", Project: "p", GoalProject: "shop-eu", Workflow: "plan → build", BriefID: 7, PlanTaskID: "task-1", ParentHandoffID: 3,
			CanRead: []string{"stack", "domain"}, CanWrite: []string{"domain"},
			Gates: []contract.Gate{
				{ID: "g1", Type: contract.GateCommand, Command: "go test ./...", Status: contract.GatePending},
				{ID: "g2", Type: contract.GateSemantic, Status: contract.GatePass},
			},
			Consolidation: true,
		},
		State:                  "BLOCKED",
		Reconciled:             &contract.Cut{Lane: contract.LaneSalvage, Reason: "early", At: at(2)},
		Envelope:               raw("envelope"),
		BornAtDispatch:         true,
		ContinuesContractID:    name(1000 + n),
		ConclusionAlias:        true,
		ContentChecks:          raw("checks"),
		Sanitized:              []contract.Change{{Field: "a.b", Detail: "wrapped", Old: raw("old"), New: raw("new")}, {Field: "c", Detail: "removed", Old: raw("gone")}},
		UpdateContractsRefused: []contract.RefusedUpdate{{Index: 2, Section: "stack", Key: "k", Reason: "not owned"}, {Index: 3, Reason: "no object"}},
		EvidenceKeys:           []string{name(n) + ":e1", name(n) + ":e2"},
		CreatedAt:              at(3),
		UpdatedAt:              at(4),
		ClosedAt:               at(5),
	}
}

// cutRow is a row that a lane ended.
func cutRow(n int) contract.Row {
	row := fullRow(n)
	row.State, row.Reconciled = contract.RowInProgress, nil
	row.Cut = &contract.Cut{Lane: contract.LaneReaper, Reason: "silent", At: at(1)}
	return row
}

// plainRow is a row as a dispatch writes it.
func plainRow(n int) contract.Row {
	return contract.Row{ContractID: name(n), State: contract.RowDispatched, CreatedAt: at(n), UpdatedAt: at(n)}
}

func fullDraft(n int) contract.Draft {
	return contract.Draft{ContractID: name(n), Envelope: raw("draft"), UpdatedAt: at(6)}
}

func fullProposal(contractID, key string) contract.Proposal {
	return contract.Proposal{
		ContractID: contractID, Key: key, Workspace: "w", Project: "p", Section: "stack",
		Payload: raw("payload"), Drift: raw("drift"), FailedGuards: []string{"one", "two"},
		State: contract.ProposalPending, CreatedAt: at(7),
	}
}

func fullEvidence(key string) evidence.Row {
	return evidence.Row{
		Workspace: "w", BriefID: 7, ACID: "ac-1", TaskID: "task-1", Type: evidence.CommandOutput,
		Text: "ok  \tall <tests> & more\n", SizeBytes: 25, SHA256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		Polarity: evidence.Negative, Origin: evidence.FromHarness, CreatedByAgent: "a0123456789abcdef",
		Key: key, CreatedAt: at(8),
	}
}

func fileEvidence(key string) evidence.Row {
	row := fullEvidence(key)
	row.Type, row.Text, row.ArtifactPath = evidence.File, "", "/artifacts/w/brief/ac-1/x.txt"
	return row
}

func fullVerdict(producer, gate string) contract.GateVerdict {
	return contract.GateVerdict{
		ProducerID: producer, GateID: gate, Verdict: contract.GateFail, Note: "seen <it> fail", VerifierID: name(99), At: at(9),
	}
}

func commit(ctx context.Context, store contract.Store, batch contract.Batch) (contract.Committed, error) {
	done, err := store.Commit(ctx, batch)
	if err != nil {
		return done, fmt.Errorf("Commit: expected no error, got %w", err)
	}
	return done, nil
}

func must(ctx context.Context, store contract.Store, batches ...contract.Batch) error {
	for _, batch := range batches {
		if _, err := commit(ctx, store, batch); err != nil {
			return err
		}
	}
	return nil
}

func newRow(row contract.Row) contract.Batch { return contract.Batch{NewRow: &row} }

// collect reads a list to its end.
func collect[T any](list iter.Seq2[T, error]) ([]T, error) {
	var all []T
	for value, err := range list {
		if err != nil {
			return all, err
		}
		all = append(all, value)
	}
	return all, nil
}

func allRows(ctx context.Context, store contract.Store, filter contract.Filter) ([]contract.Row, error) {
	rows, err := collect(store.Rows(ctx, filter))
	if err != nil {
		return nil, fmt.Errorf("Rows: expected no error, got %w", err)
	}
	return rows, nil
}

func allProposals(ctx context.Context, store contract.Store, filter contract.ProposalFilter) ([]contract.Proposal, error) {
	proposals, err := collect(store.Proposals(ctx, filter))
	if err != nil {
		return nil, fmt.Errorf("Proposals: expected no error, got %w", err)
	}
	return proposals, nil
}

func readRow(ctx context.Context, store contract.Store, id string) (contract.Row, error) {
	row, err := store.Row(ctx, id)
	if err != nil {
		return row, fmt.Errorf("Row: expected no error, got %w", err)
	}
	return row, nil
}

func readDraft(ctx context.Context, store contract.Store, id string) (contract.Draft, error) {
	draft, err := store.Draft(ctx, id)
	if err != nil {
		return draft, fmt.Errorf("Draft: expected no error, got %w", err)
	}
	return draft, nil
}

func readEvidence(ctx context.Context, store contract.Store, id int64) (evidence.Row, error) {
	row, err := store.EvidenceRow(ctx, id)
	if err != nil {
		return row, fmt.Errorf("EvidenceRow: expected no error, got %w", err)
	}
	return row, nil
}

func readSection(ctx context.Context, store contract.Store, workspace, section string) (contract.Section, error) {
	got, err := store.Section(ctx, workspace, section)
	if err != nil {
		return got, fmt.Errorf("Section: expected no error, got %w", err)
	}
	return got, nil
}
