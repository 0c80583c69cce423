package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

// schema is the JSON Schema of an envelope.
type schema struct {
	Schema json.RawMessage `json:"schema"`
}

func (s schema) text(w *bytes.Buffer) { fmt.Fprintf(w, "%s\n", s.Schema) }

func (a *app) schemaCommand() *cobra.Command {
	var strict bool
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of an envelope",
		RunE: func(*cobra.Command, []string) error {
			flavour := contract.PlainSchema
			if strict {
				flavour = contract.StrictSchema
			}
			return a.done(schema{contract.JSONSchema(flavour)})
		},
	}
	cmd.Flags().BoolVar(&strict, "strict", false, "the flavour for structured outputs: every member required, none besides")
	return cmd
}

// fields are the rows of the schema table.
type fields struct {
	Fields []contract.Field `json:"fields"`
}

func (f fields) text(w *bytes.Buffer) {
	var cells [][]any
	for _, field := range f.Fields {
		cells = append(cells, []any{field.Path, field.Types, field.Writer, field.Meaning})
	}
	table(w, cells)
}

func (a *app) fieldsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "fields",
		Short: "List the members of an envelope: type, who writes them, meaning",
		RunE: func(*cobra.Command, []string) error {
			return a.done(fields{contract.Fields()})
		},
	}
}
