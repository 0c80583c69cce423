package sqlitestore

import (
	"context"
	"encoding/json"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

// childContext is the context of a child process.
func childContext() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGTERM)
}

func TestTwentyProcessesAddToOneDraft(t *testing.T) { // none fails, none is lost
	const processes = 20
	path := tempFile(t)
	s := openFile(t, path)
	_, err := s.Commit(t.Context(), contract.Batch{
		NewRow: &contract.Row{ContractID: closedID, Envelope: []byte(`["0"]`)},
		Draft:  &contract.Draft{ContractID: closedID, Envelope: []byte(`["0"]`)},
	})
	require.NoError(t, err)
	var wg sync.WaitGroup
	for n := range processes {
		cmd := child(t, "add", path, strconv.Itoa(n+1))
		wg.Go(func() {
			output, err := cmd.CombinedOutput()
			assert.NoError(t, err, "%s", output)
		})
	}
	wg.Wait()
	draft, err := s.Draft(t.Context(), closedID)
	require.NoError(t, err)
	var list, want []string
	require.NoError(t, json.Unmarshal(draft.Envelope, &list))
	for n := range processes + 1 {
		want = append(want, strconv.Itoa(n))
	}
	assert.ElementsMatch(t, want, list)
	assert.EqualValues(t, processes+1, draft.Revision)
}

func TestProcessesThatCreateTheDatabaseTogether(t *testing.T) {
	path := tempFile(t)
	var wg sync.WaitGroup
	for range 20 {
		cmd := child(t, "create", path, "")
		wg.Go(func() {
			output, err := cmd.CombinedOutput()
			assert.NoError(t, err, "%s", output)
		})
	}
	wg.Wait()
	_, err := openFile(t, path).Commit(t.Context(), birth("x"))
	assert.NoError(t, err)
}

// create opens a database that may not be there yet.
func create(path, _ string) error {
	ctx, stop := childContext()
	defer stop()
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	return s.Close()
}
