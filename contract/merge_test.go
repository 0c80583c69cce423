package contract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/contract"
)

func TestFill(t *testing.T) { // C-24, C-25, C-26
	for _, c := range []struct{ name, doc, patch, want string }{
		{"nothing", `{ "a":1 }`, `{}`, `{ "a":1 }`},
		{"replace a scalar", `{"a":1,"b":2}`, `{"a":2}`, `{"a":2,"b":2}`},
		{"null is a value", `{"a":1}`, `{"a":null}`, `{"a":null}`},
		{"append in the order of the patch", `{"a":1}`, ` {"c":2, "b": 3 } `, `{"a":1,"c":2,"b":3}`},
		{"into nothing", `{}`, `{"b":[1]}`, `{"b":[1]}`},
		{"into white space", "{\n}", `{"b":[1],"c":2}`, "{\"b\":[1],\"c\":2\n}"},
		{"layout is kept", "{\n  \"a\": {\n    \"x\": 1\n  }\n}", `{"a":{"y":2}}`, "{\n  \"a\": {\n    \"x\": 1,\"y\":2\n  }\n}"},
		{"objects merge", `{"a":{"b":1,"c":{"d":[1],"e":2}},"z":0}`, `{"a":{"c":{"e":3,"f":4},"g":5}}`, `{"a":{"b":1,"c":{"d":[1],"e":3,"f":4},"g":5},"z":0}`},
		{"an empty object merges", `{"a":{"b":[1]}}`, `{"a":{}}`, `{"a":{"b":[1]}}`},
		{"an object over null", `{"a":null}`, `{"a":{"b":1}}`, `{"a":{"b":1}}`},
		{"an object over a scalar", `{"a":"x"}`, `{"a":{"b":1}}`, `{"a":{"b":1}}`},
		{"an object over an empty list", `{"a":[]}`, `{"a":{"b":1}}`, `{"a":{"b":1}}`},
		{"a list over an empty list", `{"a":[ ]}`, `{"a":[1]}`, `{"a":[1]}`},
		{"a list over null", `{"a":null}`, `{"a":[1]}`, `{"a":[1]}`},
		{"a scalar over an object without lists", `{"a":{"b":{"c":1,"d":[]}}}`, `{"a":1}`, `{"a":1}`},
		{"a list over an object without lists", `{"a":{"b":1}}`, `{"a":[1]}`, `{"a":[1]}`},
		{"the same list", `{"a":[1, {"b":[2]}]}`, `{"a":[1,{"b":[2]}]}`, `{"a":[1, {"b":[2]}]}`},
		{"the same list, more white space", `{"a":[1,"x y"]}`, "{\"a\":\n[ 1 ,\t\"x y\" ]}", `{"a":[1,"x y"]}`},
		{"the same list beside a change", `{"a":[1],"b":2}`, `{"b":3,"a":[ 1 ],"c":4}`, `{"a":[1],"b":3,"c":4}`},
		{"names with escapes", `{"\u0061":{"b":1}}`, `{"a":{"\u0062":2,"\u0063":3}}`, `{"\u0061":{"b":2,"\u0063":3}}`},
		{"operators are names", `{"*":1}`, `{"*":2,"?":3,"a.b":4}`, `{"*":2,"?":3,"a.b":4}`},
		{"exact names", `{"A":[1]}`, `{"a":2}`, `{"A":[1],"a":2}`},
		{"numbers as written", `{"a":1}`, `{"a":1.00,"b":12345678901234567890123}`, `{"a":1.00,"b":12345678901234567890123}`},
		{"a host name below the root", `{"a":{}}`, `{"a":{"agent_state":1}}`, `{"a":{"agent_state":1}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, c.doc)
			got, err := doc.Fill(json.RawMessage(c.patch))
			require.NoError(t, err)
			assert.Equal(t, c.want, got.String())
			assert.Equal(t, c.doc, doc.String(), "the input stays")
			again, err := got.Fill(json.RawMessage(c.patch))
			require.NoError(t, err, "a patch may be sent again")
			assert.Equal(t, c.want, again.String())
		})
	}
}

func TestFillNeverDisplacesAList(t *testing.T) { // C-25
	const text = `{"l":[1,2],"o":{"x":{"l":["a"],"m":[]},"k":[[],[]],"a.b":{"\u0071":[0]},"n":null},"e":[],"deep":[[1]],"s":1}`
	for _, c := range []struct {
		name, patch string
		want        []contract.Collision
	}{
		{"by an empty list", `{"l":[]}`, []contract.Collision{{"l", 2, 0}}},
		{"by a longer list", `{"l":[1,2,3]}`, []contract.Collision{{"l", 2, 3}}},
		{"by another spelling of numbers", `{"l":[1,2.0]}`, []contract.Collision{{"l", 2, 2}}},
		{"by strings", `{"l":["1","2"]}`, []contract.Collision{{"l", 2, 2}}},
		{"by null", `{"l":null}`, []contract.Collision{{"l", 2, 0}}},
		{"by a scalar", `{"l":"1,2"}`, []contract.Collision{{"l", 2, 0}}},
		{"by an object", `{"l":{"0":1}}`, []contract.Collision{{"l", 2, 0}}},
		{"an object by null", `{"o":null}`, []contract.Collision{{`o.a\.b.q`, 1, 0}, {"o.k", 2, 0}, {"o.x.l", 1, 0}}},
		{"an object by a list", `{"o":[1,2,3]}`, []contract.Collision{{`o.a\.b.q`, 1, 0}, {"o.k", 2, 0}, {"o.x.l", 1, 0}}},
		{"an inner object", `{"o":{"x":0}}`, []contract.Collision{{"o.x.l", 1, 0}}},
		{"an inner list", `{"o":{"x":{"l":["a","b"]}}}`, []contract.Collision{{"o.x.l", 1, 2}}},
		{"several", `{"o":{"x":{"l":[]},"k":[1]},"l":[3],"s":2}`, []contract.Collision{{"l", 2, 1}, {"o.k", 2, 1}, {"o.x.l", 1, 0}}},
		{"lists in elements do not count", `{"deep":[[1],[2]]}`, []contract.Collision{{"deep", 1, 2}}},
		{"white space in a string counts", `{"o":{"x":{"l":["a "]}}}`, []contract.Collision{{"o.x.l", 1, 1}}},
		{"escapes count", `{"o":{"x":{"l":["\u0061"]}}}`, []contract.Collision{{"o.x.l", 1, 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := document(t, text)
			got, err := before.Fill(json.RawMessage(c.patch))
			var overwrite *contract.OverwriteError
			require.ErrorAs(t, err, &overwrite)
			require.ErrorIs(t, err, contract.Overwrite)
			assert.Equal(t, c.want, overwrite.Collisions)
			assert.Zero(t, overwrite.Omitted)
			assert.Equal(t, contract.Document{}, got)
			assert.Equal(t, document(t, text), before, "the input stays")
			for _, collision := range c.want {
				assert.Contains(t, err.Error(), collision.Field)
			}
		})
	}
}

func TestFillRefuses(t *testing.T) { // C-26b
	const text = `{"a":[1]}`
	doc := document(t, text)
	for _, patch := range []string{`{"agent_state":"COMPLETE"}`, `{"a":[1],"b":2,"harness_record":null}`, `{"\u005fcontract_tag":1}`, `{"a":[],"sanitized":1}`} {
		_, err := doc.Fill(json.RawMessage(patch))
		require.ErrorIs(t, err, contract.ErrHostField, patch)
		var refused *contract.VerbError
		require.ErrorAs(t, err, &refused)
		assert.NotEmpty(t, refused.Path)
	}
	for _, patch := range []string{"null", "[]", `"x"`, "1"} {
		_, err := doc.Fill(json.RawMessage(patch))
		require.ErrorIs(t, err, contract.ErrNotObject, patch)
	}
	assert.Equal(t, document(t, text), doc, "the input stays")
}

func TestMergeSection(t *testing.T) { // C-27
	for _, c := range []struct{ name, stored, delta, want string }{
		{"add", `{"a":1}`, `{"b":[2]}`, `{"a":1,"b":[2]}`},
		{"overwrite", `{"a":1}`, `{"a":"x"}`, `{"a":"x"}`},
		{"lists replace whole", `{"a":[1,2,3]}`, `{"a":[4]}`, `{"a":[4]}`},
		{"an empty list too", `{"a":[1,2,3]}`, `{"a":[]}`, `{"a":[]}`},
		{"null is a value", `{"a":{"b":[1]},"c":2}`, `{"a":null}`, `{"a":null,"c":2}`},
		{"objects merge", `{"a":{"b":1,"c":{"d":1}}}`, `{"a":{"c":{"e":2}}}`, `{"a":{"b":1,"c":{"d":1,"e":2}}}`},
		{"an object over a list", `{"a":[1]}`, `{"a":{"b":2}}`, `{"a":{"b":2}}`},
		{"host names mean nothing", `{}`, `{"agent_state":1}`, `{"agent_state":1}`},
		{"nothing is deleted", `{"a":1,"b":2}`, `{}`, `{"a":1,"b":2}`},
		{"bytes stay", "{ \"a\" : 1.00,\n\"b\":\"&\" }", `{"c":"<"}`, "{ \"a\" : 1.00,\n\"b\":\"&\",\"c\":\"<\" }"},
		{"nothing stored", ``, ` {"a": 1} `, `{"a": 1}`},
		{"null stored", `null`, `{"a":1}`, `{"a":1}`},
		{"list stored", `[1]`, `{"a":1}`, `{"a":1}`},
		{"text stored", `"x"`, `{"a":1}`, `{"a":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := contract.MergeSection(json.RawMessage(c.stored), json.RawMessage(c.delta))
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		})
	}
	for _, delta := range []string{"null", "[]", "1", `"x"`} {
		_, err := contract.MergeSection(json.RawMessage("{}"), json.RawMessage(delta))
		require.ErrorIs(t, err, contract.ErrNotObject, delta)
	}
	half := json.RawMessage(`{"` + strings.Repeat("a", 5<<20) + `":1}`)
	other := json.RawMessage(`{"` + strings.Repeat("b", 5<<20) + `":1}`)
	_, err := contract.MergeSection(half, other)
	require.ErrorIs(t, err, contract.ErrTooLarge)
}

