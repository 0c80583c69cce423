package contract_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The model is what the verbs mean, written over maps, where nothing is kept
// as written. The fuzz tests compare the verbs with it.

// decoded reads a text that passed the door.
func decoded(t *testing.T, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	require.NoError(t, dec.Decode(&v))
	return v
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// modelPut walks to the last name of a path and gives what stands there to
// put, whose result replaces it. It reports false where C-26 refuses.
func modelPut(at any, names []string, put func(old any) (any, bool)) (any, bool) {
	if len(names) == 0 {
		return put(at)
	}
	object, ok := at.(map[string]any)
	if at == nil {
		object, ok = map[string]any{}, true
	}
	if !ok {
		return nil, false
	}
	value, ok := modelPut(object[names[0]], names[1:], put)
	if !ok {
		return nil, false
	}
	object[names[0]] = value
	return object, true
}

func modelSet(value any) func(any) (any, bool) {
	return func(any) (any, bool) { return value, true }
}

func modelAdd(value any) func(any) (any, bool) {
	return func(old any) (any, bool) {
		if old == nil {
			return []any{value}, true
		}
		list, ok := old.([]any)
		return append(list, value), ok
	}
}

// modelMerge is C-27, and C-24 where nothing collides.
func modelMerge(stored, patch any) any {
	s, sok := stored.(map[string]any)
	p, pok := patch.(map[string]any)
	if !sok || !pok {
		return patch
	}
	out := maps.Clone(s)
	for name, value := range p {
		if old, found := out[name]; found {
			out[name] = modelMerge(old, value)
		} else {
			out[name] = value
		}
	}
	return out
}

// rawObject reads the members of an object as written, in order.
func rawObject(t *testing.T, text string) (names []string, values map[string]string) {
	t.Helper()
	values = make(map[string]string)
	dec := json.NewDecoder(strings.NewReader(text))
	token, err := dec.Token()
	require.NoError(t, err)
	require.Equal(t, json.Delim('{'), token)
	for dec.More() {
		token, err = dec.Token()
		require.NoError(t, err)
		name, ok := token.(string)
		require.True(t, ok)
		var raw json.RawMessage
		require.NoError(t, dec.Decode(&raw))
		names = append(names, name)
		values[name] = string(raw)
	}
	return names, values
}

// populatedLists collects the lists with entries that are reached through
// objects alone, by path, each without white space.
func populatedLists(t *testing.T, prefix, text string, into map[string]string) {
	t.Helper()
	names, values := rawObject(t, text)
	for _, name := range names {
		path := fmt.Sprintf("%s/%q", prefix, name)
		switch value := values[name]; value[0] {
		case '{':
			populatedLists(t, path, value, into)
		case '[':
			if list := compact(t, value); list != "[]" {
				into[path] = list
			}
		}
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, json.Compact(&b, []byte(text)))
	return b.String()
}

// modelCollisions lists, sorted, the populated lists that a patch would
// displace (C-25), by the paths of populatedLists.
func modelCollisions(t *testing.T, prefix, stored, patch string) []string {
	t.Helper()
	_, old := rawObject(t, stored)
	names, values := rawObject(t, patch)
	var found []string
	for _, name := range names {
		was, met := old[name]
		if !met {
			continue
		}
		path, value := fmt.Sprintf("%s/%q", prefix, name), values[name]
		switch {
		case was[0] == '{' && value[0] == '{':
			found = append(found, modelCollisions(t, path, was, value)...)
		case was[0] == '{':
			lists := make(map[string]string)
			populatedLists(t, path, was, lists)
			found = append(found, slices.Collect(maps.Keys(lists))...)
		case was[0] == '[' && compact(t, was) != "[]" && compact(t, was) != compact(t, value):
			found = append(found, path)
		}
	}
	slices.Sort(found)
	return found
}
