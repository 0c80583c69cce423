package probe

import (
	"errors"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/js"
)

// The parser accepts what fits the grammar. A browser also refuses, before it
// runs anything, what this file looks for: the mistakes that are made, not
// every early error of the language.
var (
	errTarget    = errors.New("something is assigned to that is no variable and no member")
	errOutside   = errors.New("new.target, super, import.meta and private names mean nothing outside a function, a class or a module")
	errShorthand = errors.New("an object has a shorthand member that is a reserved word or has a default")
	errEscape    = errors.New(`a string has an incomplete \x or \u escape`)
	errChain     = errors.New("a template follows an optional chain")
	errFlags     = errors.New("a regular expression has unknown or repeated flags")
)

// earlyError reports the first early error in an expression.
func earlyError(x js.IExpr) error {
	v := earlyVisitor{patterns: make(map[*js.ObjectExpr]bool)}
	js.Walk(&v, x)
	return v.err
}

type earlyVisitor struct {
	err error
	// functions and classes are how deep the walk is inside them; arrow
	// functions are like the code around them.
	functions, classes int
	// patterns are the objects that are assigned to.
	patterns map[*js.ObjectExpr]bool
}

// Enter checks a node before its parts.
func (v *earlyVisitor) Enter(n js.INode) js.IVisitor {
	if v.err != nil {
		return nil
	}
	switch n := n.(type) {
	case *js.FuncDecl, *js.MethodDecl:
		v.functions++
	case *js.ClassDecl:
		v.classes++
	case *js.NewTargetExpr:
		v.require(v.functions+v.classes > 0, errOutside)
	case *js.ImportMetaExpr:
		v.require(false, errOutside)
	case *js.DotExpr:
		// The name behind the dot is not walked to.
		if private, ok := n.Y.(*js.Var); ok {
			v.require(v.classes > 0 || !isPrivate(private), errOutside)
		}
	case *js.Var:
		v.require(v.classes > 0 || !isPrivate(n), errOutside)
	case *js.UnaryExpr:
		if slices.Contains(updates, n.Op) {
			v.require(isSimpleTarget(n.X), errTarget)
		}
	case *js.BinaryExpr:
		if n.Op == js.EqToken {
			v.require(v.isTarget(n.X), errTarget)
		} else if slices.Contains(assignments, n.Op) {
			v.require(isSimpleTarget(n.X), errTarget)
		}
	case *js.ForInStmt:
		v.forHead(n.Init)
	case *js.ForOfStmt:
		v.forHead(n.Init)
	case *js.ObjectExpr:
		for _, p := range n.List {
			v.property(p, v.patterns[n])
		}
	case *js.TemplateExpr:
		v.template(n)
	case *js.LiteralExpr:
		v.literal(n)
	}
	return v
}

// Exit leaves a node.
func (v *earlyVisitor) Exit(n js.INode) {
	switch n.(type) {
	case *js.FuncDecl, *js.MethodDecl:
		v.functions--
	case *js.ClassDecl:
		v.classes--
	}
}

func (v *earlyVisitor) require(ok bool, err error) {
	if !ok && v.err == nil {
		v.err = err
	}
}

func (v *earlyVisitor) forHead(init js.IExpr) {
	if _, declares := init.(*js.VarDecl); !declares {
		v.require(v.isTarget(init), errTarget)
	}
}

func (v *earlyVisitor) property(p js.Property, pattern bool) {
	name, short := p.Value.(*js.Var)
	if short && p.Name != nil && !p.Spread && p.Name.Computed == nil && string(p.Name.Literal.Data) == string(name.Data) {
		v.require(!js.IsReservedWord(js.Keywords[string(name.Data)]) || p.Init == nil && p.Name.Literal.TokenType != js.IdentifierToken, errShorthand)
	}
	v.require(p.Init == nil || pattern, errShorthand)
}

