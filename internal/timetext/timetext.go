// Package timetext reads times as the standard writes them.
package timetext

import (
	"strings"
	"time"
)

// RFC3339 reads a time in the format of RFC 3339, with capital T and Z, and
// nothing else.
func RFC3339(s string) (t time.Time, ok bool) {
	if !shaped(s) {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	return t, err == nil
}

// shaped checks what time.Parse does not: it also takes an hour of one digit,
// a comma before the fraction, and offsets of a day and more.
func shaped(s string) bool {
	const date = "0000-00-00T00:00:00"
	if len(s) <= len(date) || !matches(s[:len(date)], date) {
		return false
	}
	zone := s[len(date):]
	if rest, found := strings.CutPrefix(zone, "."); found {
		zone = strings.TrimLeft(rest, "0123456789")
		if len(zone) == len(rest) {
			return false
		}
	}
	if zone == "Z" {
		return true
	}
	return matches(zone, "+00:00") && zone[1:3] < "24" && zone[4:6] < "60"
}

// matches compares s with a pattern in which 0 stands for any digit and + for
// either sign.
func matches(s, pattern string) bool {
	if len(s) != len(pattern) {
		return false
	}
	for i := range len(s) {
		switch p := pattern[i]; {
		case p == '0' && (s[i] < '0' || s[i] > '9'),
			p == '+' && s[i] != '+' && s[i] != '-',
			p != '0' && p != '+' && s[i] != p:
			return false
		}
	}
	return true
}
