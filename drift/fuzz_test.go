package drift_test

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
)

// bashWords returns the words that bash makes of a command. It is asked only
// about commands that two readers hold to be plain words: printf runs in their
// place, with no program in reach.
func bashWords(t *testing.T, command string) []string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	require.NoError(t, err)
	run := exec.CommandContext(t.Context(), bash, "--norc", "--noprofile", "-c", `printf '%s\0' `+command)
	run.Dir = t.TempDir()
	run.Env = []string{"PATH=/nonexistent"}
	out, err := run.Output()
	require.NoError(t, err, command)
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

var unquoted = strings.NewReplacer(`'`, ``, `"`, ``, `\`, ``)

// FuzzClassifyCommand looks for a command that is accepted and that a shell
// would run as anything but one read.
func FuzzClassifyCommand(f *testing.F) {
	for _, w := range worlds() {
		f.Add(w.command)
	}
	for _, seed := range []string{
		`kubectl get pods`, `\kubectl "get" p'o'"d"s`, `kubectl get pod "a\"b"`, `kubectl get pods -n=web -oyaml`, `oc describe pod/a`, `kubectl get 'se'cret`,
		`gcloud run jobs describe describe`, `gcloud storage buckets describe gs://b/x --project=p`, `kubectl get pods | cat`, `kubectl get pods $(x)`, "kubectl get pods\n", `kubectl get pods a=~/x`,
		`kubectl get pods {a,b}`, `kubectl get pods # x`, `X=1 kubectl get pods`, `kubectl get pods\`, `kubectl get pods &`, `kubectl get pods '`, `kubectl get pods --context a --context b`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, command string) {
		c, err := drift.ClassifyCommand(command)
		if err != nil {
			var refused *drift.CommandError
			require.ErrorAs(t, err, &refused)
			require.Zero(t, c)
			require.GreaterOrEqual(t, refused.Offset, 0)
			require.LessOrEqual(t, refused.Offset, len(command))
			require.Contains(t, unquoted.Replace(command), unquoted.Replace(refused.Text))
			require.NotEmpty(t, refused.Detail)
			return
		}
		words, plain := referenceWords(command)
		require.True(t, plain, "%q is more than words", command)
		require.Equal(t, words, c.Words, "%q", command)
		require.True(t, referenceAccepts(words), "%q is not on the list", words)
		require.Equal(t, c.Words, bashWords(t, command), "%q", command)
		for _, name := range []string{c.Context, c.Namespace, c.Project, c.Name} {
			require.True(t, name == "" || slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(w, name) }), "%q is in no word", name)
		}
	})
}

// TestReferenceAgrees holds that the two readers agree on everything that the
// mutations are made of, so that the fuzz test compares with something.
func TestReferenceAgrees(t *testing.T) {
	accepted := 0
	for _, w := range worlds() {
		for i := range len(w.command) + 1 {
			for _, more := range []string{"", " ", "x", "-", "=", "'", `"`, `\`, "''", `"a"`, `\a`, ",", "/", ".", ":", " -n", " -ojson", " --zone=z", " a", "list "} {
				command := splice(w.command, i, more)
				c, err := drift.ClassifyCommand(command)
				words, plain := referenceWords(command)
				reference := plain && referenceAccepts(words)
				if err == nil {
					accepted++
					require.True(t, reference, command)
					require.Equal(t, words, c.Words, command)
				}
				// The nouns of gcloud are a closed table that the reference
				// does not repeat.
				if err != nil && reference && words[0] != "gcloud" {
					t.Errorf("only the reference accepts %s: %v", command, err)
				}
			}
		}
	}
	require.Greater(t, accepted, 500)
}

func TestBashAgrees(t *testing.T) {
	for _, w := range worlds() {
		c, err := drift.ClassifyCommand(w.command)
		require.NoError(t, err)
		require.Equal(t, bashWords(t, w.command), c.Words)
	}
}

// FuzzEvaluate holds for any proposal and facts: no panic, the same answer
// twice, guards in the order of the table, malformed alone, and what applies
// stops applying once the run failed, the record is gone, or the output goes
// on with a letter.
func FuzzEvaluate(f *testing.F) {
	for _, w := range worlds() {
		p := w.proposal()
		f.Add(p.Section, []byte(p.Payload), []byte(p.Drift), []byte(w.stored), w.storedName, w.command, w.runs[len(w.runs)-1].Output, w.goal, true, false)
	}
	f.Add("s", []byte(`{"a":{"b":["c",{"d":null}],"":{}}}`), []byte(`{"key_path":"a.b","new":1,"command":"x","observed_at":"2026-11-30T08:00:00Z"}`), []byte(`{"a":{"b":[[{"ns":1}]]}}`), "S", "x", "c c", "", false, true)
	f.Fuzz(func(t *testing.T, section string, payload, object, stored []byte, storedName, command, output, goal string, resolved, unsafe bool) {
		p := drift.Proposal{Section: section, Payload: payload, Drift: object}
		facts := drift.Facts{
			Stored: stored, StoredName: storedName, Goal: goal, AgentID: "a0123456789abcdef",
			Record: &evidence.Record{Runs: []evidence.Run{passed(command, output)}},
		}
		if resolved {
			facts.Project = "shop"
		}
		policy := drift.Policy{AllowReplaceUnsafe: unsafe}
		d := drift.Evaluate(p, facts, policy)
		require.Equal(t, d, drift.Evaluate(p, facts, policy))
		require.Equal(t, d.Apply, len(d.Failed) == 0)
		require.Len(t, d.Failures, len(d.Failed))
		at := -1
		for i, g := range d.Failed {
			place := slices.Index(drift.Guards(), g)
			require.Greater(t, place, at, "the order of the table")
			at = place
			require.Equal(t, g, d.Failures[i].Guard)
			require.NotEmpty(t, d.Failures[i].Detail)
		}
		if slices.Contains(d.Failed, drift.Malformed) {
			require.Len(t, d.Failed, 1)
		}
		if !d.Apply {
			require.Empty(t, d.Note+d.By)
			return
		}
		require.True(t, json.Valid(payload))
		require.NotEmpty(t, d.Values)
		for _, value := range d.Values {
			require.Contains(t, output, value)
			require.NotContains(t, command, value)
		}
		weakened := []func(*evidence.Run){
			func(r *evidence.Run) { r.Exit = new(1) },
			func(r *evidence.Run) { r.Exit = nil },
			func(r *evidence.Run) { r.Kept = false },
			func(r *evidence.Run) { r.Killed = true },
			func(r *evidence.Run) { r.Command += " " },
			func(r *evidence.Run) { r.Output = strings.ReplaceAll(r.Output, d.Values[0], "x"+d.Values[0]) },
			func(r *evidence.Run) { r.Output = strings.ReplaceAll(r.Output, d.Values[0], d.Values[0]+"-") },
		}
		for i, weaken := range weakened {
			run := passed(command, output)
			weaken(&run)
			facts.Record = &evidence.Record{Runs: []evidence.Run{run}}
			require.False(t, drift.Evaluate(p, facts, policy).Apply, "weakened %d", i)
		}
	})
}
