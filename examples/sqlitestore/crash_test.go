package sqlitestore

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

// The tests run themselves again as child processes, told what to do by these.
const (
	childEnv = "HANDFAST_TEST_CHILD"
	pathEnv  = "HANDFAST_TEST_PATH"
	argEnv   = "HANDFAST_TEST_ARG"
)

func TestMain(m *testing.M) {
	children := map[string]func(path, arg string) error{"close": closeAndDie, "add": addOnce, "create": create}
	if child, ok := children[os.Getenv(childEnv)]; ok {
		if err := child(os.Getenv(pathEnv), os.Getenv(argEnv)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(t *testing.T, what, path, arg string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childEnv+"="+what, pathEnv+"="+path, argEnv+"="+arg)
	return cmd
}

const closedID = "a0123456789abcdef.close"

// closing is what a close commits: the row and its draft, evidence and
// proposals, a section that was merged, a decision, and a verdict.
func closing(pending int64) contract.Batch {
	envelope := []byte(`{"agent_status":{"agent_state":"COMPLETE"}}`)
	return contract.Batch{
		Row:       &contract.Row{ContractID: closedID, State: "COMPLETE", Envelope: envelope, Revision: 1},
		Draft:     &contract.Draft{ContractID: closedID, Envelope: envelope, Revision: 1},
		Evidence:  []evidence.Row{proof(closedID + ":1"), proof(closedID + ":2")},
		Sections:  []contract.Section{{Workspace: "w", Name: "stack", Content: []byte(`{"new":1}`), Revision: 1}},
		Proposals: []contract.Proposal{{ContractID: closedID, Key: closedID + ":3", State: contract.ProposalPending}},
		Decisions: []contract.Decision{{ProposalID: pending, State: contract.ProposalAccepted, By: "ann"}},
		Verdicts:  []contract.GateVerdict{{ProducerID: closedID, GateID: "g", Verdict: contract.GatePass, VerifierID: "v"}},
	}
}

// closeAndDie commits the close and kills its own process, as nothing could
// clean up after, before the statement with the given number.
func closeAndDie(path, arg string) error {
	at, err := strconv.Atoi(arg)
	if err != nil {
		return err
	}
	step := 0
	ctx, stop := childContext()
	defer stop()
	s, err := Open(ctx, path, withStep(func(string) {
		if step == at {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {} // it may arrive a moment later
		}
		step++
	}))
	if err != nil {
		return err
	}
	if _, err := s.Commit(ctx, closing(1)); err != nil {
		return err
	}
	return s.Close()
}

func TestAKilledCloseLeavesTheOldOrTheNewState(t *testing.T) {
	dir := t.TempDir()
	kills, old := 0, 0
	for at := 0; ; at++ {
		path := fmt.Sprintf("%s/%d.db", dir, at)
		prepareClose(t, path)
		cmd := child(t, "close", path, strconv.Itoa(at))
		output, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err == nil {
			assert.True(t, readClose(t, path), "a close that ended")
			break
		}
		require.ErrorAs(t, err, &exit, "%s", output)
		status, ok := exit.Sys().(syscall.WaitStatus)
		require.True(t, ok)
		require.Equal(t, syscall.SIGKILL, status.Signal(), "%s", output)
		kills++
		if !readClose(t, path) {
			old++
		}
	}
	// BEGIN, two look-ups, eight changes and COMMIT; and then the end of the
	// call, the one kill that leaves the new state.
	assert.GreaterOrEqual(t, kills, 13)
	assert.Equal(t, kills-1, old)
}

func prepareClose(t *testing.T, path string) {
	t.Helper()
	s, err := Open(t.Context(), path)
	require.NoError(t, err)
	done, err := s.Commit(t.Context(), contract.Batch{
		NewRow:    &contract.Row{ContractID: closedID, State: contract.RowInProgress},
		Draft:     &contract.Draft{ContractID: closedID, Envelope: []byte(`{}`)},
		Sections:  []contract.Section{{Workspace: "w", Name: "stack", Content: []byte(`{}`)}},
		Proposals: []contract.Proposal{{ContractID: closedID, Key: "old", State: contract.ProposalPending}},
	})
	require.NoError(t, err)
	require.Equal(t, []int64{1}, done.ProposalIDs)
	require.NoError(t, s.Close())
}

// readClose opens the database again and reports whether the close is there,
// after it has made sure that all of it agrees.
func readClose(t *testing.T, path string) bool {
	t.Helper()
	ctx := t.Context()
	s := openFile(t, path)
	row, err := s.Row(ctx, closedID)
	require.NoError(t, err)
	draft, err := s.Draft(ctx, closedID)
	require.NoError(t, err)
	section, err := s.Section(ctx, "w", "stack")
	require.NoError(t, err)
	var proposals []contract.Proposal
	for p, err := range s.Proposals(ctx, contract.ProposalFilter{}) {
		require.NoError(t, err)
		proposals = append(proposals, p)
	}
	var deposits int
	for _, err := range s.Evidence().List(ctx, 1, "") {
		require.NoError(t, err)
		deposits++
	}
	closed := row.Closed()
	want := func(then, before int) int {
		if closed {
			return then
		}
		return before
	}
	assert.EqualValues(t, want(2, 1), row.Revision)
	assert.EqualValues(t, want(2, 1), draft.Revision)
	assert.EqualValues(t, want(2, 1), section.Revision)
	assert.Equal(t, closed, string(draft.Envelope) != `{}`)
	assert.Len(t, row.Verdicts, want(1, 0))
	assert.Equal(t, want(2, 0), deposits)
	require.Len(t, proposals, want(2, 1))
	assert.Equal(t, closed, proposals[0].State == contract.ProposalAccepted)
	// And what is there can be worked on.
	if !closed {
		_, err = s.Commit(ctx, closing(1))
		assert.NoError(t, err, "the close, tried again")
	}
	return closed
}

// addOnce adds one entry to a draft's list, as the contract add command does.
func addOnce(path, arg string) error {
	ctx, stop := childContext()
	defer stop()
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	for {
		draft, err := s.Draft(ctx, closedID)
		if err != nil {
			return errors.Join(err, s.Close())
		}
		row, err := s.Row(ctx, closedID)
		if err != nil {
			return errors.Join(err, s.Close())
		}
		draft.Envelope = append(append(draft.Envelope[:len(draft.Envelope)-1:len(draft.Envelope)-1], ',', '"'), arg+`"]`...)
		row.Envelope = draft.Envelope
		if _, err = s.Commit(ctx, contract.Batch{Row: &row, Draft: &draft}); !errors.Is(err, contract.ErrConflict) {
			return errors.Join(err, s.Close())
		}
	}
}
