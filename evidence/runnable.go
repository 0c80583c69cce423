package evidence

import (
	"strings"

	"github.com/handfast-go/handfast/internal/shellwords"
)

// runnable reports whether a shell could run command (E-8): after leading
// assignments, its first word, without quotes and markup tags, is a path, one
// of the builtins that run or prepare one, or a program that lookPath finds.
// The word ends at white space or an operator; only an angle bracket may be that
// of a tag instead. It is asked only where no record says what did run.
func runnable(command string, lookPath func(string) (string, error)) bool {
	for rest := command; ; {
		rest = skipTags(rest)
		word, after, found := shellwords.Next(rest)
		if !found {
			return false
		}
		if word.Assigns() {
			rest = after
			continue
		}
		return startsProgram(shellwords.Program(rest), lookPath) || startsProgram(dropTags(word.Text), lookPath)
	}
}

func startsProgram(name string, lookPath func(string) (string, error)) bool {
	switch {
	case name == "":
		return false
	case isPath(name):
		return true
	case name == "cd", name == "source", name == "export":
		return true
	case lookPath == nil:
		return false
	}
	_, err := lookPath(name)
	return err == nil
}

// skipTags drops the tags and the white space that s begins with; a tag may
// hold spaces, which would cut it into words.
func skipTags(s string) string {
	for {
		s = strings.TrimSpace(s)
		tag := tagLen(s)
		if tag == 0 {
			return s
		}
		s = s[tag:]
	}
}

// dropTags drops the markup tags of s.
func dropTags(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var b strings.Builder
	for {
		before, _, found := strings.Cut(s, "<")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		s = s[len(before):]
		if tag := tagLen(s); tag > 0 {
			s = s[tag:]
			continue
		}
		b.WriteByte('<')
		s = s[1:]
	}
}
