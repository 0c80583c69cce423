package bordertest_test

import (
	"cmp"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExportedAPI(t *testing.T) {
	touchSources(t)
	exports := map[string]string{} // each package's compiled declarations, the standard library's too
	for _, p := range list(t, "-export", "-deps", "./...") {
		exports[p.ImportPath] = p.Export
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var text strings.Builder
	for _, path := range publicPackages(exports) {
		pkg, err := imp.Import(path)
		require.NoError(t, err)
		fmt.Fprintf(&text, "package %s\n", path)
		for _, line := range listAPI(pkg) {
			text.WriteString("\t" + line + "\n")
		}
	}
	compare(t, "api.txt", text.String(), "the exported API changed")
}

func publicPackages(exports map[string]string) []string {
	var paths []string
	for path := range exports {
		if (path == module || strings.HasPrefix(path, module+"/")) && !strings.Contains(path, "/internal/") {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// listAPI writes each thing that an importer can name on a line of its own,
// sorted by kind and name: constants with their values, struct fields with
// their tags, and the methods of a type with those it has by embedding.
func listAPI(pkg *types.Package) []string {
	qualify := func(other *types.Package) string {
		if other == pkg {
			return ""
		}
		return other.Name()
	}
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			add("const %s %s = %s", name, types.TypeString(obj.Type(), qualify), obj.Val().ExactString())
		case *types.TypeName:
			listType(obj, qualify, add)
		default:
			add("%s", types.ObjectString(obj, qualify))
		}
	}
	slices.SortFunc(lines, func(a, b string) int {
		kindA, restA, _ := strings.Cut(a, " ")
		kindB, restB, _ := strings.Cut(b, " ")
		return cmp.Or(cmp.Compare(kindA, kindB), cmp.Compare(restA, restB))
	})
	return lines
}

func listType(obj *types.TypeName, qualify types.Qualifier, add func(string, ...any)) {
	name := obj.Name()
	if obj.IsAlias() {
		add("%s", types.ObjectString(obj, qualify))
		return
	}
	under := obj.Type().Underlying()
	switch under := under.(type) {
	case *types.Struct:
		add("type %s struct", name)
		for i := range under.NumFields() {
			if f := under.Field(i); f.Exported() {
				tag := under.Tag(i)
				if tag != "" {
					tag = " `" + tag + "`"
				}
				add("field %s.%s %s%s", name, f.Name(), types.TypeString(f.Type(), qualify), tag)
			}
		}
	case *types.Interface:
		// A caller cannot implement an interface with an unexported method:
		// that it has one is API.
		closed := ""
		for m := range under.Methods() {
			if !m.Exported() {
				closed = " (closed)"
			}
		}
		add("type %s interface%s", name, closed)
	default:
		add("type %s %s", name, types.TypeString(under, qualify))
	}
	value := types.NewMethodSet(obj.Type())
	all := types.NewMethodSet(types.NewPointer(obj.Type()))
	if types.IsInterface(obj.Type()) {
		all = value
	}
	for sel := range all.Methods() {
		m := sel.Obj()
		if !m.Exported() {
			continue
		}
		receiver := "*" + name
		if value.Lookup(m.Pkg(), m.Name()) != nil {
			receiver = name
		}
		signature := strings.TrimPrefix(types.TypeString(m.Type(), qualify), "func")
		add("method (%s) %s%s", receiver, m.Name(), signature)
	}
}
