package drift

import (
	"errors"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// The checks of this file are the guards about the entry, the section and the
// target; those about runs and values are in values.go.

func checkForm(j *judgement) string { return j.malformed }

func checkNames(j *judgement) string {
	if WhatKey(j.entry.section) {
		return "the section " + strconv.Quote(j.entry.section)
	}
	return j.merge.what
}

func checkReplaces(j *judgement) string {
	if j.unstored != "" {
		return "the stored section cannot be read: " + j.unstored
	}
	return j.merge.replaced
}

func checkSpelling(j *judgement) string {
	if len(j.facts.Stored) == 0 || j.facts.StoredName == j.entry.section {
		return ""
	}
	return "stored as " + strconv.Quote(j.facts.StoredName)
}

func checkKeyPath(j *judgement) string {
	if j.keyNames == nil {
		return docpath.ErrPath.Error()
	}
	written := find(j.entry.payload, j.keyNames)
	switch {
	case written == "":
		return "the payload writes nothing at " + j.entry.keyPath
	case jsonscan.KindAt(written, 0) == jsonscan.Object:
		return "the payload writes an object at " + j.entry.keyPath + "; name one of its values"
	case !sameValue(written, j.entry.new):
		return "the payload writes another value than new at " + j.entry.keyPath
	}
	return ""
}

func checkStale(j *judgement) string {
	if j.unstored != "" {
		return "the stored section cannot be read: " + j.unstored
	}
	if j.keyNames == nil {
		return ""
	}
	before := absent
	if j.stored != "" {
		if found := find(j.stored, j.keyNames); found != "" {
			before = found
		}
	}
	if sameValue(before, j.entry.old) {
		return ""
	}
	return "another value is stored at " + j.entry.keyPath
}

func checkCommand(j *judgement) string {
	if refused, ok := errors.AsType[*CommandError](j.commandErr); ok {
		return strings.TrimPrefix(refused.Error(), "drift: ")
	}
	if j.policy.Veto != nil {
		if err := j.policy.Veto(j.command); err != nil {
			return "the host does not allow it: " + err.Error()
		}
	}
	return ""
}

// target is one name that says where a command read.
type target struct{ kind, name string }

// targets are the names that the command has to give (D-7); none when it was
// not understood.
func (j *judgement) targets() []target {
	if j.commandErr != nil {
		return nil
	}
	switch j.command.Tool {
	case toolKubectl, toolOC:
		return []target{{"context", j.command.Context}, {"namespace", j.command.Namespace}}
	case toolGcloud:
		return []target{{"project", j.command.Project}}
	}
	return nil
}

func checkTarget(j *judgement) string {
	var missing []string
	for _, t := range j.targets() {
		if t.name == "" {
			missing = append(missing, t.kind)
		}
	}
	if missing == nil {
		return ""
	}
	return "the command names no " + strings.Join(missing, " and no ")
}

func checkGoal(j *judgement) string {
	var missing []string
	for _, t := range j.targets() {
		if t.name != "" && !namedInGoal(j.facts.Goal, t.name) {
			missing = append(missing, t.kind+" "+strconv.Quote(t.name))
		}
	}
	if missing == nil {
		return ""
	}
	return "the goal does not name the " + strings.Join(missing, " and the ")
}

func checkProject(j *judgement) string {
	if strings.TrimSpace(j.facts.Project) != "" {
		return ""
	}
	return "no workspace is known for the project"
}
