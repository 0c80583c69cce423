package evidence

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// The marks that tell whose word a list entry is (C-39). Each is followed by
// the entry.
const (
	// AnnotationMark stands before what an agent wrote and the record does
	// not hold.
	AnnotationMark = "[agent annotation] "
	// RecoveredMark stands before what was taken from a transcript.
	RecoveredMark = "[recovered from transcript] "
)

// subjects lists what the runs of one kind did, in order, each once.
func subjects(runs []Run, kind RunKind) []string {
	seen := make(map[string]bool, len(runs))
	var list []string
	for i := range runs {
		did, what := runs[i].Did()
		if did != kind || strings.TrimSpace(what) == "" || seen[what] {
			continue
		}
		seen[what] = true
		list = append(list, what)
	}
	return list
}

// Stamp rewrites an agent's list from the record (E-2, C-39): first what the
// runs of one kind did, in order and without duplicates (Shell gives commands,
// Read and Edit give paths), then the agent's own entries that the record does
// not hold. Of those, strings are marked with AnnotationMark, once also when a
// stamped list is stamped again; objects and other values stay as they are.
// Nothing that an agent wrote gets lost: a string that is dropped stands in
// the list already, be it behind RecoveredMark, as Recover wrote it before the
// record held it. In front of anything else that mark is the agent's own word.
//
// agentList are the elements as written, after the strict door. A nil record
// rewrites nothing. Neither argument is changed.
func Stamp(record *Record, agentList []json.RawMessage, kind RunKind) []json.RawMessage {
	if record == nil {
		return agentList
	}
	recorded := subjects(record.Runs, kind)
	stamped := make([]json.RawMessage, 0, len(recorded)+len(agentList))
	held := make(map[string]bool, len(recorded))
	for _, what := range recorded {
		held[what] = true
		stamped = append(stamped, jsonString(what))
	}
	annotated := make(map[string]bool, len(agentList))
	for _, raw := range agentList {
		value := gjson.ParseBytes(raw)
		if value.Type != gjson.String {
			stamped = append(stamped, raw)
			continue
		}
		own := value.String()
		for strings.HasPrefix(own, AnnotationMark) {
			own = strings.TrimPrefix(own, AnnotationMark)
		}
		recovered, marked := strings.CutPrefix(own, RecoveredMark)
		if held[own] || held[AnnotationMark+own] || marked && held[recovered] || annotated[own] {
			continue
		}
		annotated[own] = true
		stamped = append(stamped, jsonString(AnnotationMark+own))
	}
	return stamped
}

// jsonString writes s as a JSON string.
func jsonString(s string) json.RawMessage { return jsonscan.AppendQuoted(nil, validUTF8(s)) }

// Recover lists what a transcript's runs of one kind did, in order and without
// duplicates, each behind RecoveredMark: the bare call, never what it showed
// (E-2, C-39). Shell gives commands, Read and Edit give paths.
func Recover(transcript []Run, kind RunKind) []string {
	list := subjects(transcript, kind)
	for i, what := range list {
		list[i] = RecoveredMark + what
	}
	return list
}
