package evidence

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/tidwall/gjson"
)

// Lookup finds an evidence row by id. A row that does not exist is
// ErrNotFound; any other error ends the check.
type Lookup func(ctx context.Context, id int64) (Row, error)

// LookupError says that the store of evidence failed, so that a citation could
// not be judged. Try again when the store works.
type LookupError struct {
	// ID is the evidence that was looked for.
	ID int64
	// Err is what the Lookup returned.
	Err error
}

// Error names the evidence and the cause.
func (e *LookupError) Error() string {
	return fmt.Sprintf("evidence: looking up evidence %d: %v", e.ID, e.Err)
}

// Unwrap gives the cause.
func (e *LookupError) Unwrap() error { return e.Err }

var errNoLookup = errors.New("evidence is cited and Check was given no Lookup")

// parseID reads an evidence id: a JSON number without fraction or exponent,
// positive, within int64 (E-6).
func parseID(value gjson.Result) (int64, bool) {
	if value.Type != gjson.Number {
		return 0, false
	}
	id, err := strconv.ParseInt(value.Raw, 10, 64)
	return id, err == nil && id > 0
}

// found is what a look-up gave; the same id is looked up once.
type found struct {
	row    Row
	exists bool
}

func (c *check) lookUp(id int64) (found, error) {
	if known, done := c.rows[id]; done {
		return known, nil
	}
	if err := c.ctx.Err(); err != nil {
		return found{}, err
	}
	if c.lookup == nil {
		return found{}, &LookupError{ID: id, Err: errNoLookup}
	}
	row, err := c.lookup(c.ctx, id)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return found{}, &LookupError{ID: id, Err: err}
	}
	result := found{row: row, exists: err == nil}
	if c.rows == nil {
		c.rows = map[int64]found{}
	}
	c.rows[id] = result
	return result, nil
}

// proof says what a cited row has to be.
type proof uint8

const (
	attests proof = iota // belong to the turn's work (E-11)
	proves               // also support it, and come from whom the host trusts (E-6)
)

// citation judges one cited id. The first reason in the order of E-6 counts.
func (c *check) citation(field string, value gjson.Result, as proof) (holds bool, err error) {
	id, wellFormed := parseID(value)
	if !wellFormed {
		c.refuse(field, EvidenceIDMalformed, clip(value.Raw)+" is not a positive whole number.")
		return false, nil
	}
	cited, err := c.lookUp(id)
	if err != nil {
		return false, err
	}
	row := cited.row
	name := "Evidence " + strconv.FormatInt(id, 10)
	switch {
	case !cited.exists:
		c.refuse(field, EvidenceMissing, name+" does not exist.")
	case as == proves && row.Polarity != Positive && row.Polarity != "":
		c.refuse(field, EvidenceNegative, fmt.Sprintf("%s is %s.", name, row.Polarity))
	case c.turn.BriefID <= 0:
		c.refuse(field, EvidenceOtherBrief, fmt.Sprintf("%s belongs to brief %d, and this turn is bound to no brief.", name, row.BriefID))
	case row.BriefID != c.turn.BriefID:
		c.refuse(field, EvidenceOtherBrief, fmt.Sprintf("%s belongs to brief %d, this turn to brief %d.", name, row.BriefID, c.turn.BriefID))
	case row.TaskID != c.turn.PlanTaskID:
		c.refuse(field, EvidenceOtherTask, fmt.Sprintf("%s was recorded under %s, and this turn is bound to %s.", name, taskName(row.TaskID), taskName(c.turn.PlanTaskID)))
	case as == proves && c.opts.HarnessOnly && row.Origin != FromHarness:
		c.refuse(field, EvidenceNotHarness, name+" was written by an agent.")
	default:
		c.hold(field)
		return true, nil
	}
	return false, nil
}

func taskName(id string) string {
	if id == "" {
		return "no task"
	}
	return fmt.Sprintf("task %q", clip(id))
}

// citations judges evidence_ids and reports whether they prove the command:
// there is one, and every one of them holds. One malformed id stops all
// look-ups of the list.
func (c *check) citations(ids gjson.Result) (proven bool, err error) {
	const field = verificationField + ".evidence_ids"
	if !ids.Exists() {
		return false, nil
	}
	if !ids.IsArray() {
		c.refuse(field, EvidenceIDMalformed, clip(ids.Raw)+" is not a list of ids.")
		return false, nil
	}
	list := ids.Array()
	malformed := false
	for i, id := range list {
		if _, wellFormed := parseID(id); !wellFormed {
			malformed = true
			if _, err := c.citation(element(field, i), id, proves); err != nil {
				return false, err
			}
		}
	}
	if malformed || len(list) == 0 {
		return false, nil
	}
	proven = true
	for i, id := range list {
		holds, err := c.citation(element(field, i), id, proves)
		if err != nil {
			return false, err
		}
		proven = proven && holds
	}
	return proven, nil
}

// element is the path of an element of a list.
func element(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }
