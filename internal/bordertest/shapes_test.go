package bordertest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
	"github.com/handfast-go/handfast/modelsel"
)

// shapes are the types with validator tags, each with a check of a value that
// its tags refuse: by the package's own validator or, where the tags are for
// hosts, by one as the host makes it.
var shapes = map[string]func() (refused bool){
	"contract.ApprovalRequest":     func() bool { return len(contract.ApprovalRequest{}.Check()) > 0 },
	"contract.ConsolidationReport": func() bool { return len(contract.ConsolidationReport{}.Check()) > 0 },
	"contract.FailureReport":       func() bool { return len(contract.FailureReport{Severity: "x"}.Check()) > 0 },
	"contract.FileReference":       func() bool { return len(contract.FileReference{Commit: "HEAD"}.Check()) > 0 },
	"modelsel.Ledger":              func() bool { return byHost(modelsel.Ledger{}) },
	"modelsel.Row":                 func() bool { return byHost(modelsel.Row{Provider: "x", Payer: "x", Source: "x"}) },
}

func byHost(shape any) bool {
	return validator.New(validator.WithRequiredStructEnabled()).Struct(shape) != nil
}

// TestEveryTaggedTypeIsValidated runs the tags of every type that has any: the
// validator reads them at run time, and a misspelt one panics then.
func TestEveryTaggedTypeIsValidated(t *testing.T) {
	assert.ElementsMatch(t, tagged(t), slices.Collect(maps.Keys(shapes)), "a type with validate tags needs a line")
	for name, refused := range shapes {
		t.Run(name, func(t *testing.T) {
			assert.NotPanics(t, func() {
				assert.True(t, refused(), "its tags refuse nothing")
			})
		})
	}
}

// tagged lists the struct types of the module that have a validate tag, by
// package and name.
func tagged(t *testing.T) (names []string) {
	t.Helper()
	for _, dir := range append(publicDirs(t), "internal") {
		require.NoError(t, filepath.WalkDir(filepath.Join(top, dir), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok {
					return true
				}
				name := file.Name.Name + "." + spec.Name.Name
				ast.Inspect(spec, func(n ast.Node) bool {
					field, ok := n.(*ast.Field)
					if ok && field.Tag != nil && strings.Contains(field.Tag.Value, `validate:"`) && !slices.Contains(names, name) {
						names = append(names, name)
					}
					return true
				})
				return false
			})
			return nil
		}))
	}
	return names
}
