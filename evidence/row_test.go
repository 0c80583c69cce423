package evidence_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
)

func TestPrepareRows_E15(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 7200))
	in := []evidence.Row{{BriefID: 1, ACID: "a", Type: evidence.Text, Text: "x", CreatedAt: at}}
	out, err := evidence.PrepareRows(in)
	require.NoError(t, err)
	assert.Equal(t, evidence.Row{
		BriefID: 1, ACID: "a", Type: evidence.Text, Text: "x", Polarity: evidence.Positive, Origin: evidence.FromAgent, CreatedAt: at.UTC(),
	}, out[0])
	assert.Empty(t, in[0].Polarity, "the argument is not changed")

	for member, spoil := range map[string]func(*evidence.Row){
		"BriefID":        func(r *evidence.Row) { r.BriefID = -1 },
		"ACID":           func(r *evidence.Row) { r.ACID = "\u00a0" },
		"Type":           func(r *evidence.Row) { r.Type = "" },
		"ArtifactPath":   func(r *evidence.Row) { r.ArtifactPath = "/x" },
		"SizeBytes":      func(r *evidence.Row) { r.SizeBytes = -1 },
		"SHA256":         func(r *evidence.Row) { r.SHA256 = "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08" },
		"Polarity":       func(r *evidence.Row) { r.Polarity = "Positive" },
		"Origin":         func(r *evidence.Row) { r.Origin = "user" },
		"Workspace":      func(r *evidence.Row) { r.Workspace = "\xff" },
		"TaskID":         func(r *evidence.Row) { r.TaskID = "\xff" },
		"Text":           func(r *evidence.Row) { r.Text = "\xff" },
		"CreatedByAgent": func(r *evidence.Row) { r.CreatedByAgent = "\xff" },
		"Key":            func(r *evidence.Row) { r.Key = "\xff" },
	} {
		row := in[0]
		spoil(&row)
		_, err := evidence.PrepareRows([]evidence.Row{in[0], row})
		var unfit *evidence.RowError
		require.ErrorAs(t, err, &unfit, member)
		assert.Equal(t, member, unfit.Member)
		assert.Equal(t, 1, unfit.Index)
		assert.Contains(t, err.Error(), "row 1: "+member)
	}
}

func TestTypes_E15(t *testing.T) {
	for _, valid := range []evidence.Type{evidence.Text, evidence.File, evidence.CommandOutput, evidence.URL, evidence.Screenshot} {
		assert.True(t, valid.Valid(), valid)
	}
	for _, invalid := range []evidence.Type{"", "TEXT", "log", " text"} {
		assert.False(t, invalid.Valid(), invalid)
	}
}

func TestMayDelete_E18(t *testing.T) {
	assert.True(t, evidence.Curator{Name: "c", Role: evidence.RoleCurator}.MayDelete())
	for _, by := range []evidence.Curator{{}, {Name: "c"}, {Role: evidence.RoleCurator}, {Name: "c", Role: evidence.RoleProducer}} {
		assert.False(t, by.MayDelete(), "%+v", by)
	}
}

func TestInsertAlong_E18(t *testing.T) {
	store := evidence.NewMemoryStore()
	batch := []evidence.Row{{BriefID: 1, ACID: "a", Type: evidence.Text, Key: "k"}}
	boom := errors.New("the other half failed")
	var offered []int64
	_, err := store.InsertAlong(t.Context(), batch, func(ids []int64) error {
		offered = ids
		return boom
	})
	require.ErrorIs(t, err, boom)
	require.Len(t, offered, 1)
	_, err = store.Get(t.Context(), offered[0])
	require.ErrorIs(t, err, evidence.ErrNotFound)

	ids, err := store.InsertAlong(t.Context(), batch, func(offered []int64) error {
		offered[0] = 99 // a copy
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, offered, ids, "the ids that a failed insert was offered are free")
	_, err = store.Get(t.Context(), ids[0])
	require.NoError(t, err)
}
