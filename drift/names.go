package drift

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// whatWords are the words that say which thing is meant, and not how it is set
// up (D-1), in lower case.
//
//nolint:gochecknoglobals // read-only table
var whatWords = map[string]bool{
	"environment": true, "environments": true, "env": true, "envs": true,
	"cluster": true, "clusters": true, "cl": true,
	"context": true, "contexts": true, "ctx": true,
	"project": true, "projects": true, "proj": true,
	"namespace": true, "namespaces": true, "ns": true,
}

// longestWhat is the length of the longest of whatWords, in bytes.
const longestWhat = len("environments")

// whatName is WHAT as a whole, and only as a whole.
const whatName = "targets"

// WhatKey reports whether a section or member name says WHAT is meant (which
// environment, cluster, context, project or namespace) rather than HOW it is
// set up (D-1). A correction to such a name would point later work at another
// system, so it always waits for a decision.
//
// A name is WHAT when it is not ASCII after NFKC, when it is "targets" in any
// case, or when one of its words is such a word, in full or abbreviated.
// Words end where a character is neither letter nor digit, where letters meet
// digits, and where the case changes; where more than one way of splitting is
// possible (ENVName, proJect, NSlist), one that finds such a word is enough.
func WhatKey(name string) bool {
	name = norm.NFKC.String(name)
	for i := range len(name) {
		if name[i] >= 0x80 {
			return true
		}
	}
	if strings.EqualFold(name, whatName) {
		return true
	}
	for start := 0; start < len(name); start++ {
		if !alphanumeric(name[start]) || !border(name, start) {
			continue
		}
		for end := start + 1; end <= len(name) && end-start <= longestWhat; end++ {
			if border(name, end) && whatWords[strings.ToLower(name[start:end])] {
				return true
			}
			if end < len(name) && !alphanumeric(name[end]) {
				break
			}
		}
	}
	return false
}

// border reports whether a word may begin or end before name[i]. Between a
// capital and a small letter both sides of the capital are borders: "GKECluster"
// ends a word before its second C, "NSlist" after its S.
func border(name string, i int) bool {
	if i == 0 || i == len(name) {
		return true
	}
	before, after := classOf(name[i-1]), classOf(name[i])
	if before != after {
		return true
	}
	return after == upper && i+1 < len(name) && classOf(name[i+1]) == lower
}

type class uint8

const (
	separator class = iota
	digit
	lower
	upper
)

func classOf(c byte) class {
	switch {
	case c >= '0' && c <= '9':
		return digit
	case c >= 'a' && c <= 'z':
		return lower
	case c >= 'A' && c <= 'Z':
		return upper
	}
	return separator
}

func alphanumeric(c byte) bool { return classOf(c) != separator }

// StoredName returns which of a workspace's stored section names a proposal for
// section is about, "" when none is: the one that is spelled like it, else the
// first that is the same once case, compatibility forms, and everything that is
// neither letter nor digit are set aside. It is what Facts.StoredName is made
// with, so that a second spelling is judged against the section that exists and
// never creates a sibling of it (D-3).
func StoredName(stored []string, section string) string {
	folded, match := fold(section), ""
	for _, name := range stored {
		if name == section {
			return name
		}
		if match == "" && folded != "" && fold(name) == folded {
			match = name
		}
	}
	return match
}

func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(name))
}
