package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/modelsel"
)

func (a *app) modelCommand() *cobra.Command {
	return group("model", "Model choices, and who pays for them",
		a.modelParseCommand(), a.modelTiersCommand(), a.modelPayersCommand())
}

// choice is a selector that was read.
type choice struct {
	Selector  string            `json:"selector"`
	Mode      modelsel.Mode     `json:"mode"`
	Vendor    modelsel.Vendor   `json:"vendor"`
	Model     string            `json:"model"`
	Transport modelsel.Provider `json:"transport"`
	// Storable says that the text is short enough to be stored.
	Storable bool `json:"storable"`
}

// choiceOf fails for a model that is not UTF-8, which JSON would change.
func choiceOf(s modelsel.Selector) (choice, error) {
	_, err := s.MarshalText()
	if err != nil && modelsel.ReasonOf(err) != modelsel.ReasonTooLong {
		return choice{}, err
	}
	return choice{s.String(), s.Mode(), s.Vendor(), s.Model(), modelsel.Transport(s), err == nil}, nil
}

// parsed is what became of one text.
type parsed struct {
	OK bool `json:"ok"`
	*choice
	Error *failure `json:"error,omitempty"`
}

type parsedList struct {
	Selectors []parsed `json:"selectors"`
}

func (p parsedList) text(w *bytes.Buffer) {
	for _, one := range p.Selectors {
		if one.Error != nil {
			one.Error.text(w)
			continue
		}
		row := []any{one.Selector, one.Transport}
		if !one.Storable {
			row = append(row, "too long to be stored")
		}
		table(w, [][]any{row})
	}
}

func (a *app) modelParseCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "parse SELECTOR...",
		Short: "Read model choices by the one grammar there is",
		Long: `Read model choices, and say which transport serves each:

  ` + grammarForm() + `

Mode and vendor are read in any case; the model is kept as it is written, colons
included. A text is repeated only when its mode and vendor were recognised,
because anything else may be a key that was pasted in the wrong place.`,
		Example: "  handfast model parse api:openai:gpt-5 api:ollama:qwen3:4b",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return selectorStarts(), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			var out parsedList
			var first *failure
			for k, arg := range args {
				one := parseSelector(arg, place(k, len(args)))
				out.Selectors = append(out.Selectors, one)
				if first == nil {
					first = one.Error
				}
			}
			if first == nil {
				return a.done(out)
			}
			f := *first // with all of them beside it, and not in itself
			if f.report = out; a.asJSON {
				return &f
			}
			if err := a.done(out); err != nil {
				return err
			}
			f.printed = true
			return &f
		},
	}
}

// place names an argument of many.
func place(k, of int) string {
	if of == 1 {
		return "SELECTOR"
	}
	return fmt.Sprintf("SELECTOR %d", k+1)
}

func parseSelector(text, source string) parsed {
	s, err := modelsel.Parse(text, modelsel.From(source))
	if err == nil {
		var read choice
		if read, err = choiceOf(s); err == nil {
			return parsed{OK: true, choice: &read}
		}
	}
	return parsed{Error: modelFailure(source, err)}
}

// grammarForm shows the words of the grammar.
func grammarForm() string {
	words := modelsel.Default().Vocabulary()
	var modes, vendors []string
	for _, m := range words.Modes {
		modes = append(modes, string(m.Mode))
	}
	for _, v := range words.Vendors {
		vendors = append(vendors, string(v.Vendor))
	}
	return "<" + strings.Join(modes, "|") + ">:<" + strings.Join(vendors, "|") + ">:<model>"
}

// selectorStarts are the modes and vendors that go together.
func selectorStarts() []string {
	words := modelsel.Default().Vocabulary()
	var starts []string
	for _, m := range words.Modes {
		for _, v := range words.Vendors {
			if _, offered := v.Transports[m.Mode]; offered {
				starts = append(starts, string(m.Mode)+":"+string(v.Vendor)+":")
			}
		}
	}
	return starts
}

// modelFailure says why a selector or a set of pins was refused: by the
// library's own reason, and with no more of the text than the library shows.
// field is what held the text.
func modelFailure(field string, err error) *failure {
	reason := modelsel.ReasonOf(err)
	info, known := reason.Info()
	if !known {
		return explain(err)
	}
	repair := clause(info.Repair)
	if reason == modelsel.ReasonOwn {
		repair = "pin a key or the host's subscription there, or pass --allow-own where the host runs for one principal only"
	}
	detail := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "modelsel: "), field+": ")
	return refused(string(reason), field, detail, repair)
}
