package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/trace"
)

// traceMembers is what a read found of the members that were asked for. Each of
// them has a shape, also one that is absent; a value only a primitive that was
// asked for as one.
type traceMembers struct {
	Values map[string]any         `json:"values"`
	Shapes map[string]trace.Shape `json:"shapes"`

	order []string
}

func (t traceMembers) text(w *bytes.Buffer) {
	var cells [][]any
	for _, name := range t.order {
		row := []any{name, t.Shapes[name]}
		if value, ok := t.Values[name]; ok && value != nil {
			row = append(row, value)
		}
		cells = append(cells, row)
	}
	table(w, cells)
}

func (a *app) traceFieldsCommand() *cobra.Command {
	var (
		spec         trace.Spec
		modelWritten []string
		allow        bool
		maxBytes     int64
	)
	cmd := &cobra.Command{
		Use:   "fields FILE",
		Short: "Read members of a trace: how the run ended, and whether there is a result",
		Long: `Read members of the one JSON object in FILE (-: standard input), by name and at
its first level: the values of some, and of others the JSON type alone. Nothing
else is held, so the trace may be of any size. Without --value and --shape it
reads what a coordinator needs: the values of id, endedAt, cancelled and
degraded, and the types of result and error.

A member is absent only when the whole text was read. Half a trace is refused:
a missing error in it would not mean that there was none.

The values of result and error are the words of a model and are refused without
--allow-model-content; their types are not.`,
		Example: `  handfast trace fields run.json
  gunzip -c run.json.gz | handfast trace fields - --value endedAt --shape result --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, args); err != nil {
				return err
			}
			limits, err := traceLimits(maxBytes)
			if err != nil {
				return err
			}
			opts := []trace.Option{limits}
			if cmd.Flags().Changed("model-written") {
				opts = append(opts, trace.ModelWritten(modelWritten...))
			}
			if allow {
				opts = append(opts, trace.AllowModelContent())
			}
			if len(spec.Values)+len(spec.Shapes) == 0 {
				spec = trace.CoordinatorSpec()
			}
			if err := modelContent(spec.Values, opts); err != nil {
				return err
			}
			fields, err := a.readFields(args[0], spec, opts)
			if err != nil {
				return traceFailure("FILE", err)
			}
			return a.done(membersOf(fields))
		},
	}
	f := cmd.Flags()
	// Arrays and not slices: a name may have a comma in it.
	f.StringArrayVar(&spec.Values, "value", nil, "`NAME` of a member whose value is wanted (may be repeated)")
	f.StringArrayVar(&spec.Shapes, "shape", nil, "`NAME` of a member whose JSON type is wanted (may be repeated)")
	f.BoolVar(&allow, "allow-model-content", false, "let --value name what a model wrote")
	f.StringArrayVar(&modelWritten, "model-written", []string{"result", "error"}, "`NAME` of a member that a model wrote, instead of these (may be repeated)")
	maxBytesFlag(cmd, &maxBytes)
	wanted := trace.CoordinatorSpec()
	completeWords(cmd, "value", wanted.Values)
	completeWords(cmd, "shape", append(wanted.Shapes, wanted.Values...))
	completeWords(cmd, "model-written", wanted.Shapes)
	return cmd
}

// modelContent refuses values that a model wrote, by the library's own rule:
// each is asked of a trace that has no members.
func modelContent(values []string, opts []trace.Option) error {
	for _, name := range values {
		_, err := trace.Read(strings.NewReader("{}"), trace.Spec{Values: []string{name}}, opts...)
		if errors.Is(err, trace.ErrModelContent) {
			f := traceFailure("--value", err)
			f.Detail = fmt.Sprintf("--value names %.80q, which a model wrote", name)
			return f
		}
	}
	return nil
}

func (a *app) readFields(name string, spec trace.Spec, opts []trace.Option) (trace.Fields, error) {
	p := a.bytesProgress()
	defer p.end()
	if name == "-" {
		return trace.Read(countedReader{a.stdin, p}, spec, opts...)
	}
	return trace.ReadFS(countedFiles{p}, name, spec, opts...)
}

func membersOf(fields trace.Fields) traceMembers {
	out := traceMembers{Values: map[string]any{}, Shapes: map[string]trace.Shape{}}
	for name, shape := range fields.Shapes() {
		out.order = append(out.order, name)
		out.Shapes[name] = shape
		if value, ok := fields.Value(name); ok {
			out.Values[name] = value
		}
	}
	return out
}
