package jsonscan

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handfast-go/handfast/internal/docpath"
)

// refuse makes the error for an offence at offset at. inMember says that the
// current member of the innermost object, and not only the object, is where it
// happened.
func (s *scratch) refuse(at int, inMember bool, msg, hint string) *Error {
	return &Error{Offset: at, Path: s.path(inMember), Msg: msg, Hint: hint}
}

func (s *scratch) refuseValue(text string, i int) *Error {
	if i >= len(text) && len(s.frames) == 1 {
		return s.refuse(i, true, "there is no JSON value in the text", "")
	}
	return s.refuse(i, true, describe(text, i)+" stands where a value is expected", valueHint(text, i))
}

func (s *scratch) refuseEnded(text string, i int, open Kind) *Error {
	want := "a comma or the closing bracket of the list"
	if open == Object {
		want = "a comma or the closing brace of the object"
	}
	return s.refuse(i, true, describe(text, i)+" stands where "+want+" is expected", syntaxHint(text, i))
}

func (s *scratch) refuseName(text string, i int) *Error {
	return s.refuse(i, false, describe(text, i)+" stands where a member name in double quotes is expected", nameHint(text, i))
}

func (s *scratch) refuseColon(text string, i int) *Error {
	return s.refuse(i, true, describe(text, i)+" stands where the colon after a member name is expected", syntaxHint(text, i))
}

func (s *scratch) refuseTrailing(text string, i int) *Error {
	return s.refuse(i, true, describe(text, i)+" follows the end of the JSON value, where only white space may", trailingHint(text, i))
}

func (s *scratch) refuseNumber(text string, i int) *Error {
	return s.refuse(i, true, "a malformed number: "+describe(text, i)+" cannot stand here", numberHintAt(text, i))
}

func (s *scratch) refuseDepth(i, maxDepth int) *Error {
	e := TooDeepError(Limits{MaxDepth: maxDepth})
	e.Offset, e.Path = i, s.path(true)
	return e
}

func (s *scratch) refuseDuplicate(i int) *Error {
	e := s.refuse(i, true, "a second member of this name in one object", "readers disagree about which one counts, so every name may occur once")
	e.Reason = DuplicateName
	return e
}

// refuseString makes the error for a string value that opens at offset open.
func (s *scratch) refuseString(text string, open, at int, problem stringProblem) *Error {
	msg, hint := stringRefusal(text, open, at, problem)
	return s.refuse(at, true, msg, hint)
}

// refuseNameString does so for a member name, which is not the current member
// yet.
func (s *scratch) refuseNameString(text string, open, at int, problem stringProblem) *Error {
	msg, hint := stringRefusal(text, open, at, problem)
	return s.refuse(at, false, msg, hint)
}

func stringRefusal(text string, open, at int, problem stringProblem) (msg, hint string) {
	switch problem {
	case stringOpen:
		return "the text ends inside the string that opens at byte " + strconv.Itoa(open), cutHint
	case stringControl:
		return describe(text, at) + " stands unescaped inside a string", controlHint(text[at])
	case stringEscape:
		return "the escape sequence \\" + escaped(text, at) + " does not exist", `after a backslash JSON knows only " \ / b f n r t and u; a backslash itself is written \\`
	case stringHex:
		return `\u is not followed by four hexadecimal digits`, ""
	case stringSurrogate:
		return "half of a surrogate pair stands alone in " + clip(text[at:min(at+6, len(text))]), "characters above U+FFFF are two \\u escapes side by side, or the character itself"
	case stringUTF8:
		return describe(text, at) + " is not valid UTF-8", "the text must be UTF-8 throughout"
	case stringOK:
	}
	return "a malformed string", ""
}

// escaped shows the character behind the backslash at i.
func escaped(text string, i int) string {
	r, size := utf8.DecodeRuneInString(text[i+1:])
	if r == utf8.RuneError && size <= 1 || !strconv.IsPrint(r) {
		return fmt.Sprintf("<0x%02x>", text[i+1])
	}
	return string(r)
}

// What a path in an error shows at most; names come from the document and may
// be as long as it.
const (
	pathNameMax = 120
	pathMax     = 1000
)

// path writes where the scan stands, from the names and element counts of the
// open containers.
func (s *scratch) path(inMember bool) string {
	var b strings.Builder
	for depth := 1; depth < len(s.frames); depth++ {
		if b.Len() > pathMax {
			b.WriteString("…")
			break
		}
		f := &s.frames[depth]
		innermost := depth == len(s.frames)-1
		if f.kind == Array {
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(f.count))
			b.WriteByte(']')
			continue
		}
		last := len(s.names.stack) - 1
		if !innermost {
			last = s.frames[depth+1].firstName - 1
		}
		if innermost && !inMember || last < f.firstName {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(docpath.Escape(clip(s.names.string(s.names.stack[last]))))
	}
	return b.String()
}

func (n *names) string(nm name) string {
	if nm.decoded {
		return string(n.arena[nm.start:nm.end])
	}
	return n.text[nm.start:nm.end]
}

// clip keeps a message short when what it shows is long.
func clip(s string) string {
	if len(s) <= pathNameMax {
		return s
	}
	return strings.ToValidUTF8(s[:pathNameMax], "") + "…"
}
