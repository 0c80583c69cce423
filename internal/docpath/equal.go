package docpath

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Equal reports whether two values that passed the strict door are the same
// JSON value: strings decoded, numbers by value (see EqualNumbers), the order
// of members ignored and the order of elements not. Text nested deeper than the
// 10,000 levels that encoding/json reads equals only itself, byte for byte.
func Equal(a, b string) bool {
	if a == b {
		return true
	}
	va, errA := decode(a)
	vb, errB := decode(b)
	return errA == nil && errB == nil && equalValues(va, vb)
}

// decode keeps numbers as written. Member names of any cannot collide by case:
// a map takes them exactly.
func decode(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	err := dec.Decode(&v)
	return v, err
}

func equalValues(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, va := range a {
			vb, found := b[name]
			if !found || !equalValues(va, vb) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !equalValues(a[i], b[i]) {
				return false
			}
		}
		return true
	case json.Number:
		b, ok := b.(json.Number)
		return ok && EqualNumbers(a.String(), b.String())
	default: // a string, a boolean or null
		return a == b
	}
}

// EqualNumbers reports whether two JSON numbers have the same value, exactly:
// 1, 1.0 and 10e-1 are equal, 0 and -0 too, and no digit is ever rounded away.
// It takes time linear in the length of the texts, whatever the exponents.
func EqualNumbers(a, b string) bool {
	return a == b || normalise(a) == normalise(b)
}

// decimal is a number as sign, digits without zeros at either end, and the
// decimal exponent of the first digit, written in decimal. Zero has no digits.
type decimal struct {
	negative bool
	digits   string
	exponent string
}

func normalise(number string) decimal {
	var d decimal
	mantissa, exponent := number, "0"
	if at := strings.IndexAny(number, "eE"); at >= 0 {
		mantissa, exponent = number[:at], number[at+1:]
	}
	mantissa, d.negative = strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	significant := strings.TrimLeft(digits, "0")
	if significant == "" {
		return decimal{}
	}
	shift := len(whole) - (len(digits) - len(significant))
	d.digits = strings.TrimRight(significant, "0")
	d.exponent = addInt(exponent, shift)
	return d
}

// addInt adds a small integer to a decimal integer of any length.
func addInt(number string, n int) string {
	magnitude, negative := strings.CutPrefix(strings.TrimPrefix(number, "+"), "-")
	magnitude = strings.TrimLeft(magnitude, "0")
	const short = 15 // digits that leave room for n in an int64
	if len(magnitude) <= short {
		var v int64
		for i := range len(magnitude) {
			v = v*10 + int64(magnitude[i]-'0')
		}
		if negative {
			v = -v
		}
		return strconv.FormatInt(v+int64(n), 10)
	}
	// The magnitude is far above n, so the sign stays and n is carried into
	// the last digits.
	carry := int64(n)
	if negative {
		carry = -carry
	}
	digits := []byte("0" + magnitude)
	for i := len(digits) - 1; i >= 0 && carry != 0; i-- {
		v := int64(digits[i]-'0') + carry
		digit := (v%10 + 10) % 10
		digits[i] = byte('0' + digit)
		carry = (v - digit) / 10
	}
	sum := strings.TrimLeft(string(digits), "0")
	if negative {
		return "-" + sum
	}
	return sum
}
