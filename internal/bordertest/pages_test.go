package bordertest_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sections are what the page of every package explains, in this order.
var sections = []string{"# Model", "# Guarantees", "# Errors", "# Limits"}

// TestEveryPackageHasAPage holds the page of each public package to one form:
// what it is for, a tiny example, and the sections.
func TestEveryPackageHasAPage(t *testing.T) {
	for _, dir := range publicDirs(t) {
		t.Run(dir, func(t *testing.T) {
			text := page(t, dir)
			first, _, _ := strings.Cut(text, "\n")
			assert.True(t, strings.HasPrefix(first, "Package "+filepath.Base(dir)+" "), first)
			at := 0
			for _, section := range sections {
				found := strings.Index(text[at:], "\n"+section+"\n")
				require.GreaterOrEqual(t, found, 0, "there is no section %q behind the others", section)
				if at == 0 {
					assert.Contains(t, text[:found], "\n\t", "there is no example before the sections")
				}
				at += found + 1
			}
		})
	}
}

// TestEveryPackageHasExamples holds each public package to one example that
// tells its story, more for its calls, all with checked output, and to a
// fuzz target. A conformance suite takes no bytes from outside.
func TestEveryPackageHasExamples(t *testing.T) {
	for _, dir := range publicDirs(t) {
		t.Run(dir, func(t *testing.T) {
			suite := filepath.Base(dir) == "storetest"
			files := testFiles(t, dir)
			stories, calls := 0, 0
			for _, example := range doc.Examples(files...) {
				assert.True(t, example.Output != "" || example.EmptyOutput, "Example%s does not check its output", example.Name)
				if example.Name == "" {
					stories++
				} else {
					calls++
				}
			}
			fuzzers := 0
			for _, file := range files {
				for name, object := range file.Scope.Objects {
					if object.Kind == ast.Fun && strings.HasPrefix(name, "Fuzz") {
						fuzzers++
					}
				}
			}
			assert.Equal(t, 1, stories, "the example that tells the story")
			assert.True(t, suite || calls > 0, "there is no example of a single call")
			assert.True(t, suite || fuzzers > 0, "there is no fuzz target")
		})
	}
}

// TestTheOverviewNamesEveryPackage holds the page of the module to the packages
// that there are.
func TestTheOverviewNamesEveryPackage(t *testing.T) {
	overview, err := os.ReadFile(filepath.Join(top, "README.md"))
	require.NoError(t, err)
	root := page(t, "")
	for _, dir := range publicDirs(t) {
		assert.Contains(t, root, "\n  - "+dir+": ", "doc.go does not list the package")
		assert.Contains(t, string(overview), "]("+dir+"/doc.go)", "README.md does not link to the package")
	}
}

// publicDirs are the directories of the packages that users import, below the
// top; the overview, which has no code, is not among them.
func publicDirs(t *testing.T) (dirs []string) {
	t.Helper()
	for _, p := range list(t, "./...") {
		if name := local(p.ImportPath); name != "" && !inPath(name, "internal") {
			dirs = append(dirs, name)
		}
	}
	return dirs
}

// page is the package comment, which stands in doc.go.
func page(t *testing.T, dir string) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(top, dir, "doc.go"), nil, parser.ParseComments)
	require.NoError(t, err)
	require.NotNil(t, file.Doc)
	return file.Doc.Text()
}

// testFiles are the parsed test files of a package.
func testFiles(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(top, dir, "*_test.go"))
	require.NoError(t, err)
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, file)
	}
	return files
}
