package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"
)

// environment is everything that the command takes from outside.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(name string) string
	now            func() time.Time
	lookPath       func(program string) (string, error)
	// terminal reports whether a person may be watching what is written there.
	terminal func(w io.Writer) bool
}

// app is one call of the command.
type app struct {
	environment
	asJSON   bool
	storeURL string
}

// run carries out one call and returns its exit code.
func run(ctx context.Context, args []string, env environment) int {
	a := &app{environment: env}
	root := a.rootCommand() //nolint:contextcheck // each verb takes the context of its call
	root.SetArgs(args)
	root.SetIn(env.stdin)
	root.SetOut(env.stdout)
	root.SetErr(env.stderr)
	root.InitDefaultCompletionCmd() // so that its verbs are declared too
	declareArguments(root)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitOK
	}
	a.asJSON = a.asJSON || asJSON(args) // the flags may not have been read
	// What the verbs return is a failure already: the rest is cobra's own,
	// about the way it was called.
	f, ok := errors.AsType[*failure](err)
	if !ok {
		f = usage("%v", err)
	}
	return a.fail(cmd, f)
}

// asJSON reports whether the arguments ask for JSON.
func asJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "handfast",
		Short: "Keep and judge what agents hand back",
		Long: `handfast dispatches turns, carries out the writes of their agents, and closes
them: a hand-off is a set of claims, and none is accepted that the recorded run
of the turn refutes.

Exit codes: 0 done, 1 refused (the report is on stdout), 2 wrong call, 3 the
store or a file failed. With --json a verb prints one JSON object; eval prints
one a line with or without it, and help and completion are texts.`,
		Args:                       cobra.ArbitraryArgs,
		SilenceErrors:              true,
		SilenceUsage:               true,
		SuggestionsMinimumDistance: suggestWithin,
		PersistentPreRunE:          checkCall,
		RunE:                       needVerb,
	}
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().BoolVar(&a.asJSON, "json", false, "print one JSON object (not for eval, help and completion)")
	root.PersistentFlags().StringVar(&a.storeURL, "store", "",
		"`STORE` to use: memory, or sqlite:PATH (default: handfast/handfast.db in the state directory)")
	must(root.RegisterFlagCompletionFunc("store", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"memory", "sqlite:"}, cobra.ShellCompDirectiveNoSpace
	}))
	root.AddCommand(
		a.contractCommand(), a.evidenceCommand(), a.driftCommand(), a.approvalCommand(), a.contextCommand(), a.projectCommand(),
		a.traceCommand(), a.probeCommand(), a.modelCommand(),
		a.evalCommand(), a.versionCommand(),
	)
	return root
}

// group is a command that only holds verbs.
func group(use, short string, verbs ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Args: cobra.ArbitraryArgs, RunE: needVerb, SuggestionsMinimumDistance: suggestWithin,
	}
	cmd.AddCommand(verbs...)
	return cmd
}

// suggestWithin is how many letters a misspelt verb may be off.
const suggestWithin = 2

func unknownVerb(cmd *cobra.Command, name string) *failure {
	f := usage("%.80q is no verb of %s", name, cmd.CommandPath())
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		f.Repair = "did you mean " + listed(near, "or") + "?"
	}
	return f
}

func needVerb(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownVerb(cmd, args[0])
	}
	cmd.SetOut(cmd.ErrOrStderr())
	if err := cmd.Help(); err != nil {
		return err
	}
	return usage("%s needs a verb", cmd.CommandPath())
}

// completeWords offers the words of a flag to shell completion.
func completeWords[T ~string](cmd *cobra.Command, flag string, words []T) {
	must(cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return texts(words), cobra.ShellCompDirectiveNoFileComp
	}))
}

func texts[T ~string](words []T) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = string(word)
	}
	return out
}

// must holds for what can only fail by a mistake in this program, which the
// first run of any test would show.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
