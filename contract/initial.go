package contract

import (
	"strings"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// NewDocument returns the initial envelope of an agent (C-8): IN_PROGRESS, the
// agent id, nothing pending but the next action "pending", seven empty
// evidence lists, and the optional blocks null. update_contracts is absent, so
// that its first write displaces nothing.
//
// The document meets the form when agentID is an agent id (IsAgentID); another
// text is written as it is, and Validate says so.
func NewDocument(agentID string) Document {
	id := string(jsonscan.AppendQuoted(nil, strings.ToValidUTF8(agentID, "�")))
	var b strings.Builder
	b.WriteByte('{')
	for fid := range fieldLastRoot + 1 {
		if fields[fid].initial == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		writeInitial(&b, fid, id)
	}
	b.WriteByte('}')
	return reindex(b.String(), jsonscan.Limits{})
}

// writeInitial writes a root member of the initial envelope, with the members
// of its level when it is the object of one. agentID is JSON.
func writeInitial(b *strings.Builder, id fieldID, agentID string) {
	b.Write(jsonscan.AppendQuoted(nil, fields[id].Name()))
	b.WriteByte(':')
	if id == fieldAgentID {
		b.WriteString(agentID)
		return
	}
	if !fields[id].Closed {
		b.WriteString(fields[id].initial)
		return
	}
	b.WriteByte('{')
	first := true
	for child := fieldLastRoot + 1; child <= fieldLastClosed; child++ {
		if fields[child].parent() != fields[id].Path || fields[child].initial == "" {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		writeInitial(b, child, agentID)
	}
	b.WriteByte('}')
}
