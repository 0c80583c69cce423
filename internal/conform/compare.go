package conform

import (
	"encoding/json"
	"fmt"

	"github.com/handfast-go/handfast/internal/docpath"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Match compares the output that a vector expects with the one that Dispatch
// gave, by the rules that stand beside the vectors: documents are JSON values
// (numbers by value, member order ignored), "text" is exact because it is a
// string, lists of refusals, skips, problems and rules are sets unless the
// function says that they are in order, and match "ok-only" compares "ok"
// alone. nil is a match; the error says where the two differ.
func Match(fn, match string, want, got json.RawMessage) error {
	w, err := readObject(string(want))
	if err != nil {
		return fmt.Errorf("the expected output: %w", err)
	}
	g, err := readObject(string(got))
	if err != nil {
		return fmt.Errorf("the output: %w", err)
	}
	switch match {
	case "":
		return sameMembers(fn, w, g)
	case "ok-only":
		return sameMember(fn, "ok", w.member("ok"), g.member("ok"))
	default:
		return fmt.Errorf("an unknown match %q", match)
	}
}

// sets are the members that are compared as sets. Lists that the rules call
// ordered (the errors of contract.validate, the problems of probe.check) and
// all others are not among them.
func isSet(fn, member string) bool {
	switch fn + " " + member {
	case "evidence.check refused", "evidence.check skipped", "evidence.payload rules",
		"contract.fill collisions", "drift.evaluate failed", "modelsel.tiers variables":
		return true
	}
	return false
}

func sameMembers(fn string, want, got object) error {
	for _, in := range [2]object{want, got} {
		members := in.index.Members
		for k := 0; k < len(members); k = members[k].Next {
			name := members[k].Name(in.text)
			if err := sameMember(fn, name, want.member(name), got.member(name)); err != nil {
				return err
			}
		}
	}
	return nil
}

func sameMember(fn, name string, want, got json.RawMessage) error {
	if want == nil || got == nil {
		if want == nil && got == nil {
			return nil
		}
		return differ(name, want, got)
	}
	if isSet(fn, name) {
		return sameSet(name, string(want), string(got))
	}
	if !docpath.Equal(string(want), string(got)) {
		return differ(name, want, got)
	}
	return nil
}

// sameSet compares lists without their order; an element may occur more than
// once and must then do so in both.
func sameSet(name, want, got string) error {
	wanted, err := elements(name, want)
	if err != nil {
		return err
	}
	given, err := elements(name, got)
	if err != nil {
		return err
	}
	for _, w := range wanted {
		found := false
		for i, g := range given {
			if docpath.Equal(w, g) {
				given = append(given[:i:i], given[i+1:]...)
				found = true
				break
			}
		}
		if !found {
			return differ(name, json.RawMessage(want), json.RawMessage(got))
		}
	}
	if len(given) > 0 {
		return differ(name, json.RawMessage(want), json.RawMessage(got))
	}
	return nil
}

func elements(name, list string) ([]string, error) {
	if jsonscan.KindAt(list, 0) != jsonscan.Array {
		return nil, fmt.Errorf("%s is no list: %s", name, list)
	}
	var all []string
	for r := jsonscan.Inside(list, 0); r.Next(); {
		start := r.Start
		all = append(all, list[start:r.Skip()])
	}
	return all, nil
}

func differ(name string, want, got json.RawMessage) error {
	show := func(raw json.RawMessage) string {
		const most = 2000
		switch {
		case raw == nil:
			return "nothing"
		case len(raw) > most:
			return string(raw[:most]) + "…"
		}
		return string(raw)
	}
	return fmt.Errorf("%s differs:\nwant %s\ngot  %s", name, show(want), show(got))
}
