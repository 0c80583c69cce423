package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/artifact"
)

// newEvidence is what evidence add was asked to store.
type newEvidence struct {
	brief                               int64
	workspace, ac, task, kind, polarity string
	text, file, root                    string
}

// added is the id of a row that was stored.
type added struct {
	ID int64 `json:"id"`
}

func (e added) text(w *bytes.Buffer) { fmt.Fprintln(w, e.ID) }

func (a *app) evidenceAddCommand() *cobra.Command {
	var e newEvidence
	cmd := &cobra.Command{
		Use:   "add",
		Short: "Store a piece of evidence: print its id",
		Long: `Store a piece of evidence, a text or a copy of a file, and print its id. Copies
lie below --root, as WORKSPACE/brief-NUMBER/AC/…, and so does a text of more
than ` + strconv.Itoa(evidence.MaxInlineText) + ` bytes.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if e.file != "" && e.root == "" {
				return misused("--root", "--file needs --root, the folder that artifacts are kept in")
			}
			return a.withStore(cmd.Context(), func(s store) error {
				id, err := a.addEvidence(cmd.Context(), s, e)
				if err != nil {
					return explain(err)
				}
				return a.done(added{id})
			})
		},
	}
	f := cmd.Flags()
	f.Int64Var(&e.brief, "brief-id", 0, "`NUMBER` of the brief")
	f.StringVar(&e.ac, "ac", "", "`ID` of the acceptance criterion")
	f.StringVar(&e.kind, "type", "", "`TYPE`: text, file, command_output, url or screenshot")
	f.StringVar(&e.task, "task-id", "", "`ID` of the plan task")
	f.StringVar(&e.polarity, "polarity", string(evidence.Positive), "`POLARITY`: positive or negative")
	f.StringVar(&e.workspace, "workspace", "default", "`WORKSPACE` that owns the evidence")
	f.StringVar(&e.text, "text", "", "the evidence as a `TEXT`")
	f.StringVar(&e.file, "file", "", "`FILE` that is the evidence")
	f.StringVar(&e.root, "root", "", "`DIR` that artifacts are kept in")
	for _, name := range []string{"brief-id", "ac", "type"} {
		must(cmd.MarkFlagRequired(name))
	}
	exclusive(cmd, true, "text", "file")
	completeWords(cmd, "type", []evidence.Type{evidence.Text, evidence.File, evidence.CommandOutput, evidence.URL, evidence.Screenshot})
	completeWords(cmd, "polarity", polarities())
	return cmd
}

func polarities() []evidence.Polarity {
	return []evidence.Polarity{evidence.Positive, evidence.Negative}
}

// addEvidence stores one row, and first the file that it points to. A file
// whose row was not stored is removed again.
func (a *app) addEvidence(ctx context.Context, s store, e newEvidence) (int64, error) {
	row, err := e.row()
	if err != nil {
		return 0, err
	}
	row.CreatedAt = a.now()
	var root *artifact.Root
	if e.root != "" {
		if root, err = artifact.OpenRoot(e.root); err != nil {
			f := ioFailure(e.root, err)
			f.Field, f.Repair = "--root", "name a folder that can be written"
			return 0, f
		}
		defer root.Close() //nolint:errcheck // what was written was synced
	}
	row, minted, err := a.deposit(ctx, root, e, row)
	if err != nil {
		return 0, err
	}
	ids, err := s.Evidence().Insert(ctx, []evidence.Row{row})
	if err == nil {
		return ids[0], nil
	}
	if minted {
		err = errors.Join(err, root.Remove(row.ArtifactPath))
	}
	return 0, err
}

// deposit puts a file, or a text that is too long for a row, below the root.
func (a *app) deposit(ctx context.Context, root *artifact.Root, e newEvidence, row evidence.Row) (evidence.Row, bool, error) {
	place := artifact.Place{Workspace: e.workspace, Brief: "brief-" + strconv.FormatInt(e.brief, 10), ACID: e.ac}
	minted := true
	var err error
	if e.file == "" {
		row, minted, err = artifact.Deposit(ctx, root, place, row)
	} else {
		row, err = a.copyFile(ctx, root, place, e.file, row)
	}
	if fault, ok := errors.AsType[*artifact.PlaceError](err); ok {
		return row, false, misplaced(fault)
	}
	if errors.Is(err, artifact.ErrNoRoot) {
		return row, false, refused(codePayload, "text", err.Error(), "give --root, the folder that artifacts are kept in")
	}
	if errors.Is(err, artifact.ErrTooLarge) {
		return row, false, refused(codePayload, "file", err.Error(), "keep the part of it that proves something")
	}
	return row, minted, err
}

// misplaced is the refusal of a text that would name a folder or the file.
func misplaced(fault *artifact.PlaceError) *failure {
	field := fault.Part
	switch fault.Part {
	case "acceptance criterion":
		field = evidence.RuleACID
	case "extension":
		field = "file"
	}
	return refused(codePayload, field, fmt.Sprintf("%s %.140q %s", field, fault.Value, fault.Reason), "write it as the name of one folder or file")
}

func (a *app) copyFile(ctx context.Context, root *artifact.Root, place artifact.Place, name string, row evidence.Row) (evidence.Row, error) {
	in, closeIn, err := a.open(name)
	if err != nil {
		return row, err
	}
	defer closeIn()
	file, err := root.Mint(ctx, place, filepath.Ext(name), in)
	row.ArtifactPath, row.SizeBytes, row.SHA256 = file.Path, file.SizeBytes, file.SHA256
	return row, err
}

// row checks everything but the content, which comes last: nothing is copied
// for a row that is refused.
func (e newEvidence) row() (evidence.Row, error) {
	claim := map[string]any{"brief_id": e.brief, "ac_id": e.ac, "type": e.kind}
	if e.task != "" {
		claim["task_id"] = e.task
	}
	if e.file != "" {
		claim["artifact_path"] = e.file
	} else {
		claim["text"] = e.text
	}
	text, err := marshal(claim)
	if err != nil {
		return evidence.Row{}, err
	}
	payload, problems := evidence.ParsePayload(text, func(string) error { return nil })
	if len(problems) > 0 {
		first := problems[0]
		f := refused(codePayload, first.Rule, first.Detail, "see 'handfast evidence add --help'")
		for _, p := range problems {
			f.Problems = append(f.Problems, problem(p))
		}
		return evidence.Row{}, f
	}
	row := payload.Row()
	row.Workspace = e.workspace
	if row.Polarity = evidence.Polarity(e.polarity); row.Polarity != evidence.Positive && row.Polarity != evidence.Negative {
		return evidence.Row{}, refused(codePayload, "polarity", fmt.Sprintf("polarity is %.80q", e.polarity), "write "+listed(polarities(), "or"))
	}
	return row, nil
}
