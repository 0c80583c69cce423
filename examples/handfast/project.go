package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) projectCommand() *cobra.Command {
	return group("project", "Which workspace owns which project", a.projectOwnCommand())
}

// owner says which workspace owns a project.
type owner struct {
	Project   string `json:"project"`
	Workspace string `json:"workspace"`
}

func (o owner) text(w *bytes.Buffer) { fmt.Fprintf(w, "%s owns %s\n", o.Workspace, o.Project) }

func (a *app) projectOwnCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "own KEY WORKSPACE",
		Short: "Store which workspace owns the project with a key",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, args); err != nil {
				return err
			}
			return a.withStore(cmd.Context(), func(s store) error {
				if err := s.PutOwner(cmd.Context(), args[0], args[1]); err != nil {
					return explain(err)
				}
				return a.done(owner{args[0], args[1]})
			})
		},
	}
}
