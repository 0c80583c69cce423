package handfast_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each Go snippet of the README is a part of a compiled example.
func TestReadmeSnippetsAreExamples_X8(t *testing.T) {
	snippets := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(read(t, "README.md"), -1)
	require.NotEmpty(t, snippets)
	var examples []string
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(entry.Name(), "example") && strings.HasSuffix(path, "_test.go") {
			examples = append(examples, dedent(read(t, path)))
		}
		return err
	}))
	for _, snippet := range snippets {
		code := dedent(snippet[1])
		found := false
		for _, example := range examples {
			found = found || strings.Contains(example, code)
		}
		assert.True(t, found, "no example holds this snippet of the README:\n%s", snippet[1])
	}
}

func TestReadmeStaysShort(t *testing.T) {
	text := read(t, "README.md")
	assert.Less(t, strings.Count(text, "\n"), 150)
	for _, command := range []string{"go run ./examples/quickstart", "go test ./..."} {
		assert.Contains(t, text, command)
	}
}

// Each file that the README links to is there.
func TestReadmeLinksLeadSomewhere(t *testing.T) {
	prose := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(read(t, "README.md"), "")
	for _, link := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(prose, -1) {
		assert.FileExists(t, link[1])
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// dedent drops the indentation of every line, which is all that differs
// between an example's body and a snippet.
func dedent(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "\n")
}
