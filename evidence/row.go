package evidence

import "time"

// Row is one piece of stored evidence (E-15).
type Row struct {
	ID             int64
	Workspace      string
	BriefID        int64
	ACID           string
	TaskID         string
	Type           Type
	Text           string
	ArtifactPath   string
	SizeBytes      int64
	SHA256         string
	Polarity       Polarity
	Origin         Origin
	CreatedByAgent string
	Key            string
	CreatedAt      time.Time
}

// Type is what a Row holds.
type Type string

// The types.
const (
	Text          Type = "text"
	File          Type = "file"
	CommandOutput Type = "command_output"
	URL           Type = "url"
	Screenshot    Type = "screenshot"
)

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
