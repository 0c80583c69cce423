package contract

import (
	"time"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence/artifact"
)

// Option configures a Ledger. Without any, a Ledger reads the wall clock and
// mints ids from crypto/rand, finds no program (E-8) and keeps no artifacts.
type Option interface{ applyLedger(*Ledger) }

type ledgerOption func(*Ledger)

func (o ledgerOption) applyLedger(l *Ledger) { o(l) }

// WithClock takes the time of every write from now instead of the wall clock.
// It must be safe for concurrent use.
func WithClock(now func() time.Time) Option {
	return ledgerOption(func(l *Ledger) { l.now = now })
}

// WithIDs mints identifiers with the given functions, which must be safe for
// concurrent use: agentID returns an agent id (C-1), and contractID a contract
// id owned by the agent id it is given (C-2). A nil function keeps the default.
// What they return is checked before it is used.
func WithIDs(agentID func() string, contractID func(agentID string) string) Option {
	return ledgerOption(func(l *Ledger) {
		if agentID != nil {
			l.newAgentID = agentID
		}
		if contractID != nil {
			l.newContractID = contractID
		}
	})
}

// WithLookPath says how a program is found when a turn without a record claims
// to have run it (E-8). Hosts pass exec.LookPath; without it no program is
// found, and only paths and builtins are taken for commands.
func WithLookPath(find func(name string) (string, error)) Option {
	return ledgerOption(func(l *Ledger) { l.lookPath = find })
}

// WithArtifacts gives the root that evidence artifacts lie in. Without one,
// every evidence payload that names an artifact_path is refused, and so is a
// text too large to be kept inline (E-17, E-19).
func WithArtifacts(root *artifact.Root) Option {
	return ledgerOption(func(l *Ledger) { l.artifacts = root })
}

// WithHarnessEvidenceOnly lets only evidence that the harness wrote prove a
// command (E-15).
func WithHarnessEvidenceOnly() Option {
	return ledgerOption(func(l *Ledger) { l.harnessOnly = true })
}

// applyLedger makes WithHostFields an option of a Ledger too: it then holds for
// every form check and every verb.
func (h HostFields) applyLedger(l *Ledger) { l.form = append(l.form, h) }

// WithDriftPolicy sets what Close lets a drift correction do without asking.
// Without it the strictest policy holds.
func WithDriftPolicy(policy drift.Policy) Option {
	return ledgerOption(func(l *Ledger) { l.drift = policy })
}

// WithDocumentLimits sets the limits of the envelopes that the verbs write, as
// Parse takes them: MaxBytes and MaxDepth. What is stored already is read
// whatever its size.
func WithDocumentLimits(opts ...ParseOption) Option {
	return ledgerOption(func(l *Ledger) {
		var c parseConfig
		for _, opt := range opts {
			opt.applyParse(&c)
		}
		l.limits = c.limits
	})
}

// WithAttempts bounds how often a write that lost a race is repeated before it
// ends in ErrConflict. The default is 100; less than 1 means 1.
func WithAttempts(n int) Option {
	return ledgerOption(func(l *Ledger) { l.attempts = max(n, 1) })
}
