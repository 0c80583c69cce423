package probe

// Obligation is something that must have been done in a browser before a claim
// counts. The vocabulary is closed and has one member (P-13). The zero
// Obligation is covered by nothing.
type Obligation string

// DOMInteraction is the obligation that the page was really driven.
const DOMInteraction Obligation = "dom-interaction"

// Covers reports that an attestation proves an obligation: for
// [DOMInteraction], that at least one interaction was executed. What the tool
// said of itself with ok does not count, and neither does what was requested.
func Covers(o Obligation, a Attestation) bool {
	return o == DOMInteraction && a.Observation.observed && len(a.Observation.executed) > 0
}
