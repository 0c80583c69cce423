package jsonscan

// Compact returns text, one value that passed the door, without the white
// space outside its strings; text itself when there is none.
func Compact(text string) string {
	var out []byte
	from := 0
	for i := 0; i < len(text); {
		switch text[i] {
		case '"':
			i = skipString(text, i)
		case ' ', '\t', '\n', '\r':
			out = append(out, text[from:i]...)
			i = skipSpace(text, i)
			from = i
		default:
			i++
		}
	}
	if from == 0 {
		return text
	}
	return string(append(out, text[from:]...))
}
