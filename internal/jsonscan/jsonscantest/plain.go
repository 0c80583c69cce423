package jsonscantest

import (
	"encoding/json"
	"unicode/utf8"
)

// AcceptsPlain is Accepts for the plain mode of the scanner (P-4): RFC 8259
// without the two additions of the strict door.
func AcceptsPlain(text string, maxBytes, maxDepth int) bool {
	return len(text) <= maxBytes && utf8.ValidString(text) && deepest(text) <= maxDepth && json.Valid([]byte(text))
}
