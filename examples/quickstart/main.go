// Quickstart shows the main job in one run, on the embedded store and with no
// set-up: an agent's hand-off is believed only as far as the harness's own
// record goes. Every line is printed from a real call; the one thing that is
// simulated, the output of a cluster that is not there, says so.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/evidence"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

// tour is one turn on its way from dispatch to receipt.
type tour struct {
	out      *bufio.Writer // keeps its first error
	store    *contract.MemoryStore
	ledger   *contract.Ledger
	recorder *evidence.Recorder
	id       string // the contract that the agent works under
}

func run(ctx context.Context, out io.Writer) error {
	store := contract.NewMemoryStore()
	t := &tour{out: bufio.NewWriter(out), store: store, ledger: contract.NewLedger(store), recorder: evidence.NewRecorder()}
	for i, step := range []struct {
		title string
		take  func(context.Context) error
	}{
		{"The harness dispatches a turn.", t.dispatch},
		{"The agent writes its envelope in several calls.", t.fill},
		{"A second fill would displace what is there, and is refused whole.", t.overwrite},
		{"The agent claims COMPLETE with a command that it never ran.", t.claim},
		{"It runs what it claimed, looks at the cluster, and proposes what it learned.", t.runAndPropose},
		{"The same close now agrees with the record.", t.close},
		{"The orchestrator decides what is left: first it looks, then it accepts.", t.accept},
		{"Closing again is the same hand-off, and nobody writes to it any more.", t.closeAgain},
	} {
		_, _ = fmt.Fprintf(t.out, "%d. %s\n", i+1, step.title)
		if err := step.take(ctx); err != nil {
			return errors.Join(err, t.out.Flush())
		}
	}
	return t.out.Flush()
}

func (t *tour) say(format string, args ...any) { _, _ = fmt.Fprintf(t.out, "   "+format+"\n", args...) }