func (v *earlyVisitor) template(n *js.TemplateExpr) {
	v.require(!n.Optional, errChain)
	if n.Tag != nil {
		return // a tag may be given what is no valid string
	}
	for _, part := range n.List {
		v.require(escapesComplete(part.Value), errEscape)
	}
	v.require(escapesComplete(n.Tail), errEscape)
}

func (v *earlyVisitor) literal(n *js.LiteralExpr) {
	if n.TokenType == js.SuperToken {
		v.require(v.functions+v.classes > 0, errOutside)
	}
	if n.TokenType == js.StringToken {
		v.require(escapesComplete(n.Data), errEscape)
	}
	if n.TokenType == js.RegExpToken {
		flags := string(n.Data[strings.LastIndexByte(string(n.Data), '/')+1:])
		for i, f := range flags {
			v.require(strings.ContainsRune("dgimsuvy", f) && !strings.ContainsRune(flags[:i], f), errFlags)
		}
	}
}

func isPrivate(n *js.Var) bool { return len(n.Data) > 0 && n.Data[0] == '#' }

// updates and assignments are the operators that write to their operand; the
// plain = is apart because it alone takes patterns.
//
//nolint:gochecknoglobals // read-only tables
var (
	updates     = []js.TokenType{js.PreIncrToken, js.PreDecrToken, js.PostIncrToken, js.PostDecrToken}
	assignments = []js.TokenType{
		js.MulEqToken, js.DivEqToken, js.ModEqToken, js.ExpEqToken, js.AddEqToken, js.SubEqToken, js.LtLtEqToken, js.GtGtEqToken,
		js.GtGtGtEqToken, js.BitAndEqToken, js.BitXorEqToken, js.BitOrEqToken, js.AndEqToken, js.OrEqToken, js.NullishEqToken,
	}
)

// isSimpleTarget reports a variable or a member outside an optional chain. A
// call is one too: browsers refuse it only when it runs.
func isSimpleTarget(x js.IExpr) bool {
	switch x := x.(type) {
	case *js.Var, *js.CallExpr:
		return true
	case *js.GroupExpr:
		return isSimpleTarget(x.X)
	case *js.DotExpr:
		return x.Prec != js.OpOpt
	case *js.IndexExpr:
		return x.Prec != js.OpOpt
	}
	return false
}

// isTarget reports what may stand on the left of =, patterns included, and
// remembers the objects among them.
func (v *earlyVisitor) isTarget(x js.IExpr) bool {
	switch x := x.(type) {
	case *js.ArrayExpr:
		for _, e := range x.List {
			if e.Value != nil && !v.isElementTarget(e.Value) {
				return false
			}
		}
		return true
	case *js.ObjectExpr:
		v.patterns[x] = true
		for _, p := range x.List {
			if p.Value == nil || !v.isElementTarget(p.Value) {
				return false
			}
		}
		return true
	}
	return isSimpleTarget(x)
}

// isElementTarget is isTarget inside a pattern: with a default, and without a
// call.
func (v *earlyVisitor) isElementTarget(x js.IExpr) bool {
	if b, ok := x.(*js.BinaryExpr); ok && b.Op == js.EqToken {
		x = b.X
	}
	if _, call := x.(*js.CallExpr); call {
		return false
	}
	return v.isTarget(x)
}

// escapesComplete reports that each \x has two hexadecimal digits and each \u
// four, or a code point in braces.
func escapesComplete(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if i++; i == len(text) {
			return true
		}
		rest := text[i+1:]
		switch text[i] {
		case 'x':
			if hexDigits(rest) < 2 {
				return false
			}
		case 'u':
			if len(rest) > 0 && rest[0] == '{' {
				n := hexDigits(rest[1:])
				if n == 0 || n+1 >= len(rest) || rest[n+1] != '}' {
					return false
				}
			} else if hexDigits(rest) < 4 {
				return false
			}
		}
	}
	return true
}

func hexDigits(text []byte) (n int) {
	for n < len(text) && strings.IndexByte("0123456789abcdefABCDEF", text[n]) >= 0 {
		n++
	}
	return n
}
