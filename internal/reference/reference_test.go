package reference_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/internal/reference"
)

var update = flag.Bool("update", false, "rewrite the pages")

// TestPages holds the pages to the tables.
func TestPages(t *testing.T) {
	for name, text := range map[string]string{"RULES.md": reference.Rules(), "FIELDS.md": reference.Fields()} {
		t.Run(name, func(t *testing.T) {
			if *update {
				require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
			}
			page, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Equal(t, string(page), text, "the page is not what the tables say; write it again: go test ./internal/reference -update")
		})
	}
}

// TestEveryNameIsExplained_D10 wants a meaning and a repair for every name, and
// each name once.
func TestEveryNameIsExplained_D10(t *testing.T) {
	for _, table := range reference.Tables() {
		seen := map[string]bool{}
		require.NotEmpty(t, table.Entries, table.Title)
		for _, entry := range table.Entries {
			assert.False(t, seen[entry.Name], "%s: %s stands there twice", table.Title, entry.Name)
			seen[entry.Name] = true
			assert.NotEmpty(t, entry.Meaning, entry.Name)
			assert.NotEmpty(t, entry.Repair, entry.Name)
			assert.Equal(t, table.Note == "", entry.Note == "", entry.Name)
		}
	}
}

// TestTablesAreWhole holds the tables to the constants: a name that is declared
// and in no table would be given and never explained.
func TestTablesAreWhole(t *testing.T) {
	for _, table := range reference.Tables() {
		t.Run(table.Package+"."+table.Type, func(t *testing.T) {
			var explained []string
			for _, entry := range table.Entries {
				explained = append(explained, entry.Name)
			}
			assert.ElementsMatch(t, declared(t, table), explained)
		})
	}
}

// declared returns the values of the exported string constants that make up a
// vocabulary: those of its type or, where they are untyped, those whose names
// begin with it.
func declared(t *testing.T, table reference.Table) (values []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", table.Package, "*.go"))
	require.NoError(t, err)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				constant, ok := spec.(*ast.ValueSpec)
				require.True(t, ok)
				if !constant.Names[0].IsExported() || !belongs(constant, table.Type) {
					continue
				}
				literal, ok := constant.Values[0].(*ast.BasicLit)
				require.True(t, ok, constant.Names[0].Name)
				value, err := strconv.Unquote(literal.Value)
				require.NoError(t, err)
				values = append(values, value)
			}
		}
	}
	require.NotEmpty(t, values)
	return values
}

func belongs(constant *ast.ValueSpec, typeName string) bool {
	if constant.Type == nil {
		return strings.HasPrefix(constant.Names[0].Name, typeName)
	}
	ident, ok := constant.Type.(*ast.Ident)
	return ok && ident.Name == typeName
}
