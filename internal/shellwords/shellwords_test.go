package shellwords_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/handfast-go/handfast/internal/shellwords"
)

func split(text string) []string {
	var words []string
	for {
		word, rest, found := shellwords.Next(text)
		if !found {
			return words
		}
		words, text = append(words, word.Text), rest
	}
}

func TestNext(t *testing.T) {
	for text, want := range map[string][]string{
		``:                         nil,
		" \t\n":                    nil,
		`go test ./...`:            {"go", "test", "./..."},
		`grep 'a b' "c d" e\ f`:    {"grep", "a b", "c d", "e f"},
		`a"b"'c'd`:                 {"abcd"},
		`"a\"b\\c\d\$e"`:           {`a"b\c\d$e`},
		`'a\'b`:                    {`a\b`},
		"a\\\nb":                   {"ab"},
		"\"a\\\nb\"":               {"ab"},
		`'never closed`:            {"never closed"},
		`"never closed`:            {"never closed"},
		`a \`:                      {"a", `\`},
		`'' ""`:                    {"", ""},
		"a\u00a0b":                 {"a\u00a0b"},
		`[PASS](/ci) && x; (y)`:    {"[PASS](/ci)", "&&", "x;", "(y)"},
		"x \"multi\nline\" y":      {"x", "multi\nline", "y"},
		`$(echo "a b") ` + "`c d`": {`$(echo`, `a b)`, "`c", "d`"},
	} {
		assert.Equal(t, want, split(text), "%q", text)
	}
}

func TestProgram_E8(t *testing.T) {
	for text, want := range map[string]string{
		``: "", `  `: "", `make`: "make", ` make all`: "make", `make;`: "make", `make&&x`: "make", `make|x`: "make", `make>out`: "make", `make<in`: "make", `make&`: "make",
		`'a;b' c`: "a;b", `"a|b"`: "a|b", `a\;b;c`: "a;b", `a'<'"b">c`: "a<b", `;make`: "", `> out make`: "", `'never;closed`: "never;closed",
	} {
		assert.Equal(t, want, shellwords.Program(text), "%q", text)
	}
}

func TestAssigns(t *testing.T) {
	for text, want := range map[string]bool{
		`A=1`: true, `_a9=`: true, `A='x y'`: true, `A=b=c`: true,
		`=1`: false, `1A=1`: false, `A-B=1`: false, `"A"=1`: false, `A+=1`: false, `A`: false, `é=1`: false, `A[0]=1`: false,
	} {
		word, _, _ := shellwords.Next(text)
		assert.Equal(t, want, word.Assigns(), text)
	}
}

func TestJoin(t *testing.T) {
	for _, test := range []struct {
		argv []string
		want string
	}{
		{nil, ""},
		{[]string{"go", "test", "-run=X", "./..."}, "go test -run=X ./..."},
		{[]string{"grep", "a b", "it's", "", "*", "~", "$x"}, `grep 'a b' 'it'\''s' '' '*' '~' '$x'`},
		{[]string{"A=1", "B=2"}, `'A=1' B=2`},
	} {
		assert.Equal(t, test.want, shellwords.Join(test.argv))
	}
}

func FuzzNext(f *testing.F) {
	for _, seed := range []string{`a 'b c' "d\"e" f\ g`, `'x`, `"x\`, "\\\n", `A=1 b`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rest := text
		for {
			word, after, found := shellwords.Next(rest)
			if !found {
				assert.Empty(t, strings.Trim(rest, " \t\n\r\v\f"))
				break
			}
			assert.NotEmpty(t, word.Raw)
			program := shellwords.Program(rest)
			assert.True(t, strings.HasPrefix(word.Text, program), "an operator only shortens a word")
			assert.True(t, strings.HasSuffix(rest, word.Raw+after), "a word and the rest are the text")
			rest = after
		}
		words := split(text)
		assert.Equal(t, words, split(shellwords.Join(words)), "joined words are read back")
	})
}
