package probe

import (
	"strings"
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// The two prefixes of pre-flight refusals. They are not exported: what writes
// one calls RefuseSmoke or RefuseURL, and what reads one IsPreflightRefusal.
const (
	smokeRefusal = "smoke rejected pre-flight: "
	urlRefusal   = "url rejected pre-flight: "
)

// RefuseSmoke writes the tool result that refuses a browser request for its
// smoke, before any page is opened (P-14). reason says what is wrong; the shape
// that works follows it.
func RefuseSmoke(reason string) []byte { return refusal(smokeRefusal + reason + "\n" + TwoCallShape) }

// RefuseURL writes the tool result that refuses a browser request for the
// address that it asks for, before any page is opened (P-14).
func RefuseURL(reason string) []byte { return refusal(urlRefusal + reason) }

func refusal(text string) []byte {
	dst := []byte(`{"ok":false,"errors":[`)
	dst = jsonscan.AppendQuoted(dst, strings.ToValidUTF8(text, string(utf8.RuneError)))
	return append(dst, "]}"...)
}

// CheckSmoke returns the tool result that refuses a smoke which is not one
// JavaScript expression, nil when it is one. It parses and never runs it.
func CheckSmoke(smoke string) []byte {
	if err := parseExpression(smoke); err != nil {
		return RefuseSmoke(err.Error())
	}
	return nil
}

// IsPreflightRefusal reports that a raw tool result refuses the request instead
// of saying something about the artefact (P-14): it has errors, and all of them
// are refusals. Nothing may be concluded from it about what was built.
func IsPreflightRefusal(raw []byte) bool {
	v, err := scan(string(raw), configure(nil))
	return err == nil && preflightRefusal(v)
}

func preflightRefusal(v value) bool {
	refused := false
	for e := range v.member("errors").elements() {
		text, _ := e.text()
		if !strings.HasPrefix(text, smokeRefusal) && !strings.HasPrefix(text, urlRefusal) {
			return false
		}
		refused = true
	}
	return refused
}
