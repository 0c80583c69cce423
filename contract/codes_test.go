package contract

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateGolden = flag.Bool("update", false, "rewrite the golden files of the contract package")

// golden compares a text with a file that a reader reviews.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *updateGolden {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "run the test with -update when the change is wanted")
}

func TestCodes_C11(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	seen := map[Code]bool{}
	for _, info := range Codes() {
		require.False(t, seen[info.Code], "%s is listed twice", info.Code)
		seen[info.Code] = true
		require.NotEmpty(t, info.Title)
		require.NotEmpty(t, info.Meaning)
		require.NotEmpty(t, info.Repair)
		found, ok := info.Code.Info()
		require.True(t, ok)
		require.Equal(t, info, found)
		fmt.Fprintf(&b, "%s\n  title    %s\n  meaning  %s\n  repair   %s\n", info.Code, info.Title, info.Meaning, info.Repair)
	}
	golden(t, "codes.golden", b.String())
	_, ok := Code("NO_SUCH_CODE").Info()
	assert.False(t, ok)
}

func TestCodes_ReturnsACopy(t *testing.T) {
	t.Parallel()
	Codes()[0].Code = "X"
	assert.Equal(t, MissingField, Codes()[0].Code)
}

func TestFormError_C10(t *testing.T) {
	t.Parallel()
	doc := parse(t, `{"agent_status":{"agent_state":"DONE","agent_id":"a0123456789abcdef","pending_steps":[],"next_action":"go"},"zz":1}`)
	err := Validate(doc).Err()
	require.ErrorIs(t, err, UnknownField)
	require.ErrorIs(t, err, PlanStatus, "any finding counts, not the first alone")
	require.NotErrorIs(t, err, MissingField)
	require.NotErrorIs(t, err, errors.ErrUnsupported)
	var form *FormError
	require.ErrorAs(t, fmt.Errorf("wrapped: %w", err), &form)
	require.Len(t, form.Findings, 2)
	for _, part := range []string{"UNKNOWN_FIELD", "zz", form.Findings[0].Detail, form.Findings[0].Repair, "and 1 more"} {
		assert.ErrorContains(t, err, part)
	}
}

func TestZeroReportIsNotOK(t *testing.T) {
	t.Parallel()
	assert.False(t, Report{}.OK())
	require.Error(t, Report{}.Err())
	assert.True(t, Validate(NewDocument("a0123456789abcdef")).OK())
	require.NoError(t, Validate(NewDocument("a0123456789abcdef")).Err())
}
