package trace_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/trace"
)

// TestFourDispositions is T-10: one ceiling, and four ways to treat it.
func TestFourDispositions(t *testing.T) {
	long := `{"id":"` + strings.Repeat("x", 100) + `"}`
	fsys := fstest.MapFS{"a": {Data: []byte(`{"id":"a"}`)}, "b": {Data: []byte(long)}, "d": {Data: []byte(`{"id":"d"}`)}}
	spec := trace.Spec{Values: []string{"id"}}
	limits := trace.WithLimits(trace.Limits{Document: 50})

	_, err := trace.ReadFS(fsys, "b", spec, limits)
	require.ErrorIs(t, err, trace.ErrOverCeiling, "hard")
	assert.Equal(t, 413, trace.HTTPStatus(err), "refused with a status")

	_, ok := trace.TryReadFS(fsys, "b", spec, limits)
	assert.False(t, ok, "soft")
	fields, ok := trace.TryReadFS(fsys, "a", spec, limits)
	assert.True(t, ok)
	assert.Equal(t, trace.ShapeString, fields.Shape("id"))
	_, ok = trace.TryRead(strings.NewReader(long), spec, limits)
	assert.False(t, ok)
	_, ok = trace.TryReadFile("no such file", spec)
	assert.False(t, ok)

	var ids, skipped []string
	for row, err := range trace.ReadFilesFS(fsys, slices.Values([]string{"a", "b", "c", "d"}), spec, limits) {
		require.NoError(t, err)
		if row.Skipped != nil {
			skipped = append(skipped, row.Name)
			continue
		}
		id, _ := row.Fields.Text("id")
		ids = append(ids, id)
	}
	assert.Equal(t, []string{"a", "d"}, ids, "skipping")
	assert.Equal(t, []string{"b", "c"}, skipped)
}

func TestReadFilesStops(t *testing.T) {
	none := slices.Values([]string{"none", "neither"})
	rows := 0
	for row, err := range trace.ReadFiles(none, trace.CoordinatorSpec()) {
		require.NoError(t, err)
		require.ErrorIs(t, row.Skipped, trace.ErrAbsent)
		rows++
		break
	}
	assert.Equal(t, 1, rows)
	for _, err := range trace.ReadFiles(none, trace.Spec{Values: []string{"result"}}) {
		require.ErrorIs(t, err, trace.ErrModelContent, "T-9: not skipped, trace after trace")
		rows++
	}
	assert.Equal(t, 2, rows)
}

// TestCodes is the list that readers of errors rely on: codes stay.
func TestCodes(t *testing.T) {
	var got []string
	for _, info := range trace.Codes() {
		got = append(got, string(info.Code))
		assert.NotEmpty(t, info.Meaning, info.Code)
		assert.NotEmpty(t, info.Repair, info.Code)
		assert.Equal(t, info.Status, trace.HTTPStatus(&trace.ReadError{Code: info.Code}), info.Code)
		assert.Equal(t, "trace: "+string(info.Code), info.Code.Error())
	}
	assert.Equal(t, []string{
		"absent", "not_regular", "over_ceiling", "not_object", "truncated", "malformed", "over_capture", "model_content", "unreadable",
	}, got)
	assert.Equal(t, 200, trace.HTTPStatus(nil))
	assert.Equal(t, 500, trace.HTTPStatus(errors.New("something else")))
	assert.Equal(t, 500, trace.HTTPStatus(trace.Code("unheard of")))
	clear(trace.Codes())
	assert.NotEmpty(t, trace.Codes()[0].Code, "a copy")
}
