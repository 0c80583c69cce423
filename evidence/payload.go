package evidence

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// The rules of ParsePayload (E-16), named for the member that breaks them.
const (
	RuleBriefID        = "brief_id"
	RuleACID           = "ac_id"
	RuleType           = "type"
	RuleTextArtifact   = "text_artifact"
	RuleArtifactPath   = "artifact_path"
	RuleTaskID         = "task_id"
	RuleCreatedByAgent = "created_by_agent"
	RuleSizeBytes      = "size_bytes"
)

// Problem is one broken rule of an evidence payload.
type Problem struct {
	// Rule is the stable name of the rule.
	Rule string
	// Detail says what arrived and what would be right. It never holds the
	// place of the artifact root.
	Detail string
}

// Payload is a checked evidence payload (E-16).
type Payload struct {
	BriefID      int64
	ACID         string
	TaskID       string
	Type         Type
	Text         string
	ArtifactPath string
	SizeBytes    int64
	// CreatedByAgent is the id of the agent that the payload names as its
	// author, or "".
	CreatedByAgent string
	// Polarity is what the payload's own member says, when that is exactly
	// "positive" or "negative": evidence that says of itself that it contradicts
	// must not be stored as support. Any other value of the member is not read.
	// The zero Polarity stands for Positive.
	Polarity Polarity
}

// Row returns the payload as a row of origin FromAgent, positive unless the
// payload says otherwise, without workspace, key, digest and time, which are
// the host's to give.
func (p Payload) Row() Row {
	return Row{
		BriefID: p.BriefID, ACID: p.ACID, TaskID: p.TaskID, Type: p.Type,
		Text: p.Text, ArtifactPath: p.ArtifactPath, SizeBytes: p.SizeBytes,
		Polarity: cmp.Or(p.Polarity, Positive), Origin: FromAgent, CreatedByAgent: p.CreatedByAgent,
	}
}

// ParsePayload checks the payload of an evidence entry (E-16) and returns one
// Problem for each rule that it breaks, in the order of the constants; none
// means that the Payload is good. A member that is null is absent, unknown
// members are not read, and names match exactly. What is no JSON object breaks
// every rule about a required member.
//
// resolve says whether an artifact path lies under the artifact root, see
// artifact.Root.Check; a nil resolve refuses every path. Its error decides
// and is not repeated, because it may name the root.
func ParsePayload(payload json.RawMessage, resolve func(string) error) (Payload, []Problem) {
	p := payloadReader{resolve: resolve}
	text := string(payload)
	var index jsonscan.Index
	if err := jsonscan.Scan(text, claimLimits(), &index); err == nil {
		if value := gjson.Parse(text); value.IsObject() {
			p.members = value
		}
	}
	p.read()
	return p.payload, p.problems
}

// payloadReader reads one payload, rule by rule.
type payloadReader struct {
	members  gjson.Result
	resolve  func(string) error
	payload  Payload
	problems []Problem
}

func (p *payloadReader) problem(rule, detail string) {
	p.problems = append(p.problems, Problem{rule, detail})
}

// refuse says what arrived and, in the words of the table, what would be right.
func (p *payloadReader) refuse(rule string, value gjson.Result) {
	p.problem(rule, got(value)+repairOfRule(rule))
}

// member returns a member by its exact name; null is absent.
func (p *payloadReader) member(name string) (value gjson.Result) {
	p.members.ForEach(func(key, member gjson.Result) bool {
		if key.String() == name && member.Type != gjson.Null {
			value = member
		}
		return true
	})
	return value
}

func (p *payloadReader) read() {
	p.briefID(p.member("brief_id"))
	p.acID(p.member("ac_id"))
	p.typ(p.member("type"))
	p.content(p.member("text"), p.member("artifact_path"))
	p.payload.TaskID = p.optional(RuleTaskID)
	p.payload.CreatedByAgent = p.optional(RuleCreatedByAgent)
	p.sizeBytes(p.member("size_bytes"))
	p.polarity(p.member("polarity"))
}

func (p *payloadReader) polarity(value gjson.Result) {
	if value.Type != gjson.String {
		return
	}
	switch polarity := Polarity(value.String()); polarity {
	case Positive, Negative:
		p.payload.Polarity = polarity
	}
}

func (p *payloadReader) briefID(value gjson.Result) {
	digits := value.Raw
	if value.Type == gjson.String {
		digits = value.String()
	}
	id, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || id <= 0 || digits[0] == '+' {
		p.refuse(RuleBriefID, value)
		return
	}
	p.payload.BriefID = id
}

func (p *payloadReader) acID(value gjson.Result) {
	if value.Type != gjson.String || strings.TrimSpace(value.String()) == "" {
		p.refuse(RuleACID, value)
		return
	}
	p.payload.ACID = value.String()
}

func (p *payloadReader) typ(value gjson.Result) {
	if value.Type != gjson.String || !Type(value.String()).Valid() {
		p.refuse(RuleType, value)
		return
	}
	p.payload.Type = Type(value.String())
}

// content reads the evidence itself: one text or one artifact path.
func (p *payloadReader) content(text, path gjson.Result) {
	switch {
	case text.Exists() && path.Exists():
		p.problem(RuleTextArtifact, "Both text and artifact_path are there; keep one of them.")
	case !text.Exists() && !path.Exists():
		p.problem(RuleTextArtifact, "Neither text nor artifact_path is there; write one of them.")
	case text.Exists() && text.Type != gjson.String:
		p.refuse(RuleTextArtifact, text)
	default:
		p.payload.Text = text.String()
	}
	if !path.Exists() {
		return
	}
	if path.Type != gjson.String || p.resolve == nil || p.resolve(path.String()) != nil {
		p.refuse(RuleArtifactPath, path)
		return
	}
	p.payload.ArtifactPath = path.String()
}

func (p *payloadReader) optional(name string) string {
	value := p.member(name)
	if value.Exists() && value.Type != gjson.String {
		p.refuse(name, value)
		return ""
	}
	return value.String()
}

func (p *payloadReader) sizeBytes(value gjson.Result) {
	if !value.Exists() {
		return
	}
	size, err := strconv.ParseInt(value.Raw, 10, 64)
	if err != nil || size < 0 {
		p.refuse(RuleSizeBytes, value)
		return
	}
	p.payload.SizeBytes = size
}

// got begins a detail with what arrived.
func got(value gjson.Result) string {
	if !value.Exists() {
		return "It is absent; "
	}
	return clip(value.Raw) + " is not accepted; "
}
