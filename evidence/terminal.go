package evidence

import (
	"math"
	"unicode/utf8"
)

// The control characters that move or change what a terminal shows.
const (
	bell      = '\a'
	backspace = '\b'
	cancel    = '\x18'
	subst     = '\x1a'
	escape    = '\x1b'
	del       = '\x7f'
	csi       = '\u009b' // ESC [ as one character
)

// unseen reports whether r is a control character that a terminal neither shows
// nor moves by.
func unseen(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', backspace, escape:
		return false
	}
	return r < ' ' || r == del
}

// plain reports whether reduceTerminal has nothing to do.
func plain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' && (c < '\t' || c > '\f'), c == del:
			return false
		case c == '\x9b' && i > 0 && s[i-1] == '\xc2': // csi
			return false
		}
	}
	return utf8.ValidString(s)
}

// reduceTerminal returns what a terminal would show of s (E-1). Text without
// control characters is returned as it is. The result is valid UTF-8, and
// reducing it again changes nothing.
func reduceTerminal(s string) string {
	if plain(s) {
		return s
	}
	scr := screen{limit: math.MaxInt}
	scr.writeString(s)
	text, _ := scr.finish()
	return text
}

// screen reduces the bytes of a terminal to the text that it would show, as
// they come:
//
//   - CSI sequences, OSC and other string sequences, and two-byte escapes
//     (also those with intermediate bytes, as in ESC ( B) are removed. A
//     string sequence that is never ended ends with its line, so that a
//     broken one cannot hide the rest of an output. U+009B is ESC [ in one
//     character.
//   - A line feed ends the line. A carriage return goes back to column 0, so
//     CRLF ends a line too; a backspace goes back one column. Later code
//     points overwrite what stands there.
//   - The other control characters of ASCII are not shown, and dropped, also
//     inside a sequence; CAN and SUB end it. Tab, VT and FF are white space.
//   - CSI K erases from the cursor to the end of the line, and CSI 2K all of
//     the line, which is how progress displays take a line back.
//
// At most limit code points of the result are kept, so memory does not depend
// on the input, and every code point costs the same, whatever the sequences.
type screen struct {
	limit int // code points to keep

	text []byte // the lines that are ended
	kept int    // code points in text
	more bool   // something was shown that text has no room for

	cells []cell // what the line shows, as far as there is room
	wipes uint32 // how often the line was erased whole
	end   int    // the columns in use, with those there is no room for
	col   int    // the cursor

	state  screenState
	param  int  // the parameter of a CSI sequence
	oddCSI bool // it holds more than one plain number

	partial  [utf8.UTFMax]byte // a code point cut by the end of a write
	npartial int
}

// cell is one column of the line. It is blank when the line was erased whole
// after it was written; so an erase need not visit the cells.
type cell struct {
	r     rune
	wipes uint32
}

type screenState uint8

const (
	onText       screenState = iota
	onEscape                 // after ESC
	onCharset                // after ESC and intermediate bytes
	onCSI                    // inside a CSI sequence
	onString                 // inside an OSC, DCS, SOS, PM or APC string
	onStringStop             // after ESC inside a string
)

// write takes the next bytes of an output, cut anywhere.
func (s *screen) write(p []byte) {
	if s.more {
		return
	}
	for s.npartial > 0 && len(p) > 0 {
		s.partial[s.npartial] = p[0]
		s.npartial++
		p = p[1:]
		if utf8.FullRune(s.partial[:s.npartial]) {
			s.flushPartial()
		}
	}
	for len(p) > 0 {
		r, size := utf8.DecodeRune(p)
		if r == utf8.RuneError && size == 1 && !utf8.FullRune(p) {
			s.npartial = copy(s.partial[:], p)
			return
		}
		s.put(r)
		p = p[size:]
	}
}

// writeString takes a whole output, or the last of it.
func (s *screen) writeString(text string) {
	for _, r := range text {
		if s.more {
			return
		}
		s.put(r)
	}
}

