package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/contract"
)

func (a *app) contextCommand() *cobra.Command {
	return group("context", "Sections of a workspace's project context", a.contextGetCommand(), a.contextPutCommand())
}

// section is one stored section.
type section struct {
	Workspace string          `json:"workspace"`
	Section   string          `json:"section"`
	Revision  int64           `json:"revision"`
	Content   json.RawMessage `json:"content"`
}

func (s section) text(w *bytes.Buffer) { fmt.Fprintf(w, "%s\n", s.Content) }

func (a *app) contextGetCommand() *cobra.Command {
	var workspace string
	cmd := &cobra.Command{
		Use:   "get SECTION",
		Short: "Print a section",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, args); err != nil {
				return err
			}
			return a.withStore(cmd.Context(), func(s store) error {
				stored, err := s.Section(cmd.Context(), workspace, args[0])
				if errors.Is(err, contract.ErrNotFound) {
					return refused(codeNotFound, "SECTION",
						fmt.Sprintf("%.80q has no section %.80q", workspaceName(workspace), args[0]),
						"store it with context put, or name the section and the workspace as they were stored")
				}
				if err != nil {
					return explain(err)
				}
				return a.done(newSection(stored))
			})
		},
	}
	workspaceFlag(cmd, &workspace)
	return cmd
}

func newSection(s contract.Section) section {
	return section{Workspace: s.Workspace, Section: s.Name, Revision: s.Revision, Content: s.Content}
}

func (a *app) contextPutCommand() *cobra.Command {
	var workspace string
	cmd := &cobra.Command{
		Use:   "put SECTION [FILE]",
		Short: "Store a section, a JSON value from FILE or standard input, over what is there",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, args); err != nil {
				return err
			}
			name := "-"
			if len(args) == 2 {
				name = args[1]
			}
			text, err := a.read(name)
			if err != nil {
				return err
			}
			doc, err := contract.Parse(text, contract.AnyRoot())
			if err != nil {
				return about("FILE", err, codeSyntax)
			}
			return a.withStore(cmd.Context(), func(s store) error {
				if err := s.PutSection(cmd.Context(), workspace, args[0], doc.Bytes()); err != nil {
					return explain(err)
				}
				stored, err := s.Section(cmd.Context(), workspace, args[0])
				if err != nil {
					return explain(err)
				}
				return a.done(newSection(stored))
			})
		},
	}
	workspaceFlag(cmd, &workspace)
	return cmd
}

func workspaceFlag(cmd *cobra.Command, workspace *string) {
	cmd.Flags().StringVar(workspace, "workspace", "", "`WORKSPACE` that the section belongs to (default: that of turns dispatched without one)")
}
