package contract

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/evidence"
)

// harnessList is a list that the harness rewrites from its own record, and the
// kind of run that it lists (C-39).
type harnessList struct {
	name string
	kind evidence.RunKind
}

func harnessLists() []harnessList {
	return []harnessList{{"commands_run", evidence.Shell}, {"files_checked", evidence.Read}}
}

// reportList is one list of the evidence report in both its spellings.
type reportList struct {
	lower, upper string // paths
	// entries are those of the lower-case list, then those of the other.
	entries []json.RawMessage
	// merge says that the upper-case spelling holds a list too.
	merge bool
}

func readReportList(doc Document, name string) reportList {
	list := reportList{lower: "evidence_report." + name, upper: "evidence_report." + strings.ToUpper(name)}
	list.entries, _ = listAt(doc, list.lower)
	more, merge := listAt(doc, list.upper)
	list.entries, list.merge = append(list.entries, more...), merge
	return list
}

// listAt returns the entries of the list at a path, and whether a list is
// there at all.
func listAt(doc Document, path string) ([]json.RawMessage, bool) {
	raw, err := doc.Get(path)
	if err != nil {
		return nil, false
	}
	value := gjson.ParseBytes(raw)
	if !value.IsArray() {
		return nil, false
	}
	var entries []json.RawMessage
	value.ForEach(func(_, entry gjson.Result) bool {
		entries = append(entries, json.RawMessage(entry.Raw))
		return true
	})
	return entries, true
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
		list := readReportList(doc, h.name)
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
		list := readReportList(doc, h.name)
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
