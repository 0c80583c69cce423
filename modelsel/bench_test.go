package modelsel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/handfast-go/handfast/modelsel"
)

// TestParseAllocatesNothing holds that a model choice may be read on every call.
func TestParseAllocatesNothing(t *testing.T) {
	allocs := testing.AllocsPerRun(100, func() {
		s, err := modelsel.Parse(" API:ollama:qwen3:4b\n")
		if err != nil || modelsel.Transport(s) != modelsel.OllamaServer {
			t.Error("not read")
		}
	})
	assert.Zero(t, allocs)
}

func BenchmarkParse(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"read", "api:ollama:qwen3:4b"},
		{"refused", "openai:gpt-4o"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = modelsel.Parse(c.text)
			}
		})
	}
}
