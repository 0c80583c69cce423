package drift_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
)

// These tests weaken one fact at a time, at every place where it can be
// weakened, and demand that the correction then waits and says why.

// continuing are characters that make a longer word, or a longer name, of what
// they stand beside (D-5).
var continuing = []string{
	"x", "Z", "7", "_", "-", "é", "\u0301", "ﾞ", "字", "٣", // letters, digits and marks
	"‐", "‑", "‒", "–", "—", "―", "−", "﹘", "－", "֊", "\u00ad", // dashes
	"\u200b", "\u200d", "\u2060", "\ufeff", "\ufffd", "\xff", // what is not seen, or not text
}

// bounding are characters that end a word.
var bounding = []string{" ", "\n", "\t", "\"", "'", "`", ":", ";", ",", "/", "\\", "(", ")", "[", "]", "{", "}", "<", ">", "=", "|", "@", "#", "*", "!", "?", "$", "%", "&", "~", "^", "…", "“", "·"}

// lookalikes replace an ASCII letter.
var lookalikes = map[byte]string{
	'a': "а", 'c': "с", 'e': "е", 'i': "і", 'o': "о", 'p': "р", 's': "ѕ", 'x': "х", 'y': "у", 'd': "ｄ", 'g': "ɡ", 'n': "ｎ", '-': "‑", '_': "＿", '.': "․",
}

// variants are strings that differ from s in one character.
func variants(s string) []string {
	var all []string
	for i := range len(s) {
		all = append(all, s[:i]+s[i+1:]) // deleted
		if twin, ok := lookalikes[s[i]]; ok {
			all = append(all, s[:i]+twin+s[i+1:])
		}
		if other := flip(s[i]); other != s[i] {
			all = append(all, s[:i]+string(rune(other))+s[i+1:])
		}
	}
	for i := range len(s) + 1 {
		all = append(all, s[:i]+"q"+s[i:], s[:i]+"\u200b"+s[i:]) // inserted
	}
	return slices.DeleteFunc(all, func(v string) bool { return v == s })
}

func flip(c byte) byte {
	if c|0x20 >= 'a' && c|0x20 <= 'z' {
		return c ^ 0x20
	}
	return c
}

// splice puts insert at offset i of s.
func splice(s string, i int, insert string) string { return s[:i] + insert + s[i:] }

// counter counts mutations, so that a generator that stopped generating is
// seen.
type counter struct {
	t *testing.T
	n int
}

func (c *counter) mustFail(what string, w world, guard drift.Guard) {
	c.t.Helper()
	c.n++
	mustFail(c.t, what, w, guard)
}

func eachWorld(t *testing.T, least int, mutate func(c *counter, w world)) {
	t.Helper()
	total := 0
	for name, w := range worlds() {
		t.Run(name, func(t *testing.T) {
			c := &counter{t: t}
			mutate(c, w)
			total += c.n
		})
	}
	require.GreaterOrEqual(t, total, least, "the generator has stopped generating")
	t.Logf("%d mutations", total)
}

var memberName = regexp.MustCompile(`"([A-Za-z-]+)":`)

// whatNames are names that say WHAT, made from every word in every spelling.
func whatNames() []string {
	names := []string{"targets", "TARGETS", "ｅｎｖ", "naïve"}
	for _, word := range []string{
		"environment", "environments", "env", "envs", "cluster", "clusters", "cl", "context", "contexts", "ctx",
		"project", "projects", "proj", "namespace", "namespaces", "ns",
	} {
		title := strings.ToUpper(word[:1]) + word[1:]
		names = append(names, word, strings.ToUpper(word), title, "kube"+title, word+"Name", strings.ToUpper(word)+"Name", "GKE"+title,
			word+"2", "a1"+word, "my-"+word, word+"_id", "x."+word, word+" of it", "a/"+word)
	}
	return names
}

