package modelsel

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseError is a text that is no selector of the grammar. It is immutable.
type ParseError struct {
	// Reason is grammar, mode, vendor, model or subscription.
	Reason Reason
	// Source names where the text comes from, as given by From.
	Source string

	grammar Grammar
	read    Selector // with a vendor when mode and vendor were recognised
	hint    Selector
}

func (g Grammar) refuse(text string, read Selector, reason Reason, source string) *ParseError {
	return &ParseError{Reason: reason, Source: source, grammar: g, read: read, hint: g.guess(text)}
}

func (e *ParseError) reason() Reason { return e.Reason }

// Hint returns the canonical text of the selector that was likely meant, or ""
// when there is no good guess: "api:openai:gpt-4o" for "openai:gpt-4o". It is
// for the person who wrote the text to decide on, and must not be used in its
// place: another mode has another payer. It repeats part of the text, so treat
// it like the text itself; Error shows it without its model unless mode and
// vendor were recognised.
func (e *ParseError) Hint() string { return e.hint.String() }

// Error names the source, what is wrong, the hint and the form of the grammar.
// It repeats the text only when its mode and vendor were recognised: anything
// else may be a key that was pasted in the wrong place. Its text may change.
func (e *ParseError) Error() string {
	shown := ""
	if e.read.vendor != "" {
		shown = strconv.Quote(clip(e.read.String())) + ": "
	}
	return "modelsel: " + e.Source + ": " + shown + e.what() + e.suggestion() + "; a selector is " + e.grammar.form()
}

func (e *ParseError) what() string {
	switch e.Reason { //nolint:exhaustive // the others are no reasons of Parse
	case ReasonMode:
		return "the mode is unknown"
	case ReasonVendor:
		return "the vendor is unknown"
	case ReasonModel:
		return "the model is missing"
	case ReasonSubscription:
		return string(e.read.vendor) + " is not offered as " + string(e.read.mode)
	default:
		return "mode, vendor and model are not there"
	}
}

func (e *ParseError) suggestion() string {
	if e.hint.IsZero() {
		return ""
	}
	shown := e.hint
	if e.read.vendor == "" {
		shown.model = "<model>"
	}
	return ", did you mean " + strconv.Quote(clip(shown.String())) + "?"
}

// guess returns the selector that a refused text most likely meant: the same
// words with other separators or with quotes or spaces around them, the mode
// left out, or a subscription that the vendor does not have. An unknown mode is
// never replaced, because that would change who pays.
func (g Grammar) guess(text string) Selector {
	const longest = 4 * MaxText // bytes; a longer text could not be stored
	if len(text) > longest {
		return Selector{}
	}
	text = strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'`\ufeff", r)
	})
	first, rest := cutSegment(text)
	if mode, ok := g.mode(first); ok {
		second, model := cutSegment(rest)
		vendor, known := g.vendor(second)
		if !known {
			return Selector{}
		}
		if _, offered := vendor.Transports[mode.Mode]; offered {
			return chosen(mode.Mode, vendor.Vendor, model)
		}
		return g.byKey(vendor, model)
	}
	if vendor, ok := g.vendor(first); ok {
		return g.byKey(vendor, rest)
	}
	return Selector{}
}

// cutSegment splits a text at its first separator: a colon, the full-width
// colon of an input method, or the slash that other tools write.
func cutSegment(text string) (segment, rest string) {
	at := strings.IndexAny(text, ":：/")
	if at < 0 {
		return strings.TrimSpace(text), ""
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return strings.TrimSpace(text[:at]), text[at+size:]
}

// byKey chooses the first mode that uses a key and is offered by the vendor.
func (g Grammar) byKey(vendor VendorSpec, model string) Selector {
	for _, mode := range g.modes {
		if _, offered := vendor.Transports[mode.Mode]; offered && mode.Access == AccessKey {
			return chosen(mode.Mode, vendor.Vendor, model)
		}
	}
	return Selector{}
}

func chosen(mode Mode, vendor Vendor, model string) Selector {
	if model = strings.TrimSpace(model); model == "" {
		return Selector{}
	}
	return Selector{mode, vendor, model}
}

// SelectorError is a selector that cannot be used or stored.
type SelectorError struct {
	// Reason is unset, foreign, too_long or not_utf8; for NewRow also level.
	Reason   Reason
	Selector Selector
}

func (e *SelectorError) reason() Reason { return e.Reason }

// Error says what is wrong with the selector, and repeats at most MaxText
// characters of it. Its text may change.
func (e *SelectorError) Error() string {
	info, _ := e.Reason.Info()
	shown := ""
	if !e.Selector.IsZero() {
		shown = strconv.Quote(clip(e.Selector.String())) + ": "
	}
	return "modelsel: " + shown + info.Meaning + " " + info.Repair
}

// clip bounds a text that goes into a message to MaxText characters.
func clip(s string) string {
	n := 0
	for i := range s {
		if n == MaxText {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
