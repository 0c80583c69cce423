package evidence

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxInlineText is the longest text, in bytes, that a Row carries itself
// (E-19). A longer one belongs in an artifact: see artifact.Deposit.
const MaxInlineText = 4096

// Row is one piece of stored evidence (E-15). All members are values, so that
// an assignment is a whole copy.
type Row struct {
	// ID is given by the store; Insert ignores it.
	ID int64
	// Workspace owns the evidence; may be empty for a host without workspaces.
	Workspace string
	// BriefID is the brief that the evidence was recorded under; positive.
	BriefID int64
	// ACID is the acceptance criterion that it speaks for; not blank.
	ACID string
	// TaskID is the plan task that it was recorded under, "" for none.
	TaskID string
	// Type is what the row holds.
	Type Type
	// Text is the evidence itself, and ArtifactPath the file that holds it.
	// Only one of them is set; a row with neither is an empty text.
	Text         string
	ArtifactPath string
	// SizeBytes is the size of the evidence, 0 when it is not known.
	SizeBytes int64
	// SHA256 is the digest of its bytes in 64 lower-case hex digits, or "".
	SHA256 string
	// Polarity says whether the row supports its criterion or contradicts it.
	// The zero Polarity is Positive.
	Polarity Polarity
	// Origin says who wrote the row. The zero Origin is FromAgent, which
	// proves less.
	Origin Origin
	// CreatedByAgent is the id, not the display name, of the agent that
	// deposited the evidence: the one its payload names, else the agent of the
	// turn; "" where no agent is known.
	CreatedByAgent string
	// Key, when it is not empty, is unique in a store: it makes a repeated
	// Insert of the same evidence harmless.
	Key string
	// CreatedAt is the time the host gives; no store reads a clock.
	CreatedAt time.Time
}

// Type is what a Row holds. The zero Type is not one.
type Type string

// The types.
const (
	Text          Type = "text"
	File          Type = "file"
	CommandOutput Type = "command_output"
	URL           Type = "url"
	Screenshot    Type = "screenshot"
)

// Valid reports whether t is one of the types.
func (t Type) Valid() bool {
	switch t {
	case Text, File, CommandOutput, URL, Screenshot:
		return true
	}
	return false
}

// typeList names the types in a message.
const typeList = "text, file, command_output, url, screenshot"

// Polarity says whether a Row supports or contradicts.
type Polarity string

// The polarities.
const (
	Positive Polarity = "positive"
	Negative Polarity = "negative"
)

// Origin says who wrote a Row.
type Origin string

// The origins.
const (
	FromAgent   Origin = "agent"
	FromHarness Origin = "harness"
)

// RowError is a row that no store takes. Nothing of its batch was stored.
type RowError struct {
	// Index is the row's place in the batch, from 0.
	Index int
	// Member is the member of Row at fault.
	Member string
	// Detail says what is wrong with it and what would be right.
	Detail string
}

// Error names the row, the member and the repair.
func (e *RowError) Error() string {
	return fmt.Sprintf("evidence: row %d: %s %s", e.Index, e.Member, e.Detail)
}

// PrepareRows returns a copy of rows as a store keeps them: the zero Polarity
// and Origin written out, CreatedAt in UTC. The first row that breaks a rule
// of E-15 is a *RowError, and then nothing is returned. Every Store calls it
// first in Insert, so that all stores refuse the same rows.
func PrepareRows(rows []Row) ([]Row, error) {
	prepared := make([]Row, len(rows))
	for i, row := range rows {
		if row.Polarity == "" {
			row.Polarity = Positive
		}
		if row.Origin == "" {
			row.Origin = FromAgent
		}
		row.CreatedAt = row.CreatedAt.UTC()
		if member, detail := row.fault(); member != "" {
			return nil, &RowError{Index: i, Member: member, Detail: detail}
		}
		prepared[i] = row
	}
	return prepared, nil
}

// fault names the first member that breaks a rule, or "".
func (r Row) fault() (member, detail string) {
	switch {
	case r.BriefID <= 0:
		return "BriefID", "is not positive: give the id of the brief that the evidence belongs to"
	case strings.TrimSpace(r.ACID) == "":
		return "ACID", "is blank: name the acceptance criterion that the evidence speaks for"
	case !r.Type.Valid():
		return "Type", "is none of " + typeList
	case r.Text != "" && r.ArtifactPath != "":
		return "ArtifactPath", "stands beside Text: keep one of them"
	case r.SizeBytes < 0:
		return "SizeBytes", "is negative: leave 0 for an unknown size"
	case r.SHA256 != "" && !isSHA256(r.SHA256):
		return "SHA256", "is not 64 lower-case hex digits: leave it empty when there is no digest"
	case r.Polarity != Positive && r.Polarity != Negative:
		return "Polarity", "is neither positive nor negative"
	case r.Origin != FromAgent && r.Origin != FromHarness:
		return "Origin", "is neither agent nor harness"
	}
	for _, text := range [...]struct{ member, value string }{
		{"Workspace", r.Workspace},
		{"ACID", r.ACID},
		{"TaskID", r.TaskID},
		{"Text", r.Text},
		{"ArtifactPath", r.ArtifactPath},
		{"CreatedByAgent", r.CreatedByAgent},
		{"Key", r.Key},
	} {
		if !utf8.ValidString(text.value) {
			return text.member, "is not valid UTF-8, which some databases refuse"
		}
	}
	return "", ""
}

func isSHA256(s string) bool {
	if len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// SameContent reports whether two rows hold the same evidence: every member
// equal but ID and CreatedAt. Of two artifacts with the same SHA256 the path
// does not count either, because depositing the same bytes twice makes two
// files. A Store uses it to tell a repeated Insert from a clash of keys.
func (r Row) SameContent(other Row) bool {
	r.ID, r.CreatedAt = other.ID, other.CreatedAt
	if r.ArtifactPath != "" && other.ArtifactPath != "" && r.SHA256 != "" && r.SHA256 == other.SHA256 {
		r.ArtifactPath = other.ArtifactPath
	}
	return r == other
}
