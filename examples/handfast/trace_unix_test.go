//go:build unix

package main

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAPipeDoesNotBlock is T-8: nothing that stands in the place of a trace can
// hold the command up, not even when it is put there between the two looks.
func TestAPipeDoesNotBlock(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, args := range [][]string{
		{"trace", "fields", pipe},
		{"trace", "signatures", pipe},
		{"trace", "score", pipe, "--reference", pipe},
	} {
		code, stdout, _ := call(t, environment{}, append(args, "--json")...)
		assert.Equal(t, exitIO, code, "%v", args)
		assert.Contains(t, stdout, `"code":"not_regular"`, "%v", args)
	}
	f, err := countedFiles{}.Open(pipe)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}