func TestMutatedNames(t *testing.T) { // D-1
	eachWorld(t, 1000, func(c *counter, w world) {
		for _, at := range memberName.FindAllStringSubmatchIndex(w.payload, -1) {
			name := w.payload[at[2]:at[3]]
			replace := func(other string) {
				m := w
				m.payload = w.payload[:at[2]] + other + w.payload[at[3]:]
				segments := strings.Split(w.keyPath, ".")
				if i := slices.Index(segments, name); i >= 0 {
					segments[i] = strings.ReplaceAll(other, ".", `\.`)
					m.keyPath = strings.Join(segments, ".")
				}
				c.mustFail("name "+other, m, drift.WhatKeyTouched)
			}
			for _, other := range whatNames() {
				replace(other)
			}
			for i := range len(name) {
				if twin, ok := lookalikes[name[i]]; ok && twin != "ｄ" && twin != "ｎ" && twin != "‑" && twin != "＿" {
					replace(name[:i] + twin + name[i+1:])
				}
			}
		}
		for _, other := range whatNames() {
			m := w
			m.section, m.storedName = other, other
			c.mustFail("section "+other, m, drift.WhatKeyTouched)
		}
	})
}

func TestMutatedValues(t *testing.T) { // D-5
	eachWorld(t, 500, func(c *counter, w world) {
		for _, value := range w.evaluate().Values {
			set := func(m world, raw string) world {
				m.payload = strings.ReplaceAll(m.payload, quote(value), raw)
				m.new = strings.ReplaceAll(m.new, quote(value), raw)
				return m
			}
			for _, other := range variants(value) {
				c.mustFail("value "+other, set(w, quote(other)), drift.ValueNotObserved)
			}
			for i := range len(value) {
				if i >= 4 {
					c.mustFail("value "+value[:i], set(w, quote(value[:i])), drift.ValueNotObserved)
				}
				if i > 0 && len(value)-i >= 4 {
					c.mustFail("value "+value[i:], set(w, quote(value[i:])), drift.ValueNotObserved)
				}
			}
			// Values that never apply, although the output shows them.
			for raw, guard := range map[string]drift.Guard{
				`"abc"`: drift.ValueTooWeak, `" abc "`: drift.ValueTooWeak, `""`: drift.ValueTooWeak, `"12345"`: drift.ValueTooWeak,
				`"-1.5e+10"`: drift.ValueTooWeak, `"3.14159"`: drift.ValueTooWeak, `"１２３４"`: drift.ValueTooWeak, `"+.1234"`: drift.ValueTooWeak,
				`"TRUE"`: drift.ValueTooWeak, `"false"`: drift.ValueTooWeak, `"null"`: drift.ValueTooWeak,
				`12345`: drift.ValueTooWeak, `true`: drift.ValueTooWeak, `false`: drift.ValueTooWeak, `null`: drift.ValueTooWeak,
				`{}`: drift.ValueTooWeak, `[]`: drift.ValueTooWeak, `[[]]`: drift.ValueTooWeak,
				`"abcd[REDACTED]"`: drift.ValueRedacted, `"ab...[truncated]cd"`: drift.ValueRedacted,
			} {
				m := set(w, raw)
				m = m.withOutput(w.runs[len(w.runs)-1].Output + "\n" + strings.Trim(raw, `"`) + "\n" + strings.Join(w.evaluate().Values, " "))
				c.mustFail("value "+raw, m, guard)
			}
			for word := range strings.FieldsSeq(strings.NewReplacer("'", "", `"`, "").Replace(w.command)) {
				for end := 4; end <= len(word); end++ {
					m := set(w, quote(word[:end])).withOutput(word[:end] + "\n" + strings.Join(w.evaluate().Values, " "))
					c.mustFail("value of the command "+word[:end], m, drift.ValueInCommand)
				}
			}
		}
	})
}

