package evidence

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runsOf makes a record of that many runs of the command c.
func runsOf(runs int, output func(i int) string) *Record {
	record := &Record{Runs: make([]Run, runs)}
	for i := range record.Runs {
		record.Runs[i] = Run{Kind: Shell, Command: "c", Output: output(i), Kept: true}
	}
	return record
}

// quotesOf makes that many quotes of the command c.
func quotesOf(quotes int, excerpt func(i int) string) json.RawMessage {
	var b strings.Builder
	for i := range quotes {
		fmt.Fprintf(&b, `,{"command":"c","excerpt":%q}`, excerpt(i))
	}
	return json.RawMessage("[" + b.String()[1:] + "]")
}

func same(text string) func(int) string { return func(int) string { return text } }

// TestCheckCost_E14_Q9 counts the outputs that a Check reduces and searches.
// Claims and record are both the agent's to blow up, so neither may multiply
// the other but by what differs.
func TestCheckCost_E14_Q9(t *testing.T) {
	numbered := func(format string) func(int) string { return func(i int) string { return fmt.Sprintf(format, i) } }
	for _, test := range []struct {
		name           string
		quotes, runs   int
		excerpt, shown func(int) string
		steps          int
	}{
		{"equal quotes, equal outputs", 5000, 2000, same("b a"), same("a b"), 2000 + 1},
		{"twice the quotes", 10000, 2000, same("b a"), same("a b"), 2000 + 1},
		{"quotes that differ in what is not compared", 500, 2000, func(i int) string { return "b" + strings.Repeat(" ", i+1) + "a" }, same("a b"), 2000 + 1},
		{"outputs that show nothing", 5000, 2000, same("b a"), same(""), 2000 + 1},
		{"equal quotes, distinct outputs", 5000, 2000, same("b a"), numbered("a b %d"), 2000 + 2000},
		{"distinct quotes, equal outputs", 5000, 2000, numbered("b a ... %d"), same("a b"), 2000 + 5000},
		{"both distinct", 100, 60, numbered("b a ... %d"), numbered("a b %d"), 60 + 100*60},
		// Of 2000 words, about one shares its row of a signature with another word.
		{"both distinct, no word in common", 5000, 2000, numbered("x%d"), numbered("y%d"), 2000 + 2000 + 2*5000},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := check{ctx: t.Context(), record: runsOf(test.runs, test.shown)}
			require.NoError(t, c.run(Claims{VerbatimOutputs: quotesOf(test.quotes, test.excerpt)}))
			require.Len(t, c.report.Refused, test.quotes)
			assert.LessOrEqual(t, c.steps, test.steps)
			assert.GreaterOrEqual(t, c.steps, test.runs)
		})
	}
}

// TestLongExcerpt_E14_Q9 counts what is left of an excerpt of megabytes when it
// is compared.
func TestLongExcerpt_E14_Q9(t *testing.T) {
	const n = 1 << 19
	for _, test := range []struct {
		name, excerpt string
		kept          int
	}{
		{"one fragment", strings.Repeat("x y ", n), 0},
		{"short fragments", strings.Repeat("a...", n), len("hello world 9999")},
		{"a long one behind short ones", "hello...world..." + strings.Repeat("x y ", n), 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newQuote(test.excerpt).fragments(len("hello world 9999"))
			assert.Len(t, f.list, test.kept)
			assert.False(t, f.whole)

			c := check{ctx: t.Context(), record: runsOf(10_000, func(i int) string { return fmt.Sprintf("hello world %d", i) })}
			require.NoError(t, c.run(Claims{VerbatimOutputs: quotesOf(1, same(test.excerpt))}))
			assert.Len(t, c.report.Refused, 1)
			assert.Equal(t, 10_000+10_000, c.steps)
		})
	}
}

// TestFragmentsLimit_E9 leaves no quote out that could stand in an output.
func TestFragmentsLimit_E9(t *testing.T) {
	for limit, want := range map[int]fragments{
		6: {[]string{"ab", "c", "de"}, true},
		5: {[]string{"ab", "c", "de"}, true},
		4: {[]string{"ab", "c"}, false},
		2: {[]string{"ab"}, false},
		1: {nil, false},
	} {
		assert.Equal(t, want, newQuote("... ab...c … de ...").fragments(limit), limit)
	}
	assert.Equal(t, fragments{nil, true}, newQuote("... …").fragments(0))
}

// endingContext is over after some questions.
type endingContext struct {
	context.Context //nolint:containedctx // stands in for it
	left            int
}

func (c *endingContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCheckAsksItsContext_E14 ends the context at every question that a Check
// asks of it: while it reads the outputs of a command, and while it searches
// them.
func TestCheckAsksItsContext_E14(t *testing.T) {
	const runs = 1000
	record := runsOf(runs, func(i int) string { return fmt.Sprintf("a b %d", i) })
	claims := Claims{VerbatimOutputs: quotesOf(1, same("b a"))}
	const questions = 1 + 1 + 2*runs/stepsPerPoll // Check, the quote, its outputs
	for left := range questions {
		ending := &endingContext{t.Context(), left}
		_, err := Check(ending, claims, Turn{}, record, nil, CheckOptions{})
		require.ErrorIs(t, err, context.Canceled, left)
		assert.Equal(t, -1, ending.left, "the first no ends the Check")
	}
	_, err := Check(&endingContext{t.Context(), questions}, claims, Turn{}, record, nil, CheckOptions{})
	require.NoError(t, err)
}
