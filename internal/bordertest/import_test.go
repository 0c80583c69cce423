package bordertest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const testify = "github.com/stretchr/testify"

// allowed are the arrows between the packages of the module; nothing else is
// imported. "internal" stands for every internal package without a line of its
// own: those with one stand above the library, and only tests and the command
// import them. A public package that is not listed needs a line first.
var allowed = map[string][]string{
	"":                    {},
	"contract":            {"evidence", "evidence/artifact", "drift", "internal"},
	"contract/storetest":  {"contract", "evidence"},
	"drift":               {"evidence", "internal"},
	"evidence":            {"internal"},
	"evidence/artifact":   {"evidence", "internal"},
	"evidence/receipt":    {"evidence", "internal"},
	"evidence/storetest":  {"evidence"},
	"probe":               {"internal"},
	"trace":               {"internal"},
	"modelsel":            {"internal"},
	"internal":            {"internal"},
	"internal/faultstore": {"contract", "evidence"},
	"internal/reference":  {"contract", "evidence", "drift", "probe", "trace", "modelsel"},
	"internal/conform": {
		"contract", "drift", "evidence", "evidence/artifact", "evidence/receipt", "probe", "trace", "modelsel", "internal",
	},
}

func TestImportDirection(t *testing.T) {
	touchSources(t)
	for _, p := range list(t, "./...") {
		name := local(p.ImportPath)
		arrows, known := allowed[room(name)]
		if !assert.True(t, known, "%s is a new package: say in the table what it may import", name) {
			continue
		}
		for _, imported := range p.Imports {
			if !inModule(imported) {
				continue
			}
			assert.Contains(t, arrows, room(local(imported)), "%s must not import %s", name, local(imported))
		}
		assert.NotContains(t, p.TestImports, module+"/internal/conform",
			"%s: only an external test (package x_test) imports internal/conform", name)
	}
}

func TestAllowedArrowsHaveNoCycle(t *testing.T) {
	var visit func(name string, trail []string)
	visit = func(name string, trail []string) {
		require.NotContains(t, trail, name, "the table allows a cycle")
		for _, next := range allowed[name] {
			if next != "internal" {
				visit(next, append(slices.Clone(trail), name))
			}
		}
	}
	for name := range allowed {
		visit(name, nil)
	}
}

func TestNoTestCodeInTheLibrary(t *testing.T) {
	touchSources(t)
	for _, p := range list(t, "./...") {
		for _, dep := range p.Deps {
			assert.False(t, inPath(dep, testify), "%s is linked with %s outside _test.go", p.ImportPath, dep)
			if !strings.HasSuffix(p.ImportPath, "/storetest") {
				assert.NotEqual(t, "testing", dep, "%s is linked with testing outside _test.go", p.ImportPath)
			}
		}
	}
}

// TestDependencyGolden holds the dependency budget: the third-party modules
// that an importer of one public package alone pulls in.
func TestDependencyGolden(t *testing.T) {
	touchSources(t)
	owner := map[string]string{}
	for _, p := range list(t, "-deps", "./...") {
		if p.Module != nil {
			owner[p.ImportPath] = p.Module.Path
		}
	}
	var text strings.Builder
	for _, p := range list(t, "./...") {
		if inPath(local(p.ImportPath), "internal") {
			continue
		}
		modules := []string{}
		for _, dep := range p.Deps {
			if path, ok := owner[dep]; ok && path != module {
				modules = append(modules, path)
			}
		}
		slices.Sort(modules)
		text.WriteString(strings.TrimPrefix(p.ImportPath, "github.com/handfast-go/") + "\n")
		for _, path := range slices.Compact(modules) {
			text.WriteString("\t" + path + "\n")
		}
	}
	compare(t, "deps.txt", text.String(), "the dependencies changed")
}

func TestRoom(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "contract": "contract", "contract/storetest": "contract/storetest", "internal/vocab": "internal",
		"internal/a/b": "internal", "internal/conform": "internal/conform", "internal/faultstore": "internal/faultstore", "internals": "internals",
	} {
		assert.Equal(t, want, room(name), name)
	}
	assert.True(t, inModule(module))
	assert.True(t, inModule(module+"/drift"))
	assert.False(t, inModule(module+"er"))
}

// room is the name under which the table knows a package.
func room(name string) string {
	if _, own := allowed[name]; !own && inPath(name, "internal") {
		return "internal"
	}
	return name
}

func local(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, module), "/") }

func inModule(path string) bool { return inPath(path, module) }

func inPath(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }
