package drift

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Command is a command that ClassifyCommand accepts: one read that changes
// nothing (class T0 of D-6).
type Command struct {
	// Tool is the program: kubectl, oc or gcloud.
	Tool string `json:"tool"`
	// Verb is get, describe or list.
	Verb string `json:"verb"`
	// Resource is what is read: a kind ("pods", "deploy"), or the path of
	// nouns of gcloud ("run services"). It may be "" for kubectl.
	Resource string `json:"resource"`
	// Name is the one object that is read, "" for all of them.
	Name string `json:"name"`
	// Context and Namespace are what a kubectl or oc command names, Project
	// what a gcloud command names; "" when it leaves them to a default.
	Context   string `json:"context"`
	Namespace string `json:"namespace"`
	Project   string `json:"project"`
	// Words are the words that a shell runs, quotes removed, the program
	// first.
	Words []string `json:"words"`
}

// CommandError is the refusal of a command: it is not one of the reads that
// may show a value by themselves. It names the first thing that is in the way.
type CommandError struct {
	// Offset is where that begins in the command, in bytes.
	Offset int
	// Text is the thing itself, a word without its quotes; "" when something
	// is missing.
	Text string
	// Detail says what is wrong with it and what would be accepted. Its
	// wording may change.
	Detail string

	err error
}

// Error writes the refusal on one line.
func (e *CommandError) Error() string {
	const most = 80 // characters of the text that are shown
	text := e.Text
	if len(text) > most {
		text = text[:most] + "..."
	}
	if text != "" {
		text = strconv.Quote(text) + ": "
	}
	return fmt.Sprintf("drift: command not allowed (byte %d): %s%s", e.Offset, text, e.Detail)
}

// Unwrap returns the parser's error when a shell could not read the command.
func (e *CommandError) Unwrap() error { return e.err }

// ClassifyCommand accepts a command that is one plain read, and says what it
// reads (D-6). Everything else is refused with a *CommandError: the list is of
// what is allowed, so that what nobody thought of is refused.
//
// The text has to be one simple command of literal words for any shell: quotes
// and backslashes are allowed, while assignments, redirections, expansions,
// globs, pipes, lists, comments, line breaks and characters outside printable
// ASCII are not, nor is anything longer than 4096 bytes. The command is one of
//
//	kubectl|oc  get|describe  [resource [name] | resource/name]
//	            with --context, -n/--namespace, -o/--output json|yaml|wide|name
//	gcloud      GROUP NOUN…  list | describe [name]
//	            with --project, --format json|yaml, --region, --zone
//
// Each option stands at most once, anywhere, as "--opt v" or "--opt=v" (short
// ones also as -nv and -n=v), with a value that is not empty and begins with no
// dash. Kubernetes secrets are not read: their content would end up in a
// record. The nouns of gcloud come from a closed table.
//
// It is pure and takes time linear in the command.
func ClassifyCommand(command string) (Command, error) {
	c, err := readCommand(command)
	if err != nil {
		return Command{}, err
	}
	return c, nil
}

// readCommand is ClassifyCommand with the words of a command that was read and
// is not allowed.
func readCommand(command string) (Command, error) {
	words, err := plainWords(command)
	if err != nil {
		return Command{}, err
	}
	program, rest := words[0], words[1:]
	c := Command{Tool: program.text, Words: make([]string, len(words))}
	for i := range words {
		c.Words[i] = words[i].text
	}
	switch program.text {
	case toolKubectl, toolOC:
		err = classifyKube(&c, rest)
	case toolGcloud:
		err = classifyGcloud(&c, rest)
	default:
		err = refuse(program, "only kubectl, oc and gcloud are read, by these names")
	}
	return c, err
}

// The programs and verbs of the closed list.
const (
	toolKubectl  = "kubectl"
	toolOC       = "oc"
	toolGcloud   = "gcloud"
	verbGet      = "get"
	verbDescribe = "describe"
	verbList     = "list"
)

func refuse(w word, format string, args ...any) error {
	return &CommandError{Offset: w.at, Text: w.text, Detail: fmt.Sprintf(format, args...)}
}

// option is an option that a tool may be given.
type option struct {
	long  string
	short byte // 0 for none
	// values are the accepted values; nil accepts any name.
	values []string
	// extra are the characters, beside letters, digits and "_-.", that a name
	// may have here.
	extra string
}

// splitOptions takes the options out of the words behind a program: it returns
// the other words, and the value of each option by its long name.
func splitOptions(words []word, options []option) (others []word, values map[string]string, err error) {
	values = make(map[string]string)
	for i := 0; i < len(words); i++ {
		w := words[i]
		if !strings.HasPrefix(w.text, "-") {
			others = append(others, w)
			continue
		}
		opt, value, attached := matchOption(w.text, options)
		if opt == nil {
			return nil, nil, refuse(w, "this option is not on the closed list: %s", known(options))
		}
		if !attached {
			if i++; i == len(words) {
				return nil, nil, refuse(w, "the option has no value")
			}
			value = words[i].text
		}
		if _, repeated := values[opt.long]; repeated {
			return nil, nil, refuse(w, "--%s is there twice", opt.long)
		}
		if problem := opt.judge(value); problem != "" {
			return nil, nil, refuse(words[i], "%s", problem)
		}
		values[opt.long] = value
	}
	return others, values, nil
}

// matchOption finds the option that a word is, and the value that is attached
// to it.
func matchOption(text string, options []option) (opt *option, value string, attached bool) {
	if long, isLong := strings.CutPrefix(text, "--"); isLong {
		long, value, attached = strings.Cut(long, "=")
		for i := range options {
			if options[i].long == long {
				return &options[i], value, attached
			}
		}
		return nil, "", false
	}
	for i := range options {
		if len(text) > 1 && options[i].short == text[1] && text[1] != 0 {
			if len(text) == len("-n") {
				return &options[i], "", false
			}
			return &options[i], strings.TrimPrefix(text[2:], "="), true
		}
	}
	return nil, "", false
}

func (o *option) judge(value string) string {
	switch {
	case value == "":
		return "--" + o.long + " has an empty value"
	case value[0] == '-':
		return "the value of --" + o.long + " begins with a dash"
	case o.values != nil:
		if !slices.Contains(o.values, value) {
			return "--" + o.long + " may be " + strings.Join(o.values, ", ")
		}
	case !isName(value, o.extra):
		return "the value of --" + o.long + " is not one plain name"
	}
	return ""
}

// maxName is the longest name that is read, in bytes.
const maxName = 512

// isName reports whether s consists of letters, digits, "_-." and the extra
// characters. A list of names and a path to something else are no names.
func isName(s, extra string) bool {
	for i := range len(s) {
		if !alphanumeric(s[i]) && strings.IndexByte("_-.", s[i]) < 0 && strings.IndexByte(extra, s[i]) < 0 {
			return false
		}
	}
	return s != "" && len(s) <= maxName
}

func known(options []option) string {
	names := make([]string, len(options))
	for i := range options {
		names[i] = "--" + options[i].long
		if options[i].short != 0 {
			names[i] = "-" + string(rune(options[i].short)) + "/" + names[i]
		}
	}
	return strings.Join(names, ", ")
}
