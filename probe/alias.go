package probe

import "strings"

// aliases are what entries were seen to carry instead of a member, in the order
// in which they are named.
//
//nolint:gochecknoglobals // read-only table
var aliases = [...]struct {
	member string
	names  []string
}{
	{"status", []string{"expect", "expectedStatus", "expected_status", "expectStatus", "statusCode", "status_code", "code", "Expect"}},
	{"exitCode", []string{"expectedExitCode", "expected_exit_code", "expectExitCode", "exit_code", "exitcode", "exit", "code", "expect"}},
	{"cmd", []string{"command", "invocation", "run", "shell"}},
	{"probe", []string{"kind", "type"}},
}

// missing says that none of the members is there, and which alias the entry
// carries instead.
func (e *entryCheck) missing(what string, members ...string) string {
	detail := found(what, e.raw.member(what))
	for _, a := range aliases {
		for _, m := range members {
			if a.member != m {
				continue
			}
			for _, name := range a.names {
				if e.raw.member(name) != "" {
					return detail + "; the entry has " + name + " instead of " + m
				}
			}
		}
	}
	return detail
}

// found says what stands where a member is wanted.
func found(member string, v value) string {
	if v == "" {
		return member + " is missing"
	}
	const most = 40
	shown := string(v)
	if len(shown) > most {
		shown = strings.ToValidUTF8(shown[:most], "") + "…"
	}
	return member + " is " + shown
}
