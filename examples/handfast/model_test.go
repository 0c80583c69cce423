package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/modelsel"
)

// TestReadmeListsTheReasons holds the codes of the model verbs.
func TestReadmeListsTheReasons(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	for _, reason := range []modelsel.Reason{
		modelsel.ReasonGrammar, modelsel.ReasonMode, modelsel.ReasonVendor, modelsel.ReasonModel, modelsel.ReasonSubscription,
		modelsel.ReasonMissing, modelsel.ReasonOwn, modelsel.ReasonTooLong, modelsel.ReasonNotUTF8,
	} {
		assert.Contains(t, string(readme), "`"+string(reason)+"`")
	}
	assert.Contains(t, string(readme), "`"+codeEnvFile+"`")
}

// TestModelNotUTF8: what JSON would change is not printed as if it had not.
func TestModelNotUTF8(t *testing.T) {
	file := t.TempDir() + "/pins.env"
	require.NoError(t, os.WriteFile(file, []byte("ATOMA_MODEL_L1=api:zai:a\nATOMA_MODEL_L2=api:zai:b\xff\nATOMA_MODEL_L3=api:zai:c\n"), 0o600))
	for _, verb := range []string{"tiers", "payers"} {
		code, stdout, _ := call(t, environment{}, "model", verb, "--env-file", file, "--json")
		assert.Equal(t, exitRefused, code)
		assert.Contains(t, stdout, `"code":"not_utf8","field":"l2"`)
	}
	assert.Equal(t, string(modelsel.ReasonNotUTF8), parseSelector("api:zai:b\xff", "SELECTOR").Error.Code)
}

func TestModelOutputThatBreaks(t *testing.T) {
	for _, args := range [][]string{
		{"model", "parse", "api:zai:x"},
		{"model", "parse", "x"},
		{"model", "parse", "x", "--json"},
		{"model", "tiers"},
		{"model", "payers", "--tiers", "api:zai:x", "--tiers", "api:zai:x", "--tiers", "api:zai:x"},
	} {
		code, _, _ := call(t, environment{stdout: brokenWriter{}}, args...)
		assert.Equal(t, exitIO, code, "%v", args)
	}
}

// TestEnvFile holds what is read of a file of variables, which readers of such
// files take alike, and what is refused because they do not.
func TestEnvFile(t *testing.T) {
	for text, want := range map[string]string{
		"P=x":                    "x",
		"P=":                     "",
		"P=''":                   "",
		"\n# P=y\n\r\n P=x \r\n": "x",
		"export P=x":             "x",
		"export\tP=x":            "x",
		`P="a b#c"`:              "a b#c",
		`P='a"b$c\d'`:            `a"b$c\d`,
		"P=a#b=c":                "a#b=c",
		"Q=\"a\" junk $x\nP=x":   "x",
		"exportP=y\nP=x":         "x",
	} {
		file, err := parseEnvFile(text)
		require.NoError(t, err, "%q", text)
		got, found := file.lookup("P")
		assert.True(t, found, "%q", text)
		assert.Equal(t, want, got, "%q", text)
		assert.Nil(t, file.refused, "%q", text)
	}
	for text, want := range map[string]string{
		"P=a b":        "line 1 gives P",
		"P=a # b":      "line 1 gives P",
		"P=a$b":        "line 1 gives P",
		"P=`a`":        "line 1 gives P",
		`P=a\b`:        "line 1 gives P",
		`P="a$b"`:      "line 1 gives P",
		`P="a"b"`:      "line 1 gives P",
		`P='a'b'`:      "line 1 gives P",
		`P="a" # b`:    "line 1 gives P",
		`P="a`:         "line 1 opens a quote",
		"Q=1\nP='":     "line 2 opens a quote",
		"P=x\n\nP=x":   "line 3 sets P again",
		"P = x":        "line 1 is not NAME=VALUE",
		"=x":           "line 1 is not NAME=VALUE",
		"P":            "line 1 is not NAME=VALUE",
		"export P":     "line 1 is not NAME=VALUE",
		"P=x\n\"P\"=x": "line 2 is not NAME=VALUE",
	} {
		f := envRefusal(text, "P")
		require.NotNil(t, f, "%q", text)
		assert.Contains(t, f.Detail, want, "%q", text)
		assert.Equal(t, codeEnvFile, f.Code)
		assert.Equal(t, exitRefused, f.exit)
	}
	file, err := parseEnvFile("Q=x")
	require.NoError(t, err)
	_, found := file.lookup("P")
	assert.False(t, found)
}

// envRefusal is the refusal of a text in which a name is looked up, or nil.
func envRefusal(text, name string) *failure {
	file, err := parseEnvFile(text)
	if err != nil {
		return explain(err)
	}
	file.lookup(name)
	return file.refused
}

func FuzzEnvFile(f *testing.F) {
	for _, seed := range []string{
		"", "P=x", "export P='x'\n", "P=\"a\nb\"", "P=x\r\n#c\nP=y", "P", "=", "P='", "\xff\x00P=\x00", "export export P=1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parseEnvFile(text)
		if err != nil {
			require.Equal(t, codeEnvFile, explain(err).Code)
		} else if value, found := file.lookup("P"); found {
			require.Nil(t, file.refused)
			require.Contains(t, text, value, "a value stands in the text as it is")
			require.NotContains(t, value, "\n")
		}
		if refused := envRefusal(text+"\nP=P\n", "P"); refused != nil {
			// A message depends on where the text is wrong, and not on what it is.
			again := envRefusal(strings.ReplaceAll(text, "z", "y")+"\nP=P\n", "P")
			require.NotNil(t, again)
			require.Equal(t, refused.Detail, again.Detail)
		}
	})
}
