package probe

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// ErrObserved is the error of decoding an [Observation] from JSON: what was
// observed is only ever made by [ObserveBrowser], and never read back from a
// text that a model may have written.
var ErrObserved = errors.New("probe: an observation is made from a raw tool result, never decoded; use ObserveBrowser")

// Observation is what a browser tool was seen to do (P-11). Only
// [ObserveBrowser] makes one, from the raw result that the tool gave to the
// host. The zero Observation proves nothing. An Observation never changes.
type Observation struct {
	observed       bool
	ok             bool
	url            *string
	requested      int
	ignored        int
	executed       []string
	smoke          *string
	smokeResult    value
	consoleErrors  int
	failedRequests int
	document       ServedDocument
}

// ServedDocument is the document that the browser was served, as the tool
// reported it. The zero value is none.
type ServedDocument struct {
	// Path is where it was served from, relative to what the tool serves.
	Path string `json:"path"`
	// SHA256 is the checksum of its bytes, as the tool wrote it.
	SHA256 string `json:"sha256"`
}

// ObserveBrowser reads what a browser tool did from the request that it was
// given and the raw result that it returned, both as JSON (P-11, P-12). Call it
// where the host receives the result, before anything else has seen it.
//
// It reports false, with the zero Observation, when the result is no
// observation: not a JSON object, without an interaction log or a boolean ok,
// with a malformed document, or a pre-flight refusal (P-14).
func ObserveBrowser(request, rawResult []byte) (Observation, bool) {
	c := configure(nil)
	raw, err := scan(string(rawResult), c)
	if err != nil || preflightRefusal(raw) {
		return Observation{}, false
	}
	var o Observation
	var log, requested value
	for name, m := range raw.members() {
		switch name {
		case "ok":
			o.observed = m.kind() == jsonscan.True || m.kind() == jsonscan.False
			o.ok = m.kind() == jsonscan.True
		case "interactionLog":
			log = m
		case "url":
			o.url = m.optional()
		case "requestedInteractions":
			requested = m
		case "ignoredInteractions":
			o.ignored = whole(m)
		case "smokeResult":
			o.smokeResult = m
		case "errors":
			o.consoleErrors = m.count()
		case "failedRequests":
			o.failedRequests = m.count()
		}
	}
	documentOK := o.readDocument(raw.member("document"))
	if !o.observed || log.kind() != jsonscan.Array || !documentOK {
		return Observation{}, false
	}
	for m := range log.elements() {
		if line, isText := m.text(); isText {
			o.executed = append(o.executed, line)
		}
	}
	asked, err := scan(string(request), c)
	if err != nil {
		asked = ""
	}
	o.smoke = asked.member("smoke").optional()
	if o.requested = whole(requested); requested.number() == "" {
		o.requested = asked.member("interactions").count()
	}
	return o, true
}

// readDocument reports false for a member that is there and malformed: a null
// is there too.
func (o *Observation) readDocument(v value) bool {
	if v == "" {
		return true
	}
	o.document.Path, _ = v.member("path").text()
	o.document.SHA256, _ = v.member("sha256").text()
	return o.document.Path != "" && o.document.SHA256 != ""
}

// whole is a number without its fraction and at least 0; 0 for what is no
// number. What an int cannot hold counts as the largest.
func whole(v value) int {
	text := string(v.number())
	if digits, _, fraction := strings.Cut(text, "."); fraction && !strings.ContainsAny(text, "eE") {
		text = digits
	}
	if n, err := strconv.Atoi(text); err == nil {
		return max(n, 0)
	}
	f, _ := strconv.ParseFloat(text, 64) // out of range is infinite; "" is 0
	switch {
	case f <= 0:
		return 0
	case f >= math.MaxInt:
		return math.MaxInt
	}
	return int(f)
}

// Observed reports that there was an observation at all: false for the zero
// value alone.
func (o Observation) Observed() bool { return o.observed }

// OK is what the tool said of itself. It is no proof that anything was driven.
func (o Observation) OK() bool { return o.ok }

// URL is the page that was opened, "" when the tool did not say.
func (o Observation) URL() string { return deref(o.url) }

// RequestedInteractions is how many interactions were asked for: the result's
// own number, or else the length of the request's list.
func (o Observation) RequestedInteractions() int { return o.requested }

// IgnoredInteractions is how many of them the tool says it ignored.
func (o Observation) IgnoredInteractions() int { return o.ignored }

// ExecutedInteractions are the lines of the tool's interaction log: what really
// ran. They are a fact of their own, whatever was requested.
func (o Observation) ExecutedInteractions() []string { return slices.Clone(o.executed) }

// Smoke is the expression that the request asked to evaluate, "" when none.
func (o Observation) Smoke() string { return deref(o.smoke) }

// SmokeResult is the value of the smoke as JSON, nil when there is none.
func (o Observation) SmokeResult() json.RawMessage {
	if o.smokeResult == "" {
		return nil
	}
	return json.RawMessage(o.smokeResult)
}

// ConsoleErrors is how many errors the tool reported.
func (o Observation) ConsoleErrors() int { return o.consoleErrors }

// FailedRequests is how many requests of the page failed.
func (o Observation) FailedRequests() int { return o.failedRequests }

// Document is the document that was served; false when the tool did not say.
func (o Observation) Document() (ServedDocument, bool) {
	return o.document, o.document.Path != ""
}

// MarshalJSON writes the observation for a record or a reader. Members are
// present only when they are known. The zero Observation is null.
func (o Observation) MarshalJSON() ([]byte, error) {
	if !o.observed {
		return []byte("null"), nil
	}
	out := struct {
		Kind           string          `json:"kind"`
		OK             bool            `json:"ok"`
		URL            *string         `json:"url,omitempty"`
		Requested      int             `json:"requestedInteractions"`
		Ignored        int             `json:"ignoredInteractions"`
		Executed       []string        `json:"executedInteractions"`
		Smoke          *string         `json:"smoke,omitempty"`
		SmokeResult    json.RawMessage `json:"smokeResult,omitempty"`
		ConsoleErrors  int             `json:"consoleErrors"`
		FailedRequests int             `json:"failedRequests"`
		Document       *ServedDocument `json:"document,omitempty"`
	}{
		"browser", o.ok, o.url, o.requested, o.ignored, o.executed, o.smoke, o.SmokeResult(), o.consoleErrors, o.failedRequests, nil,
	}
	if out.Executed == nil {
		out.Executed = []string{}
	}
	if d, served := o.Document(); served {
		out.Document = &d
	}
	return json.Marshal(out)
}

// UnmarshalJSON always fails with [ErrObserved].
func (*Observation) UnmarshalJSON([]byte) error { return ErrObserved }

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