// flushPartial puts what the kept bytes hold, which may be a code point and
// the start of another.
func (s *screen) flushPartial() {
	rest := s.partial[:s.npartial]
	s.npartial = 0
	for len(rest) > 0 {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 && !utf8.FullRune(rest) {
			s.npartial = copy(s.partial[:], rest)
			return
		}
		s.put(r)
		rest = rest[size:]
	}
}

// put takes one code point.
func (s *screen) put(r rune) {
	if s.state != onString && unseen(r) {
		if r == cancel || r == subst {
			s.state = onText
		}
		return
	}
	switch s.state {
	case onText:
		s.show(r)
	case onEscape:
		s.afterEscape(r)
	case onCharset:
		s.inCharset(r)
	case onCSI:
		s.inCSI(r)
	case onString:
		s.inString(r)
	case onStringStop:
		if r == '\\' {
			s.state = onText
		} else {
			s.afterEscape(r)
		}
	}
}

func (s *screen) afterEscape(r rune) {
	switch {
	case r == '[':
		s.beginCSI()
	case r == ']', r == 'P', r == 'X', r == '^', r == '_':
		s.state = onString
	case r >= ' ' && r <= '/':
		s.state = onCharset
	case r >= '0' && r <= '~':
		s.state = onText
	default:
		s.resume(r)
	}
}

func (s *screen) beginCSI() { s.state, s.param, s.oddCSI = onCSI, 0, false }

func (s *screen) inCharset(r rune) {
	switch {
	case r >= ' ' && r <= '/':
	case r >= '0' && r <= '~':
		s.state = onText
	default:
		s.resume(r)
	}
}

func (s *screen) inCSI(r rune) {
	const enough = 1000 // no parameter that matters is larger
	switch {
	case r >= '0' && r <= '9':
		s.param = min(s.param*10+int(r-'0'), enough)
	case r >= ' ' && r <= '?':
		s.oddCSI = true
	case r >= '@' && r <= '~':
		s.state = onText
		if r == 'K' && !s.oddCSI {
			s.erase(s.param)
		}
	default:
		s.resume(r)
	}
}

func (s *screen) inString(r rune) {
	switch r {
	case bell, cancel, subst:
		s.state = onText
	case escape:
		s.state = onStringStop
	case '\n':
		s.resume(r)
	}
}

// resume leaves a sequence that r does not belong to.
func (s *screen) resume(r rune) {
	s.state = onText
	s.show(r)
}

// show takes a code point outside every sequence.
func (s *screen) show(r rune) {
	switch r {
	case escape:
		s.state = onEscape
	case csi:
		s.beginCSI()
	case '\n':
		s.endLine()
		if s.kept < s.limit {
			s.text = append(s.text, '\n')
			s.kept++
		} else {
			s.more = true
		}
	case '\r':
		s.col = 0
	case backspace:
		s.col = max(s.col-1, 0)
	default:
		c := cell{r, s.wipes}
		switch {
		case s.col < len(s.cells):
			s.cells[s.col] = c
		case s.col < s.limit-s.kept:
			s.cells = append(s.cells, c)
		}
		s.col++
		s.end = max(s.end, s.col)
	}
}

// erase does what CSI K with that parameter does.
func (s *screen) erase(what int) {
	switch what {
	case 0:
		s.cells = s.cells[:min(s.col, len(s.cells))]
		s.end = min(s.end, s.col)
	case 2:
		s.wipes++
		s.end = 0
	}
}

// endLine moves the line to the text.
func (s *screen) endLine() {
	if s.end > s.limit-s.kept {
		s.more = true
	}
	line := s.cells[:min(s.end, len(s.cells))]
	for _, c := range line {
		if c.wipes != s.wipes {
			c.r = ' '
		}
		s.text = utf8.AppendRune(s.text, c.r)
	}
	s.kept += len(line)
	s.cells, s.wipes, s.end, s.col = s.cells[:0], 0, 0, 0
}

// finish returns the text, and whether there was more of it.
func (s *screen) finish() (text string, more bool) {
	for range s.npartial { // each byte of a code point that never came whole
		s.put(utf8.RuneError)
	}
	s.npartial = 0
	s.endLine()
	return string(s.text), s.more
}