func TestMutatedOutput(t *testing.T) { // D-5
	eachWorld(t, 1000, func(c *counter, w world) {
		for i, run := range w.runs {
			if !showsAll(run, w.evaluate().Values) {
				continue
			}
			replace := func(change func(*evidence.Run)) world {
				m := w.clone()
				change(&m.runs[i])
				return m
			}
			for _, value := range w.evaluate().Values {
				at := strings.Index(run.Output, value)
				end := at + len(value)
				for _, more := range append(slices.Clone(continuing), ".", "+", "[REDACTED]") {
					for _, place := range []int{at, end} {
						m := replace(func(r *evidence.Run) { r.Output = splice(run.Output, place, more) })
						c.mustFail(fmt.Sprintf("output with %q beside %s", more, value), m, drift.ValueNotObserved)
					}
				}
				for _, other := range variants(value) {
					m := replace(func(r *evidence.Run) { r.Output = strings.ReplaceAll(run.Output, value, other) })
					c.mustFail("output shows "+other, m, drift.ValueNotObserved)
				}
				c.mustFail("cut behind "+value, replace(func(r *evidence.Run) { r.Output, r.Truncated = run.Output[:end], true }), drift.ValueNotObserved)
				c.mustFail("behind the cut: "+value, replace(func(r *evidence.Run) {
					r.Output = strings.Repeat("€ ", evidence.MaxOutput/2-utf8.RuneCountInString(value)/2) + run.Output
				}), drift.ValueNotObserved)
				for _, more := range bounding {
					m := replace(func(r *evidence.Run) { r.Output = splice(splice(run.Output, end, more), at, more) })
					assert.True(c.t, m.evaluate().Apply, "control: %q ends a word", more)
				}
			}
			c.mustFail("no output kept", replace(func(r *evidence.Run) { r.Kept = false }), drift.ValueNotObserved)
			c.mustFail("nothing shown", replace(func(r *evidence.Run) { r.Output = "" }), drift.ValueNotObserved)
		}
	})
}

func showsAll(run evidence.Run, values []string) bool {
	for _, v := range values {
		if !strings.Contains(run.Output, v) {
			return false
		}
	}
	return true
}

func TestMutatedRuns(t *testing.T) { // D-4
	eachWorld(t, 300, func(c *counter, w world) {
		all := func(change func(*evidence.Run)) world {
			m := w.clone()
			for i := range m.runs {
				change(&m.runs[i])
			}
			return m
		}
		for _, exit := range []*int{nil, new(1), new(-1), new(2), new(137), new(256)} {
			c.mustFail("another exit", all(func(r *evidence.Run) { r.Exit = exit }), drift.CommandFailed)
		}
		c.mustFail("killed", all(func(r *evidence.Run) { r.Killed = true }), drift.CommandFailed)
		c.mustFail("in the background", all(func(r *evidence.Run) { r.Background = true }), drift.CommandFailed)
		for _, kind := range []evidence.RunKind{"", evidence.Read, evidence.Edit, "SHELL"} {
			c.mustFail("of kind "+string(kind), all(func(r *evidence.Run) { r.Kind = kind }), drift.CommandNotRecorded)
		}
		for _, other := range append(variants(w.command), w.command+" ", " "+w.command, w.command+"\n", "$ "+w.command, "`"+w.command+"`", "cd x && "+w.command, strings.ReplaceAll(w.command, "web", "'web'")) {
			if other != w.command {
				c.mustFail("run of "+other, all(func(r *evidence.Run) { r.Command = other }), drift.CommandNotRecorded)
			}
		}
		m := w.clone()
		m.runs = nil
		c.mustFail("no runs", m, drift.CommandNotRecorded)
		m.noRecord = true
		c.mustFail("no record", m, drift.CommandNotRecorded)
		// One run has to show everything.
		for _, value := range w.evaluate().Values {
			if len(w.evaluate().Values) > 1 {
				m := w.clone()
				m.runs = []evidence.Run{passed(w.command, value)}
				for _, other := range w.evaluate().Values {
					if other != value {
						m.runs = append(m.runs, passed(w.command, other))
					}
				}
				c.mustFail("shown by several runs", m, drift.ValueNotObserved)
			}
		}
	})
}

func TestMutatedCommands(t *testing.T) { // D-6
	before := []string{
		"X=1 ", "env ", "time ", "sudo ", "! ", "cd x && ", "nohup ", "command ", "exec ", "bash -c ", "/usr/bin/", "./", "echo ", "true; ", "true | ", "(", "{ ", "# ", "if ", "k", "\n", "> f ", "\u00a0", "K",
	}
	between := []string{
		"| cat", "|& cat", "&& ls", "|| ls", "; ls", "& ", "> f", ">> f", "2>&1", "< f", "<<< x", "<(ls)", "$(ls)", "`ls`", "$X", "${X}", "$((1))", "$'x'", `$"x"`, "\"$X\"", "\"`ls`\"",
		"# x", "\n", "\n ls", "\r", "\x00", "\x1b", "*", "?", "[a]", "{a,b}", "{}", "~", "~/x", "!", "!x", "^x", "=x", "a=~/x", "+(a)", "’", "–n", "é", "\u00a0",
		"-A", "--all-namespaces", "-w", "--watch", "-f x", "-l a=b", "--selector=a", "--raw /api", "--kubeconfig x", "--cluster=x", "--as=x", "--token=x", "-v9", "--", "-", "-x", "--quiet", "--flags-file=f", "--account=x",
		"--impersonate-service-account=x", "--filter=x", "--format=json(x)", "--output=jsonpath={.}", "-o=custom-columns=A:.a", "--context", "-n", "-n=", "--context=", "--namespace=", "--output=", "--project=", "--project", "--region", "'", `"`, "\\",
	}
	eachWorld(t, 4000, func(c *counter, w world) {
		for _, more := range before {
			c.mustFail(more+w.command, w.withCommand(more+w.command), drift.CommandNotAllowed)
		}
		for i := range len(w.command) + 1 {
			if i < len(w.command) && w.command[i] != ' ' {
				continue
			}
			for _, more := range between {
				other := splice(w.command, i, " "+more)
				c.mustFail(other, w.withCommand(other), drift.CommandNotAllowed)
			}
		}
		for i := range len(w.command) {
			for _, twin := range []string{"а", "‑", "\u200b", "$", "`", "*", "\x7f"} {
				if quoted := strings.Count(w.command[:i], "'")%2 == 1; quoted && len(twin) == 1 {
					continue // between single quotes these are plain text
				}
				other := w.command[:i] + twin + w.command[i+1:]
				if d := w.withCommand(other).evaluate(); !slices.Contains(d.Failed, drift.CommandNotAllowed) {
					c.t.Errorf("%s: %v", other, d.Failures)
				}
			}
		}
		words := strings.Fields(w.command)
		for i, word := range words {
			others := verbs
			switch {
			case strings.HasPrefix(word, "-"):
				other := w.command + " " + word
				c.mustFail(other, w.withCommand(other), drift.CommandNotAllowed)
				continue
			case isValue(words, i) || isObject(words, i):
				continue // any plain name may stand here
			case isKind(words, i):
				others = kinds
			}
			for _, other := range others {
				other = strings.Join(append(append(slices.Clone(words[:i]), other), words[i+1:]...), " ")
				c.mustFail(other, w.withCommand(other), drift.CommandNotAllowed)
			}
		}
	})
}

var (
	// verbs replace a verb, a program, or a noun of gcloud.
	verbs = []string{
		"delete", "edit", "apply", "exec", "logs", "create", "patch", "update", "deploy", "ssh", "config", "auth", "projects", "alpha",
		"beta", "iam", "explain", "top", "debug", "proxy", "cp", "rsh", "login", "adm", "neat", "Get", "'get x'", "get-credentials",
	}
	// kinds replace what is read.
	kinds = []string{"secret", "secrets", "Secrets", "SECRET", "secrets.v1", "secret.", "secret/db", "'secret'/db", `s\ecret`, "pods,secrets", "pods,svc", "pod/", "/pod", "a/b/c", "pod/a,b"}
)

// isValue reports whether word i is the value of the option before it.
func isValue(words []string, i int) bool {
	return i > 0 && strings.HasPrefix(words[i-1], "-") && !strings.Contains(words[i-1], "=")
}

// isKind reports whether word i is what kubectl or oc read.
func isKind(words []string, i int) bool {
	return words[0] != "gcloud" && i > 0 && (words[i-1] == "get" || words[i-1] == "describe")
}

// isObject reports whether word i is the name of an object.
func isObject(words []string, i int) bool {
	return i > 1 && (isKind(words, i-1) || words[0] == "gcloud" && words[i-1] == "describe")
}

