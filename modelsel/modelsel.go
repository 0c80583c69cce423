package modelsel

import (
	"strings"
	"unicode/utf8"
)

// MaxText is how many characters (code points) the text of a selector may have
// to be stored. It is checked by MarshalText, not by Parse.
const MaxText = 200

// Selector is one model choice that a grammar admitted. Selectors are equal
// (==) when they name the same mode, vendor and model, so one can be the key of
// a map: api and sub of one model are two choices and never share an entry. The
// zero Selector is no choice, belongs to no grammar and is not stored.
type Selector struct {
	mode   Mode
	vendor Vendor
	model  string
}

// Mode returns the first segment, as the grammar spells it.
func (s Selector) Mode() Mode { return s.mode }

// Vendor returns the second segment, as the grammar spells it.
func (s Selector) Vendor() Vendor { return s.vendor }

// Model returns the third segment, as it was written.
func (s Selector) Model() string { return s.model }

// IsZero reports whether nothing was chosen. It makes the json option omitzero
// work.
func (s Selector) IsZero() bool { return s == Selector{} }

// String returns the canonical text: what Parse reads as this selector. It is
// "" for the zero Selector.
func (s Selector) String() string {
	if s.IsZero() {
		return ""
	}
	return string(s.mode) + ":" + string(s.vendor) + ":" + s.model
}

// MarshalText returns the canonical text for storing it, also in JSON. It
// fails with a *SelectorError for the zero Selector, for more than MaxText
// characters, and for a model that is not UTF-8, which JSON would change.
func (s Selector) MarshalText() ([]byte, error) {
	text := s.String()
	switch {
	case s.IsZero():
		return nil, &SelectorError{ReasonUnset, s}
	case !utf8.ValidString(text):
		return nil, &SelectorError{ReasonNotUTF8, s}
	case utf8.RuneCountInString(text) > MaxText:
		return nil, &SelectorError{ReasonTooLong, s}
	}
	return []byte(text), nil
}

// UnmarshalText reads a text by the default grammar, as Parse does; a host with
// a grammar of its own uses Value. On an error the selector is left as it was.
func (s *Selector) UnmarshalText(text []byte) error {
	read, err := Parse(string(text))
	if err != nil {
		return err
	}
	*s = read
	return nil
}

// Value is a selector that is read by a host's own grammar from a flag, from
// JSON or from another text format: set Grammar, and let the reader fill
// Selector. With the zero Grammar it refuses every text.
type Value struct {
	Grammar  Grammar
	Selector Selector
}

// String returns the canonical text of the selector.
func (v Value) String() string { return v.Selector.String() }

// Set reads a text, which makes *Value a flag.Value.
func (v *Value) Set(text string) error {
	read, err := v.Grammar.Parse(text)
	if err != nil {
		return err
	}
	v.Selector = read
	return nil
}

// MarshalText is Selector.MarshalText.
func (v Value) MarshalText() ([]byte, error) { return v.Selector.MarshalText() }

// UnmarshalText is Set for encodings.
func (v *Value) UnmarshalText(text []byte) error { return v.Set(string(text)) }

// ParseOption changes how Parse reports an error.
type ParseOption func(*parseOptions)

type parseOptions struct{ source string }

// From names where a text comes from, such as "ATOMA_MODEL_L1" or "the pin of
// the account", so that the error can say which one is wrong. The name is
// printed: it must not be the text.
func From(source string) ParseOption { return func(o *parseOptions) { o.source = source } }

// Parse reads a selector; no other code reads one. The text is trimmed as a
// whole (Unicode white space) and split at its first two colons. Mode and
// vendor are compared in any ASCII case, and must be words of the grammar as
// they stand, without white space around them. The model is kept as written and
// must not be blank.
//
// A refused text is a *ParseError; its reasons are checked in this order:
// grammar, mode, vendor, model, subscription. No default is put in the place of
// a segment, and no other spelling is read.
func (g Grammar) Parse(text string, opts ...ParseOption) (Selector, error) {
	s, reason := g.read(text)
	if reason == "" {
		return s, nil
	}
	given := parseOptions{source: "model selector"}
	for _, opt := range opts {
		opt(&given)
	}
	return Selector{}, g.refuse(text, s, reason, given.source)
}

// read returns the selector, or as much of it as was understood and why the
// rest was not.
func (g Grammar) read(text string) (Selector, Reason) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), ":")
	second, model, whole := strings.Cut(rest, ":")
	if !whole || first == "" {
		return Selector{}, ReasonGrammar
	}
	mode, ok := g.mode(first)
	if !ok {
		return Selector{}, ReasonMode
	}
	vendor, ok := g.vendor(second)
	if !ok {
		return Selector{mode: mode.Mode}, ReasonVendor
	}
	s := Selector{mode.Mode, vendor.Vendor, model}
	if model == "" { // a blank one too: the text has been trimmed
		return s, ReasonModel
	}
	if _, offered := vendor.Transports[mode.Mode]; !offered {
		return s, ReasonSubscription
	}
	return s, ""
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }
