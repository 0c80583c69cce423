package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// declareArguments makes every verb take the arguments that its Use line names
// and no others: [NAME] may be left out, and a last one with "..." repeated.
func declareArguments(cmd *cobra.Command) {
	for _, verb := range cmd.Commands() {
		switch {
		case verb.Name() == "help": // of any command
		case verb.HasSubCommands():
			declareArguments(verb)
		default:
			verb.Args = declared
		}
	}
}

// argumentNames are the arguments in a Use line. A "--" in it only tells where
// flags end.
func argumentNames(cmd *cobra.Command) []string {
	return slices.DeleteFunc(strings.Fields(cmd.Use)[1:], func(name string) bool { return name == "--" })
}

// argumentName names the argument at a place, as messages do.
func argumentName(cmd *cobra.Command, place int) string {
	names := argumentNames(cmd)
	if len(names) == 0 {
		return "argument"
	}
	return strings.Trim(names[min(place, len(names)-1)], "[].")
}

// declared demands the arguments of the Use line.
func declared(cmd *cobra.Command, args []string) error {
	names := argumentNames(cmd)
	for place := len(args); place < len(names); place++ {
		if !strings.HasPrefix(names[place], "[") {
			f := misused(argumentName(cmd, place), argumentName(cmd, place)+" is missing")
			f.Repair = "the call is '" + cmd.UseLine() + "'"
			return f
		}
	}
	many := len(names) > 0 && strings.Contains(names[len(names)-1], "...")
	if len(args) > len(names) && !many {
		f := usage("%.80q is one argument too many", args[len(names)])
		f.Repair = "the call is '" + cmd.UseLine() + "'; quote an argument that holds spaces"
		return f
	}
	return nil
}

// filled refuses empty arguments, for verbs to which "" names nothing.
func filled(cmd *cobra.Command, args []string) error {
	for place, arg := range args {
		if name := argumentName(cmd, place); arg == "" {
			return misused(name, name+" is empty")
		}
	}
	return nil
}

// misused is a usage error about an argument or a flag.
func misused(field, detail string) *failure {
	f := usage("%s", detail)
	f.Field = field
	return f
}

// checkCall looks at all arguments and flags of a call before its verb does.
func checkCall(cmd *cobra.Command, args []string) error {
	for place, arg := range args {
		if f := notUTF8(argumentName(cmd, place), arg); f != nil {
			return f
		}
	}
	var first *failure
	var missing []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		name := "--" + flag.Name
		required := len(flag.Annotations[cobra.BashCompOneRequiredFlag]) > 0
		f := notUTF8(name, flag.Value.String())
		switch {
		case !flag.Changed && required:
			missing = append(missing, name)
		case flag.Changed && f == nil && flag.Value.String() == "" && namesSomething(flag):
			f = emptyFlag(flag, required)
		}
		if first == nil {
			first = f
		}
	})
	switch {
	case first != nil:
		return first
	case len(missing) > 0:
		return misused(missing[0], listed(missing, "and")+" must be given")
	}
	return nil
}

func notUTF8(name, text string) *failure {
	if utf8.ValidString(text) {
		return nil
	}
	at := 0
	for r, size := utf8.DecodeRuneInString(text); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRuneInString(text[at:]) {
		at += size
	}
	f := misused(name, name+" is not UTF-8")
	f.Offset, f.Repair = &at, "pass text in UTF-8"
	return f
}

// namesSomething reports that the value of a flag names what the call is to
// use. There "" is the value of a shell variable that nobody set, and to go on
// without the record, the store or the task would be to do something else than
// was asked. A flag that only describes may be empty.
func namesSomething(flag *pflag.Flag) bool {
	switch placeholder(flag) {
	case "FILE", "DIR", "ID", "STORE", "WORKSPACE":
		return true
	}
	return false
}

// placeholder is what stands for the value of a flag in its help.
func placeholder(flag *pflag.Flag) string {
	name, _ := pflag.UnquoteUsage(flag)
	return name
}

func emptyFlag(flag *pflag.Flag, required bool) *failure {
	_, meaning := pflag.UnquoteUsage(flag)
	f := misused("--"+flag.Name, "--"+flag.Name+" is empty")
	f.Repair = "give it a value: " + meaning
	if !required {
		f.Repair = "leave it out, or " + f.Repair
	}
	return f
}

// exclusive allows one of two flags at most and, when one is needed, demands
// it.
func exclusive(cmd *cobra.Command, needed bool, one, other string) {
	cmd.MarkFlagsMutuallyExclusive(one, other) // for shell completion
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		a, b := cmd.Flags().Changed(one), cmd.Flags().Changed(other)
		switch {
		case a && b:
			return misused("--"+one, "--"+one+" and --"+other+" exclude each other")
		case needed && !a && !b:
			return misused("--"+one, "--"+one+" or --"+other+" must be given")
		}
		return nil
	}
}

// flagError says what is wrong with a flag that could not be read.
func flagError(cmd *cobra.Command, err error) error {
	if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 {
		return unknownVerb(cmd, args[0]) // whose flags could not be known
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag := e.GetFlag()
		return misused("--"+flag.Name, fmt.Sprintf("--%s is %.80q, and %s is expected", flag.Name, e.GetValue(), valueType(flag)))
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		name := "--" + e.GetFlag().Name
		return misused(name, name+" needs a value")
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := "--" + e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			name = "-" + e.GetSpecifiedName()
		}
		f := usage("%s has no flag %.80q", cmd.CommandPath(), name)
		f.Repair = "quote an argument that holds spaces, and write -- before one that begins with a dash"
		return f
	}
	return usage("%.200q is no flag", strings.TrimPrefix(err.Error(), "bad flag syntax: "))
}

// valueType says what a flag takes.
func valueType(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case "int", "int64":
		return "a whole number"
	case "bool":
		return "true or false"
	default:
		return "a list of " + placeholder(flag)
	}
}

// impossible is the refusal of a number that nothing in a store has.
func impossible(flag string, number int64, want string) error {
	if number >= 0 {
		return nil
	}
	return refused(codeArgument, "--"+flag, fmt.Sprintf("--%s is %d", flag, number), "give "+want+", or leave it out")
}

// listed writes words as people do: "a, b or c".
func listed[T ~string](words []T, last string) string {
	var b strings.Builder
	for i, word := range words {
		switch i {
		case 0:
		case len(words) - 1:
			b.WriteString(" " + last + " ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(word))
	}
	return b.String()
}
