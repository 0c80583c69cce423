package probe

import "encoding/json"

// Observer says who observed what a witness tells. The zero Observer is nobody.
type Observer string

// The observers of P-16.
const (
	// RecordedProbeObserver is the model itself: what it declares to have run.
	RecordedProbeObserver Observer = "recorded-probe"
	// ManifestObserver is the tool that wrote the manifest.
	ManifestObserver Observer = "manifest"
	// TransportObserver is the host, which saw the raw result of a tool.
	TransportObserver Observer = "transport"
)

// Witness is a sign that something was verified, with who observed it (P-16).
// The kinds are types of their own, so that a function can ask for the one that
// it believes, and nothing converts one kind into another. No other package can
// add a kind.
type Witness interface {
	// Observer is who observed it.
	Observer() Observer
	witness()
}

// RecordedProbe is a witness that a model declared: its own words about what it
// ran. It proves nothing by itself.
type RecordedProbe struct {
	// Cmd is the command that was declared.
	Cmd string `json:"cmd"`
	// ExitCode is the declared exit code as written, "" when there was none.
	ExitCode json.Number `json:"exitCode,omitempty"`
	// Stdout, Expected and Actual are the declared outputs, nil when there were
	// none.
	Stdout   *string `json:"stdout,omitempty"`
	Expected *string `json:"expected,omitempty"`
	Actual   *string `json:"actual,omitempty"`
	// Match is what the model said of the comparison, nil when it did not.
	Match *bool `json:"match,omitempty"`
	// Note is the declared description.
	Note *string `json:"note,omitempty"`
}

// Observer is [RecordedProbeObserver].
func (RecordedProbe) Observer() Observer { return RecordedProbeObserver }

func (RecordedProbe) witness() {}

// ManifestWitness is an entry of a manifest, which a tool recorded and a replay
// can repeat. Only [Manifest.Witnesses] makes one.
type ManifestWitness struct {
	entry Entry
}

// Observer is [ManifestObserver].
func (ManifestWitness) Observer() Observer { return ManifestObserver }

func (ManifestWitness) witness() {}

// Entry is the entry; the zero witness has the zero Entry.
func (w ManifestWitness) Entry() Entry { return w.entry }

// Witnesses are the entries of the manifest that [Check] has nothing against.
func (m Manifest) Witnesses() []ManifestWitness {
	var all []ManifestWitness
	for _, e := range m.entries {
		if len(e.problems) == 0 {
			all = append(all, ManifestWitness{e})
		}
	}
	return all
}

// TransportWitness refers to what the host observed. It carries no command: it
// is a reference, and is never shown among what a model declared. Only
// [NewTransportWitness] makes one.
type TransportWitness struct {
	tool    string
	eventID string
	branch  string
	attempt int
}

// NewTransportWitness refers to an attestation; false when nothing was observed
// in it.
func NewTransportWitness(a Attestation) (TransportWitness, bool) {
	if !a.Observation.observed {
		return TransportWitness{}, false
	}
	return TransportWitness{a.Tool, a.EventID, a.Branch, attemptOf(a.Attempt)}, true
}

// Observer is [TransportObserver], and that of the zero witness is nobody.
func (w TransportWitness) Observer() Observer {
	if w.attempt == 0 {
		return ""
	}
	return TransportObserver
}

func (TransportWitness) witness() {}

// Tool is the tool whose result was observed.
func (w TransportWitness) Tool() string { return w.tool }

// EventID is the event that carries the result.
func (w TransportWitness) EventID() string { return w.eventID }

// Branch is the lane in which the tool was called.
func (w TransportWitness) Branch() string { return w.branch }

// Attempt is the attempt within the branch, from 1; 0 for the zero witness.
func (w TransportWitness) Attempt() int { return w.attempt }
