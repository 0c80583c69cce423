package drift

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// maxCommand is the longest command that is read, in bytes. One read of one
// resource fits many times.
const maxCommand = 4096

// word is one word of a command, quotes removed.
type word struct {
	text string
	at   int // where it begins in the command
}

// plainWords parses a command and returns the words that a shell would run. It
// accepts one simple command of literal words and refuses everything that a
// shell would do more, or otherwise, with (D-6).
func plainWords(command string) ([]word, error) {
	if err := plainText(command); err != nil {
		return nil, err
	}
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true))
	file, err := parser.Parse(strings.NewReader(command), "")
	if err != nil {
		return nil, parseError(command, err)
	}
	call, err := simpleCommand(command, file)
	if err != nil {
		return nil, err
	}
	words := make([]word, len(call.Args))
	for i, arg := range call.Args {
		text, err := literal(command, arg)
		if err != nil {
			return nil, err
		}
		words[i] = word{text: text, at: offset(arg)}
	}
	return words, nil
}

// plainText refuses what no command of the closed list is written with: other
// characters than printable ASCII. Look-alikes and what shells disagree about
// end here.
func plainText(command string) error {
	if len(command) > maxCommand {
		return &CommandError{Offset: maxCommand, Detail: fmt.Sprintf("the command is %d bytes long; at most %d are read", len(command), maxCommand)}
	}
	if strings.TrimSpace(command) == "" {
		return &CommandError{Detail: "there is no command"}
	}
	for i, r := range command {
		switch {
		case r == '\n':
			return &CommandError{Offset: i, Text: "\n", Detail: "a line break ends a command; only one command on one line is read"}
		case r == '\t' || r >= ' ' && r < 0x7f:
		case r == utf8.RuneError:
			return &CommandError{Offset: i, Text: command[i : i+1], Detail: "the command is not plain text"}
		case unicode.Is(unicode.Dash, r):
			return &CommandError{Offset: i, Text: string(r), Detail: fmt.Sprintf("%U is a dash, but not the one that begins an option (U+002D)", r)}
		default:
			return &CommandError{Offset: i, Text: string(r), Detail: fmt.Sprintf("%U is not a printable ASCII character", r)}
		}
	}
	return nil
}

func parseError(command string, err error) error {
	refusal := &CommandError{Detail: "a shell cannot read the command", err: err}
	var parse syntax.ParseError
	var lang syntax.LangError
	switch {
	case errors.As(err, &parse):
		refusal.Offset = min(int(parse.Pos.Offset()), len(command))
		refusal.Detail += ": " + parse.Text
	case errors.As(err, &lang):
		refusal.Offset = min(int(lang.Pos.Offset()), len(command))
	}
	return refusal
}

// simpleCommand returns the one call that a parsed text consists of.
func simpleCommand(command string, file *syntax.File) (*syntax.CallExpr, error) {
	refuse := func(node syntax.Node, what string) (*syntax.CallExpr, error) {
		return nil, &CommandError{Offset: offset(node), Text: source(command, node), Detail: what + "; only one command by itself is read"}
	}
	for _, comment := range file.Last {
		return refuse(&comment, "there is a comment")
	}
	if len(file.Stmts) == 0 {
		return nil, &CommandError{Detail: "there is no command"}
	}
	if len(file.Stmts) > 1 {
		return refuse(file.Stmts[1], "there is a second command")
	}
	stmt := file.Stmts[0]
	call, isCall := stmt.Cmd.(*syntax.CallExpr)
	switch {
	case len(stmt.Comments) > 0:
		return refuse(&stmt.Comments[0], "there is a comment")
	case len(stmt.Redirs) > 0:
		return refuse(stmt.Redirs[0], "there is a redirection")
	case stmt.Negated:
		return refuse(stmt, "! comes before the command")
	case stmt.Background, stmt.Coprocess, stmt.Disown, stmt.Semicolon.IsValid():
		return refuse(stmt, "something follows the command")
	case !isCall:
		return refuse(stmt, "this is more than a simple command")
	case len(call.Assigns) > 0:
		return refuse(call.Assigns[0], "there is an assignment before the command")
	}
	return call, nil
}

// literal returns what a word stands for, if every shell agrees about that.
func literal(command string, arg *syntax.Word) (string, error) {
	var b strings.Builder
	for _, part := range arg.Parts {
		var err error
		switch part := part.(type) {
		case *syntax.Lit:
			err = bare(&b, part)
		case *syntax.SglQuoted:
			if part.Dollar {
				return "", notLiteral(command, part)
			}
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			if part.Dollar {
				return "", notLiteral(command, part)
			}
			for _, inner := range part.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok {
					return "", notLiteral(command, inner)
				}
				if err = doubleQuoted(&b, lit); err != nil {
					break
				}
			}
		default:
			return "", notLiteral(command, part)
		}
		if err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func notLiteral(command string, node syntax.Node) error {
	return &CommandError{
		Offset: offset(node), Text: source(command, node),
		Detail: "a shell would put something else in its place; only literal words are read",
	}
}

// bare writes what an unquoted part of a word stands for. Only characters that
// mean nothing to any shell may stand there unquoted, so that globs, braces,
// brackets and ~ are refused wherever they are.
func bare(b *strings.Builder, lit *syntax.Lit) error {
	for i := 0; i < len(lit.Value); i++ {
		c := lit.Value[i]
		switch {
		case c == '\\' && i+1 < len(lit.Value):
			i++
			b.WriteByte(lit.Value[i])
		case alphanumeric(c), strings.IndexByte("_-./:@+,%", c) >= 0, c == '=' && b.Len() > 0:
			b.WriteByte(c)
		default:
			return &CommandError{Offset: offset(lit) + i, Text: string(rune(c)), Detail: "this character is not quoted and means something to a shell"}
		}
	}
	return nil
}

// doubleQuoted writes what the text between double quotes stands for.
func doubleQuoted(b *strings.Builder, lit *syntax.Lit) error {
	for i := 0; i < len(lit.Value); i++ {
		c := lit.Value[i]
		switch c {
		case '\\':
			if i+1 < len(lit.Value) && strings.IndexByte("$`\"\\", lit.Value[i+1]) >= 0 {
				i++
				c = lit.Value[i]
			}
		case '$', '`', '!':
			return &CommandError{Offset: offset(lit) + i, Text: string(rune(c)), Detail: "this character means something to a shell between double quotes"}
		}
		b.WriteByte(c)
	}
	return nil
}

func offset(node syntax.Node) int { return int(node.Pos().Offset()) }

// source returns how a node is written.
func source(command string, node syntax.Node) string {
	end := min(int(node.End().Offset()), len(command))
	return command[min(offset(node), end):end]
}
