package jsonscan

// numberEnd reads a number from i, which is a digit or a minus sign, by the
// grammar of RFC 8259 and returns the offset behind it. When it is malformed,
// the offset is that of the offence and ok is false.
func numberEnd(text string, i int) (end int, ok bool) {
	if text[i] == '-' {
		i++
	}
	switch {
	case i < len(text) && text[i] == '0':
		i++
		// 01 would otherwise read as 0 and a missing comma.
		if i < len(text) && isDigit(text[i]) {
			return i, false
		}
	default:
		if i, ok = digitsEnd(text, i); !ok {
			return i, false
		}
	}
	if i < len(text) && text[i] == '.' {
		if i, ok = digitsEnd(text, i+1); !ok {
			return i, false
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		if i, ok = digitsEnd(text, i); !ok {
			return i, false
		}
	}
	return i, true
}

// digitsEnd reads at least one digit.
func digitsEnd(text string, i int) (end int, ok bool) {
	start := i
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i, i > start
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