func TestMutatedTargets(t *testing.T) { // D-7
	eachWorld(t, 500, func(c *counter, w world) {
		command, err := drift.ClassifyCommand(w.command)
		require.NoError(c.t, err)
		for _, name := range []string{command.Context, command.Namespace, command.Project} {
			if name == "" {
				continue
			}
			require.Equal(c.t, 1, strings.Count(w.goal, name))
			at := strings.Index(w.goal, name)
			end := at + len(name)
			for _, other := range variants(name) {
				m := w
				m.goal = strings.ReplaceAll(w.goal, name, other)
				c.mustFail("goal with "+other, m, drift.TargetNotInGoal)
			}
			for _, more := range append(slices.Clone(continuing), ".x", "+x", ".7") {
				m := w
				m.goal = splice(w.goal, end, more)
				c.mustFail(fmt.Sprintf("goal with %q behind %s", more, name), m, drift.TargetNotInGoal)
			}
			for _, more := range append(slices.Clone(continuing), "x.", ".", "+") {
				m := w
				m.goal = splice(w.goal, at, more)
				c.mustFail(fmt.Sprintf("goal with %q before %s", more, name), m, drift.TargetNotInGoal)
			}
			for _, more := range append(slices.Clone(bounding), ". ", "+ ", "...") {
				m := w
				m.goal = splice(w.goal, end, more)
				assert.True(c.t, m.evaluate().Apply, "control: %q ends a name in prose: %s", more, m.goal)
			}
			// The command reads another target than the goal names.
			other := w.withCommand(strings.Replace(w.command, name, name+"x", 1))
			c.mustFail(other.command, other, drift.TargetNotInGoal)
		}
		m := w
		m.goal = ""
		c.mustFail("no goal", m, drift.TargetNotInGoal)
		unnamed := regexp.MustCompile(` (--context|--project|-n|--namespace)( |=)("web"|[a-z0-9_-]+)`)
		for _, at := range unnamed.FindAllStringIndex(w.command, -1) {
			other := w.withCommand(w.command[:at[0]] + w.command[at[1]:])
			c.mustFail(other.command, other, drift.TargetUnnamed)
		}
		for _, project := range []string{"", " ", "\t"} {
			m := w
			m.project = project
			c.mustFail("no project", m, drift.ProjectUnresolved)
			assert.Equal(c.t, "shop-of-the-goal", m.evaluate().Project, "D-8")
		}
	})
}

func TestMutatedStore(t *testing.T) { // D-2, D-3
	eachWorld(t, 200, func(c *counter, w world) {
		segments := strings.Split(w.keyPath, ".")
		for _, stored := range []string{`"other"`, `null`, `7`, `true`, `["x"]`, `[]`, `{"a":"b"}`, `{}`} {
			for depth := 1; depth <= len(segments); depth++ {
				if depth < len(segments) && stored[0] == '{' {
					continue // an object takes further members
				}
				m := w
				m.stored = nest(segments[:depth], stored)
				c.mustFail("stored "+m.stored, m, drift.ReplacesStored)
			}
		}
		for _, stored := range []string{`[]`, `"x"`, `null`, `7`, `{`, `{"a":1,"a":2}`, ` `, "\xff"} {
			m := w
			m.stored = stored
			c.mustFail("stored "+stored, m, drift.ReplacesStored)
		}
		for _, name := range []string{"cluster", "kubeContext", "ns"} {
			m := w
			m.stored = nest(segments, `{"deep":[{"`+name+`":"x"}]}`)
			c.mustFail("replaces "+name, m, drift.WhatKeyTouched)
		}
		if w.stored != "" {
			for _, other := range append(variants(w.storedName), strings.ReplaceAll(w.storedName, "_", "-")+"-", "") {
				m := w
				m.storedName = other
				c.mustFail("stored as "+other, m, drift.SectionSpelling)
			}
		}
		for _, old := range []string{`"else"`, `0`, `false`, `""`, `[]`, `{}`} {
			m := w
			m.old = old
			c.mustFail("old "+old, m, drift.Stale)
		}
		for _, other := range variants(strings.Trim(w.new, `"`)) {
			m := w
			m.new = quote(other)
			c.mustFail("new "+other, m, drift.KeyPathMismatch)
		}
		for _, other := range append(variants(w.keyPath), segments[0]+".nothing", "."+w.keyPath, w.keyPath+".", w.keyPath+`\`, w.keyPath+"[0]", "*") {
			if strings.TrimSpace(other) == "" {
				continue
			}
			m := w
			m.keyPath = other
			c.mustFail("key_path "+other, m, drift.KeyPathMismatch)
		}
		if len(segments) > 1 {
			m := w
			m.keyPath = segments[0]
			c.mustFail("key_path of an object", m, drift.KeyPathMismatch)
		}
	})
}

func nest(names []string, value string) string {
	for _, name := range slices.Backward(names) {
		value = "{" + quote(name) + ":" + value + "}"
	}
	return value
}
