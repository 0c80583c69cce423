package probe

import (
	"errors"
	"strings"
)

// The parser carries every name that it meets through each bracket and arrow
// function around it, so its time is the product of both. Up to smokeLevels
// that is linear in the text; above, the product is bounded. What people write
// stays far below.
const (
	smokeLevels = 4
	smokeWork   = 1 << 13
)

var errTooDeep = errors.New("it is nested too deeply for its length")

// checkSize refuses a smoke whose parsing would take too long. It reads no
// JavaScript but brackets, arrows and quotes, and where it cannot tell, behind
// the first slash, template or comment, it takes nothing for closed: it may
// find too many levels, and never too few.
func checkSize(text string) error {
	levels, deepest, words := 0, 0, 0
	var open []int // the level outside each open bracket
	var quote byte
	certain, inWord := true, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		word := isWordByte(c)
		if word && !inWord {
			words++
		}
		inWord = word
		if quote != 0 {
			switch c {
			case '\\':
				i++
			case quote, '\n':
				quote = 0
			}
			continue
		}
		switch c {
		case '\'', '"':
			if certain {
				quote = c
			}
		case '/', '`':
			certain = false
		case '<', '-': // comments of old pages
			certain = certain && !strings.HasPrefix(text[i:], "<!--") && !strings.HasPrefix(text[i:], "-->")
		case '(', '[', '{':
			open = append(open, levels)
			levels++
		case ')', ']', '}':
			if certain && len(open) > 0 {
				levels, open = open[len(open)-1], open[:len(open)-1]
			}
		case ',', ';': // the bodies of arrow functions end here
			if certain && len(open) > 0 {
				levels = open[len(open)-1] + 1
			}
		case '=':
			if strings.HasPrefix(text[i:], "=>") {
				levels++
			}
		}
		deepest = max(deepest, levels)
	}
	if deepest > smokeLevels && deepest*words > smokeWork {
		return errTooDeep
	}
	return nil
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '\\' || c >= 0x80
}