// TestMergesAreLinear merges documents that are deep, wide, and both, at a size
// where anything quadratic would not come back.
func TestMergesAreLinear(t *testing.T) {
	wide := func(prefix string, n int, value string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%s%d":%s`, prefix, i, value)
		}
		return "{" + b.String()[1:] + "}"
	}
	doc := document(t, wide("n", 60_000, "1"))
	got, err := doc.Fill(json.RawMessage(wide("n", 60_000, "2")))
	require.NoError(t, err)
	assert.Equal(t, wide("n", 60_000, "2"), got.String())
	got, err = doc.Fill(json.RawMessage(wide("m", 40_000, "2")))
	require.NoError(t, err)
	value, err := got.Get("m39999")
	require.NoError(t, err)
	assert.Equal(t, "2", string(value))

	deep := func(inner string) string {
		return strings.Repeat(`{"a":`, 254) + inner + strings.Repeat("}", 254)
	}
	pad := wide("p", 60_000, "[]")
	got, err = document(t, deep(pad)).Fill(json.RawMessage(deep(wide("p", 60_000, "[1]"))))
	require.NoError(t, err)
	assert.Len(t, got.String(), len(deep(pad))+60_000)
}

// TestOverwriteIsBounded holds that the paths of many lists below one long name
// are not written out many times over.
func TestOverwriteIsBounded(t *testing.T) {
	name := strings.Repeat("n", 2<<20)
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, `,"%d":[0]`, i)
	}
	doc := document(t, `{"`+name+`":{`+b.String()[1:]+`}}`)
	_, err := doc.Fill(json.RawMessage(`{"` + name + `":null}`))
	var overwrite *contract.OverwriteError
	require.ErrorAs(t, err, &overwrite)
	assert.NotEmpty(t, overwrite.Collisions)
	assert.Equal(t, 100_000, len(overwrite.Collisions)+overwrite.Omitted)
	assert.Less(t, len(err.Error()), 4096)
}
