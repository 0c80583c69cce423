package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

// verdict is the form's report on one envelope.
type verdict struct {
	Errors []contract.Finding `json:"errors"`
}

func (v verdict) text(w *bytes.Buffer) { fmt.Fprintln(w, "valid") }

// judged is one line of --jsonl.
type judged struct {
	Line   int                `json:"line"`
	OK     bool               `json:"ok"`
	Errors []contract.Finding `json:"errors"`
}

// summary counts the lines of --jsonl.
type summary struct {
	Lines   int `json:"lines"`
	Refused int `json:"refused"`
}

func (a *app) validateCommand() *cobra.Command {
	var (
		file  string
		jsonl bool
	)
	cmd := &cobra.Command{
		Use:   "validate [ID]",
		Short: "Judge the form of a draft, of a file, or of one envelope a line",
		Long: `Judge the form of a draft (ID), of an envelope in a file (--file F, - for
standard input), or of many envelopes, one a line (--jsonl, from --file or
standard input). Nothing is changed. A text that is not JSON is a finding too,
with code SYNTAX.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			fromFile := jsonl || cmd.Flags().Changed("file")
			switch {
			case fromFile && len(args) > 0:
				return usage("give an ID or a file, not both")
			case jsonl:
				return a.validateLines(cmd.Context(), file)
			case fromFile:
				return a.validateFile(file)
			case len(args) == 0:
				return usage("give an ID, --file or --jsonl")
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				report, err := l.Validate(cmd.Context(), args[0])
				if err != nil {
					return explain(err)
				}
				return a.verdict(report.Findings)
			})
		},
	}
	cmd.Flags().StringVar(&file, "file", "-", "`FILE` to read (-: standard input)")
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, "read one envelope a line")
	return cmd
}

func (a *app) verdict(findings []contract.Finding) error {
	out := verdict{Errors: orEmpty(findings)}
	if len(findings) == 0 {
		return a.done(out)
	}
	f := form(findings)
	f.report = out
	return f
}

func (a *app) validateFile(name string) error {
	text, err := a.read(name)
	if err != nil {
		return err
	}
	return a.verdict(judge(text))
}

// judge finds what is wrong with one text: the syntax, and then the form.
func judge(text []byte) []contract.Finding {
	doc, err := contract.Parse(text, contract.AnyRoot())
	if err != nil {
		f := explain(err)
		return []contract.Finding{{Code: contract.Code(f.Code), Field: f.Field, Detail: f.Detail, Repair: f.Repair}}
	}
	return contract.Validate(doc).Findings
}

// maxDocument is the longest line that is judged, in bytes; a longer one is
// over the limit of a document anyway.
const maxDocument = 8 << 20

// validateLines judges one envelope a line. The verdicts are written as they
// come, inside the one object that --json promises.
func (a *app) validateLines(ctx context.Context, name string) error {
	in, closeIn, err := a.open(name)
	if err != nil {
		return err
	}
	defer closeIn()
	if a.asJSON {
		if err := a.write([]byte(`{"results":[`)); err != nil {
			return err
		}
	}
	count, bad := 0, 0
	var first *failure
	progress := a.progress()
	err = lines(in, maxDocument, func(number int, line []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		findings := judge(line)
		if len(findings) > 0 {
			bad++
			if first == nil {
				first = form(findings)
			}
		}
		count++
		progress.step()
		return a.judged(judged{Line: number, OK: len(findings) == 0, Errors: orEmpty(findings)}, count == 1)
	})
	progress.end()
	return a.endLines(summary{Lines: count, Refused: bad}, first, err)
}

// judged writes the verdict on one line.
func (a *app) judged(one judged, first bool) error {
	var buf bytes.Buffer
	if a.asJSON {
		text, err := marshal(one)
		if err != nil {
			return err
		}
		if !first {
			buf.WriteByte(',')
		}
		buf.Write(text)
		return a.write(buf.Bytes())
	}
	if one.OK {
		fmt.Fprintf(&buf, "%d: valid\n", one.Line)
	}
	for _, e := range one.Errors {
		fmt.Fprintf(&buf, "%d: ", one.Line)
		refusedLine(&buf, string(e.Code), e.Field, e.Detail, e.Repair)
	}
	return a.write(buf.Bytes())
}

// endLines closes the object, and says what came of it all: err when the input
// failed, else the first refusal.
func (a *app) endLines(sum summary, refusal *failure, err error) error {
	f := refusal
	if err != nil {
		f = explain(err)
	}
	if !a.asJSON {
		switch {
		case err != nil:
			return f
		case f != nil:
			f.printed = true
			return f
		}
		return nil
	}
	text, err := marshal(sum)
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "],%s,\"ok\":%t", text[1:len(text)-1], f == nil)
	if f != nil {
		text, err := marshal(f)
		if err != nil {
			return err
		}
		fmt.Fprintf(&buf, ",\"error\":%s", text)
	}
	buf.WriteString("}\n")
	if err := a.write(buf.Bytes()); err != nil || f == nil {
		return err
	}
	f.printed = true
	return f
}
