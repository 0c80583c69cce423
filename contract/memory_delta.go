package contract

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// MemoryOperation is what a memory proposal asks for (C-48).
type MemoryOperation string

// The memory operations.
const (
	MemoryCreate     MemoryOperation = "create"
	MemoryAppend     MemoryOperation = "append"
	MemoryReclassify MemoryOperation = "reclassify"
	MemoryLink       MemoryOperation = "link"
)

//nolint:gochecknoglobals // read-only table
var memoryOperations = []MemoryOperation{MemoryCreate, MemoryAppend, MemoryReclassify, MemoryLink}

// memoryVersion is the version of memory_delta that is understood.
const memoryVersion = "1"

// MemoryProposal is one proposal of memory_delta. The library reads it and
// never applies it.
type MemoryProposal struct {
	// Index is the proposal's place in the list, from 0.
	Index int `json:"index"`
	// Operation is one of the four.
	Operation MemoryOperation `json:"operation"`
	// Object is the proposal's object as written.
	Object json.RawMessage `json:"object"`
}

// MemoryProblem is a part of memory_delta that cannot be read. It never blocks
// a close.
type MemoryProblem struct {
	// Field is the path, list entries as name[3].
	Field string `json:"field"`
	// Reason says what arrived and what was expected.
	Reason string `json:"reason"`
}

// MemoryProposals reads memory_delta (C-48): an object with version 1 and a
// list of proposals, each an object with an operation and, under object, the
// object that it concerns. A malformed proposal is a problem and leaves the
// others alone; so is a malformed whole, of which nothing is read. An absent or
// null memory_delta holds nothing.
func MemoryProposals(doc Document) ([]MemoryProposal, []MemoryProblem) {
	var v view
	if !v.look(&doc, &formConfig{}) {
		return nil, nil
	}
	delta := v.get(fieldMemoryDelta)
	path := fields[fieldMemoryDelta].Path
	problem := func(field string, arrived value, expected string) []MemoryProblem {
		return []MemoryProblem{{Field: field, Reason: "arrived " + arrived.describe() + "; expected " + expected}}
	}
	switch {
	case delta.missing():
		return nil, nil
	case delta.kind != jsonscan.Object:
		return nil, problem(path, delta, `{"version":1,"proposals":[…]}`)
	}
	version := v.child(fieldMemoryDelta, "version")
	list := v.child(fieldMemoryDelta, "proposals")
	if version.kind != jsonscan.Number || !docpath.EqualNumbers(version.raw(), memoryVersion) {
		return nil, problem(path+".version", version, "the number "+memoryVersion)
	}
	if list.kind != jsonscan.Array {
		return nil, problem(path+".proposals", list, "a list")
	}
	var proposals []MemoryProposal
	var problems []MemoryProblem
	i := -1
	for _, entry := range list.inside() {
		i++
		at := path + ".proposals[" + strconv.Itoa(i) + "]"
		if entry.kind != jsonscan.Object {
			problems = append(problems, problem(at, entry, "an object with operation and object")...)
			continue
		}
		var operation, object value
		for name, member := range entry.inside() {
			switch name {
			case "operation":
				operation = member
			case "object":
				object = member
			}
		}
		op := MemoryOperation(operation.text())
		switch {
		case !slices.Contains(memoryOperations, op):
			problems = append(problems, problem(at+".operation", operation, oneOf(words(memoryOperations)))...)
		case object.kind != jsonscan.Object:
			problems = append(problems, problem(at+".object", object, "an object")...)
		default:
			proposals = append(proposals, MemoryProposal{Index: i, Operation: op, Object: json.RawMessage(object.raw())})
		}
	}
	return proposals, problems
}
