package contract

import (
	"encoding/json"
	"strings"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// harnessList is a list that the harness rewrites from its own record, and the
// kind of run that it lists (C-39).
type harnessList struct {
	id   fieldID
	kind evidence.RunKind
}

func harnessLists() []harnessList {
	return []harnessList{{fieldCommandsRun, evidence.Shell}, {fieldFilesChecked, evidence.Read}}
}

// reportList is one list of the evidence report in both its spellings.
type reportList struct {
	lower, upper string // paths
	// entries are those of the lower-case list, then those of the other.
	entries []json.RawMessage
	// merge says that the upper-case spelling holds a list too.
	merge bool
}

func readReportList(doc Document, id fieldID) reportList {
	list := reportList{lower: fields[id].Path, upper: upperPath(id)}
	other := doc.at(list.upper)
	list.merge = other.kind == jsonscan.Array
	list.entries = append(entriesOf(doc.at(list.lower)), entriesOf(other)...)
	return list
}

// entriesOf returns the entries of a list, none for any other value.
func entriesOf(list value) []json.RawMessage {
	if list.kind != jsonscan.Array {
		return nil
	}
	var entries []json.RawMessage
	for _, entry := range list.inside() {
		entries = append(entries, json.RawMessage(entry.raw()))
	}
	return entries
}

// store writes entries as the lower-case list. The upper-case one, whose
// entries are among them, is emptied, so that no reader counts them twice.
func (list reportList) store(doc Document, entries []json.RawMessage) (Document, error) {
	var raw strings.Builder
	raw.WriteByte('[')
	for i, entry := range entries {
		if i > 0 {
			raw.WriteByte(',')
		}
		raw.Write(entry)
	}
	raw.WriteByte(']')
	doc, err := doc.Set(list.lower, json.RawMessage(raw.String()))
	if err != nil || !list.merge {
		return doc, err
	}
	return doc.Set(list.upper, json.RawMessage("[]"))
}

// stampLists rewrites commands_run and files_checked from the record. Without
// a record nothing is rewritten.
func stampLists(doc Document, record *evidence.Record) (Document, error) {
	if record == nil {
		return doc, nil
	}
	for _, h := range harnessLists() {
		list := readReportList(doc, h.id)
		var err error
		if doc, err = list.store(doc, evidence.Stamp(record, list.entries, h.kind)); err != nil {
			return Document{}, err
		}
	}
	return doc, nil
}

// recoverLists fills those of the two lists that are still empty from a
// transcript.
func recoverLists(doc Document, transcript []evidence.Run) (Document, error) {
	for _, h := range harnessLists() {
		list := readReportList(doc, h.id)
		found := evidence.Recover(transcript, h.kind)
		if len(list.entries) > 0 || len(found) == 0 {
			continue
		}
		entries := make([]json.RawMessage, len(found))
		for i, text := range found {
			entries[i] = json.RawMessage(quote(text))
		}
		var err error
		if doc, err = list.store(doc, entries); err != nil {
			return Document{}, err
		}
	}
	return doc, nil
}
