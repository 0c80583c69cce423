package evidence

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/internal/docpath"
)

// entry is one element of verbatim_outputs that is an object. Members that are
// null do not exist.
type entry struct {
	command    claimedCommand
	evidenceID gjson.Result
	// quoted says that there is a quote, of whatever type; quotes are those
	// that are strings, at most one for each of excerpt and output.
	quoted bool
	quotes []string
}

// quotes judges a list of verbatim outputs.
func (c *check) quotes(list string, value gjson.Result) error {
	if !value.Exists() {
		return nil
	}
	if !value.IsArray() {
		c.skip(list, UnreadValue)
		return nil
	}
	var err error
	i := 0
	value.ForEach(func(_, element gjson.Result) bool {
		err = c.quoted(list, i, element)
		i++
		return err == nil
	})
	return err
}

// quoted judges one verbatim output (E-9 to E-11).
func (c *check) quoted(list string, i int, value gjson.Result) error {
	field := element(list, i)
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if !value.IsObject() {
		c.skip(field, Unattributed)
		return nil
	}
	e := c.readEntry(field, value)
	cited := e.evidenceID.Exists()
	holds := false
	if cited {
		var err error
		if holds, err = c.citation(field+".evidence_id", e.evidenceID, attests); err != nil {
			return err
		}
	}
	switch {
	case !e.command.given && !cited:
		c.skip(field, Unattributed)
	case !e.command.given:
	case !e.quoted:
		c.skip(field, NoQuote)
	default:
		return c.compareAll(field, e, cited, holds)
	}
	return nil
}

// readEntry reads an entry and names what in it is not read (E-10).
func (c *check) readEntry(field string, value gjson.Result) entry {
	var e entry
	value.ForEach(func(name, member gjson.Result) bool {
		switch key := name.String(); key {
		case "command":
			e.command = readCommand(member)
		case "evidence_id":
			if member.Type != gjson.Null {
				e.evidenceID = member
			}
		case "excerpt", "output":
			if member.Type == gjson.Null {
				break
			}
			e.quoted = true
			if member.Type == gjson.String {
				e.quotes = append(e.quotes, member.String())
			} else {
				c.skip(field+"."+key, QuoteNotString)
			}
		default:
			c.skip(field+"."+docpath.Escape(key), UnreadKey)
		}
		return true
	})
	return e
}

// comparison is the verdict on one quote; the zero comparison holds nothing
// and says nothing.
type comparison struct {
	holds   bool
	refused Reason
	skipped Reason
	detail  string
	repair  string
}

// compareAll compares the quotes of an entry. The entry holds when all of them
// do; a reason that two of them share is given once.
func (c *check) compareAll(field string, e entry, cited, holds bool) error {
	verdicts := make([]comparison, 0, len(e.quotes))
	for _, text := range e.quotes {
		verdict, err := c.compare(newQuote(text), text, e.command, cited, holds)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(verdicts, func(v comparison) bool {
			return v.holds == verdict.holds && v.refused == verdict.refused && v.skipped == verdict.skipped
		}) {
			continue
		}
		verdicts = append(verdicts, verdict)
	}
	for _, verdict := range verdicts {
		switch {
		case verdict.refused != "":
			c.report.Refused = append(c.report.Refused, Refusal{field, verdict.refused, verdict.detail, verdict.repair})
		case verdict.skipped != "":
			c.skip(field, verdict.skipped)
		case verdict.holds && len(verdicts) == 1:
			c.hold(field)
		}
	}
	return nil
}

// compare judges one quote by the table of E-9, row by row.
func (c *check) compare(q quote, text string, command claimedCommand, cited, holds bool) (comparison, error) {
	switch {
	case q.empty():
		return comparison{refused: ExcerptEmpty, repair: repairOf(ExcerptEmpty), detail: fmt.Sprintf("%q quotes nothing.", clip(text))}, nil
	case c.record == nil:
		return comparison{skipped: NoRecord}, nil
	case c.ran(command):
		return c.search(q, text, command)
	case holds:
		return comparison{skipped: OutputNotRecorded}, nil
	case cited:
		return comparison{}, nil // the citation was refused, and that is the reason
	case c.record.Incomplete:
		return comparison{skipped: RecordIncomplete}, nil
	}
	detail, repair := c.notRun(command, ExcerptCommandNotRun)
	return comparison{refused: ExcerptCommandNotRun, detail: detail, repair: repair}, nil
}

// search looks for a quote in the outputs of its command.
func (c *check) search(q quote, text string, command claimedCommand) (comparison, error) {
	o, err := c.outputsOf(command.text)
	if err != nil {
		return comparison{}, err
	}
	s, err := c.seek(o, q)
	switch {
	case err != nil:
		return comparison{}, err
	case s.found:
		return comparison{holds: true}, nil
	case o.unkept:
		return comparison{skipped: OutputNotRecorded}, nil
	case o.open:
		return comparison{skipped: OutputTruncated}, nil
	case o.redacted:
		return comparison{skipped: OutputRedacted}, nil
	case c.record.Incomplete:
		return comparison{skipped: RecordIncomplete}, nil
	}
	nearest := o.distinct[s.nearest]
	return comparison{
		refused: ExcerptNotFound,
		detail: fmt.Sprintf("%q is in no output of %s. The nearest run has %s. %s", clip(text), command.shown(),
			exitText(&c.index().runs[nearest.run]), showed(true, around(nearest.text, s.at, clipOutput))),
		repair: repairOf(ExcerptNotFound),
	}, nil
}

// exitText names the exit of a run in a message.
func exitText(run *Run) string {
	switch {
	case run.Background:
		return "no exit yet when its call returned"
	case run.Exit == nil:
		return "no exit recorded"
	}
	return fmt.Sprintf("exit %d", *run.Exit)
}
