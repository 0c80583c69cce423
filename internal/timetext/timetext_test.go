package timetext_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/handfast-go/handfast/internal/timetext"
)

func TestRFC3339(t *testing.T) {
	for text, want := range map[string]bool{
		"2026-11-30T08:00:00Z":            true,
		"2026-11-30T08:00:00.5Z":          true,
		"2026-11-30T08:00:00.123456789Z":  true,
		"2026-11-30T08:00:00+05:30":       true,
		"2024-02-29T23:59:59Z":            true,
		"":                                false,
		"2026-02-29T00:00:00Z":            false,
		"2026-11-30T8:00:00Z":             false,
		"2026-11-30T24:00:00Z":            false,
		"2026-11-30T23:59:60Z":            false,
		"2026-11-30T08:00Z":               false,
		"2026-11-30T08:00:00":             false,
		"2026-11-30T08:00:00,5Z":          false,
		"2026-11-30T08:00:00.Z":           false,
		"2026-11-30T08:00:00z":            false,
		"2026-11-30t08:00:00Z":            false,
		"2026-11-30 08:00:00Z":            false,
		"2026-11-30T08:00:00Z ":           false,
		"2026-11-30T08:00:00-00:00":       true,
		"2026-11-30T08:00:00+24:00":       false,
		"2026-11-30T08:00:00+05:60":       false,
		"2026-11-30T08:00:00+0530":        false,
		"2026-11-30T08:00:00Z+01:00":      false,
		"2026-11-30T08:00:00.5":           false,
		"2026x11-30T08:00:00Z":            false,
		"２026-11-30T08:00:00Z":            false,
		"+002026-01-01T00:00:00Z":         false,
		"30 November 2026 08:00:00 +0000": false,
	} {
		_, ok := timetext.RFC3339(text)
		assert.Equal(t, want, ok, text)
	}
}
