package probe

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// The text around a smoke. Behind an operator the bracket can only be that of an
// expression, and never the parameters of an arrow function; inside a function
// that is not async, await is a name. The line end closes a line comment.
const (
	smokeOpen  = "function smoke(){return+("
	smokeClose = "\n)}"
)

var errNotExpression = errors.New("it is not one expression")

// parseExpression reports why text is not one JavaScript expression, nil when
// it is. It is parsed and never run.
func parseExpression(text string) error {
	if err := checkSize(text); err != nil {
		return err
	}
	tree, err := js.Parse(parse.NewInputString(smokeOpen+text+smokeClose), js.Options{})
	if err != nil {
		msg, _, _ := strings.Cut(err.Error(), " on line ")
		return fmt.Errorf("it is not one expression: %s", msg)
	}
	x, ok := smokeOf(tree)
	if !ok {
		return errNotExpression
	}
	return earlyError(x)
}

// smokeOf finds the expression in the tree. When the text closes the bracket
// itself, what it leaves behind has another form.
func smokeOf(tree *js.AST) (js.IExpr, bool) {
	if len(tree.List) != 1 {
		return nil, false
	}
	f, ok := tree.List[0].(*js.FuncDecl)
	if !ok || len(f.Body.List) != 1 {
		return nil, false
	}
	ret, ok := f.Body.List[0].(*js.ReturnStmt)
	if !ok {
		return nil, false
	}
	plus, ok := ret.Value.(*js.UnaryExpr)
	if !ok {
		return nil, false
	}
	group, ok := plus.X.(*js.GroupExpr)
	if !ok || group.X == nil {
		return nil, false
	}
	return group.X, true
}
