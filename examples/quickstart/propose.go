package main

import (
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"strings"

	"github.com/handfast-go/handfast/evidence"
)

// look is a command whose output may correct the project context: one plain
// read, of a context and a namespace that the goal names. Who runs this tour
// has no such cluster, so the output is made up and fed to the recorder, as the
// harness's tool layer would.
const (
	look   = "kubectl --context prod-a -n web get ingressclass -o name"
	looked = "ingressclass.networking.k8s.io/nginx-internal\n"
)

// updates are two corrections by the same command: one that its output proves,
// and one that it does not, of a value that is stored.
const updates = `[
	{"contract": "` + section + `", "payload": {"ingress": {"controller": "nginx-internal"}}, "drift": {
		"key_path": "ingress.controller", "old": null, "new": "nginx-internal",
		"command": "` + look + `", "observed_at": "2026-03-01T12:00:00Z"}},
	{"contract": "` + section + `", "payload": {"ingress": {"class": "internal-only"}}, "drift": {
		"key_path": "ingress.class", "old": "public", "new": "internal-only",
		"command": "` + look + `", "observed_at": "2026-03-01T12:00:00Z"}}
]`

func (t *tour) runAndPropose(ctx context.Context) error {
	shown := t.runRecorded(ctx, check)
	t.say("$ %s", check)
	t.say("%s", shown)
	quote, err := json.Marshal(map[string]string{"command": check, "excerpt": shown})
	if err != nil {
		return err
	}
	if _, err := t.ledger.Add(ctx, t.id, "evidence_report.verbatim_outputs", quote); err != nil {
		return err
	}

	t.recorder.Add(evidence.Run{Kind: evidence.Shell, Command: look, Exit: new(0), Output: looked, Kept: true})
	t.say("$ %s   (simulated: there is no cluster here, the recorder is fed this output)", look)
	t.say("%s", strings.TrimSpace(looked))
	_, err = t.ledger.Set(ctx, t.id, "update_contracts", json.RawMessage(updates))
	return err
}

// runRecorded is the harness's tool layer: it runs a command and records what
// it saw, whatever the agent will say about it.
func (t *tour) runRecorded(ctx context.Context, command string) string {
	words := strings.Fields(command)
	call := t.recorder.Start(evidence.Run{Kind: evidence.Shell, Command: command})
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	var shown strings.Builder
	cmd.Stdout = io.MultiWriter(call, &shown)
	cmd.Stderr = cmd.Stdout
	outcome := evidence.Outcome{}
	if err := cmd.Run(); err == nil || cmd.ProcessState != nil {
		code := cmd.ProcessState.ExitCode()
		outcome.Exit = &code
	}
	call.Finish(outcome)
	return strings.TrimSpace(shown.String())
}
