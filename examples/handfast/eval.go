package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/internal/conform"
)

func (a *app) evalCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "eval",
		Short: "Answer conformance vectors from standard input, one a line",
		Long: `Read vectors {"id","fn","in"} from standard input, call the library function
that fn names on in, and print {"id","out"} a line, in input order and as they
come. A line that cannot be answered gives {"id","error"}. The expected out of
a vector is not looked at.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			progress := a.progress()
			err := conform.Eval(a.stdin, counted{a.stdout, progress})
			progress.end()
			if err != nil {
				return ioFailure("eval", err)
			}
			return nil
		},
	}
}

// counted counts what is written, a line at a time.
type counted struct {
	io.Writer
	progress *progress
}

func (c counted) Write(line []byte) (int, error) {
	c.progress.step()
	return c.Writer.Write(line)
}
