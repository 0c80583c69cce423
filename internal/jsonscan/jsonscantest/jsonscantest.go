// Package jsonscantest holds a reference for the strict door (C-4) that tests
// compare it with. Nothing else imports it.
package jsonscantest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// Accepts reports whether text is one JSON value as the strict door demands
// it, of at most maxBytes and maxDepth. It is slow and shares nothing with the
// scanner: it takes the grammar from encoding/json and walks the tokens a
// second time for what encoding/json lets pass.
func Accepts(text string, maxBytes, maxDepth int) bool {
	data := []byte(text)
	switch {
	case len(data) > maxBytes, !utf8.Valid(data), deepest(text) > maxDepth:
		return false
	case !json.Valid(data), loneSurrogate(text):
		return false
	}
	return uniqueNames(data)
}

// deepest counts brackets outside strings. The text need not be JSON.
func deepest(text string) int {
	depth, most, inString := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
			most = max(most, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return most
}

// loneSurrogate reads the escapes of a valid text as UTF-16.
func loneSurrogate(text string) bool {
	high := false
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			if high {
				return true
			}
			continue
		}
		i++
		unit := 0
		if text[i] == 'u' {
			for _, c := range []byte(text[i+1 : i+5]) {
				unit = unit*16 + bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
			}
			i += 4
		}
		isHigh, isLow := unit>>10 == 0xd800>>10, unit>>10 == 0xdc00>>10
		if high != isLow {
			return true
		}
		high = isHigh
	}
	return high
}

// uniqueNames walks the tokens of a valid text.
func uniqueNames(data []byte) bool {
	type level struct {
		object bool
		name   bool // a name comes next
		seen   map[string]bool
	}
	var levels []level
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return true
		}
		if err != nil {
			return false
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			levels = levels[:len(levels)-1]
			continue
		}
		if n := len(levels); n > 0 && levels[n-1].object {
			top := &levels[n-1]
			if top.name {
				name, _ := token.(string)
				if top.seen[name] {
					return false
				}
				top.seen[name] = true
				top.name = false
				continue
			}
			top.name = true
		}
		if delim, ok := token.(json.Delim); ok {
			levels = append(levels, level{object: delim == '{', name: true, seen: map[string]bool{}})
		}
	}
}
