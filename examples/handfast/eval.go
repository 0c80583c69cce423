package main

import (
	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/internal/conform"
)

func (a *app) evalCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "eval",
		Short: "Answer conformance vectors from standard input, one a line",
		Long: `Read vectors {"id","fn","in"} from standard input, call the library function
that fn names on in, and print {"id","out"} a line, in input order and as they
come, with or without --json. A line that cannot be answered gives
{"id","error"}; how many there were is said on stderr at the end. The expected
out of a vector is not looked at.`,
		RunE: func(*cobra.Command, []string) error {
			in, closeIn, err := a.open("-")
			if err != nil {
				return err
			}
			defer closeIn()
			answers := &answers{app: a, progress: a.progress("lines")}
			err = conform.Eval(in, answers)
			answers.progress.end()
			if answers.unanswered > 0 {
				a.note("%d of %s could not be answered", answers.unanswered, count(answers.progress.count, "line"))
			}
			return err
		},
	}
}

// answers writes the answers and counts them: each is written as one line.
type answers struct {
	*app
	progress   *progress
	unanswered int
}

func (w *answers) Write(line []byte) (int, error) {
	w.progress.step()
	if gjson.GetBytes(line, "error").Exists() {
		w.unanswered++
	}
	if err := w.write(line); err != nil {
		return 0, err
	}
	return len(line), nil
}
