package main

import (
	"bytes"
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
	// Offset is where a line stopped being JSON, in bytes.
	Offset *int `json:"offset,omitempty"`
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
with code SYNTAX and the place where it stops being JSON.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			fromFile := jsonl || cmd.Flags().Changed("file")
			switch {
			case fromFile && len(args) > 0:
				return misused("ID", "an ID and a file exclude each other")
			case jsonl:
				return a.validateLines(cmd, file)
			case fromFile:
				return a.validateFile(file)
			case len(args) == 0:
				return misused("ID", "an ID, --file or --jsonl must be given")
			}
			return a.withLedger(cmd.Context(), func(l *contract.Ledger) error {
				report, err := l.Validate(cmd.Context(), args[0])
				if err != nil {
					return explain(err)
				}
				return a.verdict(report.Findings, nil)
			})
		},
	}
	cmd.Flags().StringVar(&file, "file", "-", "`FILE` to read (-: standard input)")
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, "read one envelope a line")
	return cmd
}

// verdict reports findings. offset is where the text stopped being JSON, when
// that is what was found.
func (a *app) verdict(findings []contract.Finding, offset *int) error {
	out := verdict{Errors: orEmpty(findings)}
	if len(findings) == 0 {
		return a.done(out)
	}
	f := form(findings)
	f.report, f.Offset = out, offset
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
func judge(text []byte) (findings []contract.Finding, offset *int) {
	doc, err := contract.Parse(text, contract.AnyRoot())
	if err != nil {
		f := explain(err)
		return notJSON(f.Field, f.Detail, f.Repair), f.Offset
	}
	return contract.Validate(doc).Findings, nil
}

// notJSON is the one finding on a text that the strict door refused.
func notJSON(field, detail, repair string) []contract.Finding {
	return []contract.Finding{{Code: codeSyntax, Field: field, Detail: detail, Repair: repair}}
}

// judgeLine is judge for a line, which may be too long to have been kept.
func judgeLine(one line) (findings []contract.Finding, offset *int) {
	if one.size > maxDocument {
		return notJSON("", fmt.Sprintf("the document has %d bytes; at most %d are accepted", one.size, maxDocument), "write one envelope a line"),
			new(maxDocument)
	}
	return judge(one.text)
}

// maxDocument is the longest line that is judged, in bytes: the limit of a
// document.
const maxDocument = 8 << 20

// validateLines judges one envelope a line. The verdicts are written as they
// come, inside the one object that --json promises.
func (a *app) validateLines(cmd *cobra.Command, name string) error {
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
	progress := a.progress("lines")
	err = lines(in, maxDocument, func(one line) error {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		findings, offset := judgeLine(one)
		if len(findings) > 0 {
			bad++
			if first == nil {
				first = form(findings)
				first.Offset = offset
			}
		}
		count++
		progress.step()
		return a.judged(judged{Line: one.number, OK: len(findings) == 0, Errors: orEmpty(findings), Offset: offset}, count == 1)
	})
	progress.end()
	if err != nil {
		first = explain(err)
	}
	if first != nil {
		first.complete(cmd)
	}
	return a.endLines(summary{Lines: count, Refused: bad}, first, err == nil)
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
		refusedLine(&buf, string(e.Code), e.Field, e.Detail, e.Repair, one.Offset)
	}
	return a.write(buf.Bytes())
}

// endLines closes the object, and says what came of it all. read says that all
// lines were: then the failure is the first refusal, and people have seen it.
func (a *app) endLines(sum summary, f *failure, read bool) error {
	if !a.asJSON {
		if f == nil {
			return nil
		}
		f.printed = read
		return f
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
