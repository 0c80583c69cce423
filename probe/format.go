package probe

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// formatter writes values in the one spelling of P-6: indented by two spaces,
// members in their order, strings with the fewest escapes, numbers as written.
// Two values that it spells alike are exact duplicates.
type formatter struct {
	dst []byte
	// limit is the most bytes that dst may have. What nests deeply grows by
	// its indentation, so the size of the input says little.
	limit int
	over  bool
	segs  []segment
}

// segment is one written member of an open object: where its name and the
// member as a whole stand in dst.
type segment struct{ start, name, nameEnd, end int }

const indent = "  "

func (w *formatter) newline(depth int) {
	w.dst = append(w.dst, '\n')
	for range depth {
		w.dst = append(w.dst, indent...)
	}
}

// value writes the value that begins at offset i of text and returns the offset
// behind it. Once the limit is reached it only reads.
func (w *formatter) value(text string, i, depth int) int {
	if len(w.dst) > w.limit {
		w.over = true
	}
	if w.over {
		return jsonscan.SkipValue(text, i)
	}
	switch jsonscan.KindAt(text, i) {
	case jsonscan.Object:
		return w.object(text, i, depth, "")
	case jsonscan.Array:
		return w.array(text, i, depth)
	case jsonscan.String:
		end := jsonscan.SkipValue(text, i)
		w.dst = appendString(w.dst, value(text[i:end]))
		return end
	case jsonscan.Number, jsonscan.Null, jsonscan.True, jsonscan.False, jsonscan.Invalid:
	}
	end := jsonscan.SkipValue(text, i)
	if text[i:end] == "-0" { // the one integer with two spellings
		i++
	}
	w.dst = append(w.dst, text[i:end]...)
	return end
}

func (w *formatter) array(text string, i, depth int) int {
	w.dst = append(w.dst, '[')
	r := jsonscan.Inside(text, i)
	for r.Next() {
		if w.over {
			r.Skip()
			continue
		}
		if r.Count > 0 {
			w.dst = append(w.dst, ',')
		}
		w.newline(depth + 1)
		r.Leave(w.value(text, r.Start, depth+1))
	}
	if r.Count >= 0 {
		w.newline(depth)
	}
	w.dst = append(w.dst, ']')
	return r.Closer() + 1
}

// object writes an object without its members named omit, "" for none. Of
// several members of one name the last value stands in the place of the first.
func (w *formatter) object(text string, i, depth int, omit string) int {
	w.dst = append(w.dst, '{')
	body, base := len(w.dst), len(w.segs)
	var first map[string]int // the first segment of each name, in large objects
	twice := false
	r := jsonscan.Inside(text, i)
	for r.Next() {
		if w.over || omit != "" && r.NameIs(omit) {
			r.Skip()
			continue
		}
		if len(w.segs) > base {
			w.dst = append(w.dst, ',')
		}
		s := segment{start: len(w.dst)}
		w.newline(depth + 1)
		s.name = len(w.dst)
		w.dst = appendString(w.dst, value(text[r.NameStart-1:r.NameEnd+1]))
		s.nameEnd = len(w.dst)
		w.dst = append(w.dst, ": "...)
		r.Leave(w.value(text, r.Start, depth+1))
		s.end = len(w.dst)
		twice = w.known(&first, base, s) || twice
		w.segs = append(w.segs, s)
	}
	if twice && !w.over {
		w.joinTwice(body, base)
	}
	if len(w.segs) > base {
		w.newline(depth)
	}
	w.segs = w.segs[:base]
	w.dst = append(w.dst, '}')
	return r.Closer() + 1
}

// smallObject is the number of members up to which names are compared one by
// one.
const smallObject = 16

// known reports that a member of the open object has the name of s already.
func (w *formatter) known(first *map[string]int, base int, s segment) bool {
	name := w.dst[s.name:s.nameEnd]
	open := w.segs[base:]
	if len(open) <= smallObject {
		for _, o := range open {
			if string(w.dst[o.name:o.nameEnd]) == string(name) {
				return true
			}
		}
		return false
	}
	if *first == nil {
		*first = make(map[string]int, 2*len(open))
		for k, o := range open {
			(*first)[string(w.dst[o.name:o.nameEnd])] = k
		}
	}
	if _, found := (*first)[string(name)]; found {
		return true
	}
	(*first)[string(name)] = len(open)
	return false
}

// joinTwice writes the members of the open object again, each name once.
func (w *formatter) joinTwice(body, base int) {
	open := w.segs[base:]
	place := make(map[string]int, len(open))
	order := open[:0:0]
	for _, s := range open {
		name := string(w.dst[s.name:s.nameEnd])
		if k, found := place[name]; found {
			order[k] = s
			continue
		}
		place[name] = len(order)
		order = append(order, s)
	}
	written := append([]byte(nil), w.dst[body:]...)
	w.dst = w.dst[:body]
	for k, s := range order {
		if k > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = append(w.dst, written[s.start-body:s.end-body]...)
	}
}

// appendString writes a string, given as written with its quotes, with the
// fewest escapes: what must be escaped, in its shortest form, and half a
// surrogate pair, which has no other.
func appendString(dst []byte, v value) []byte {
	raw := string(v)
	for {
		at := 0
		for at < len(raw) && raw[at] != '\\' {
			at++
		}
		dst = append(dst, raw[:at]...)
		if raw = raw[at:]; raw == "" {
			return dst
		}
		if raw[1] != 'u' {
			if raw[1] == '/' {
				dst = append(dst, '/')
			} else {
				dst = append(dst, raw[:2]...)
			}
			raw = raw[2:]
			continue
		}
		r := codeUnit(raw)
		raw = raw[6:]
		if utf16.IsSurrogate(r) {
			if len(raw) > 6 && raw[0] == '\\' && raw[1] == 'u' {
				if pair := utf16.DecodeRune(r, codeUnit(raw)); pair != utf8.RuneError {
					dst = utf8.AppendRune(dst, pair)
					raw = raw[6:]
					continue
				}
			}
			dst = fmt.Appendf(dst, `\u%04x`, r)
			continue
		}
		dst = appendRune(dst, r)
	}
}

// codeUnit reads the escape of one UTF-16 unit at the start of raw.
func codeUnit(raw string) rune {
	unit, _ := strconv.ParseUint(raw[2:6], 16, 16) // the scanner has checked the digits
	return rune(unit)
}

// appendRune writes one character of a string.
func appendRune(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	if r < ' ' {
		return fmt.Appendf(dst, `\u%04x`, r)
	}
	return utf8.AppendRune(dst, r)
}
