package probe

import (
	"encoding/json"
	"strings"
)

// TwoCallShape is how a browser tool proves a reset in two calls (P-10): the
// refusal of a smoke and the instructions both show it. Its words are generic
// on purpose: a shape that names one page's controls is copied with them.
const TwoCallShape = "" +
	"Call 1: drive real input on the control, step by step, until the milestone is reached; the smoke only reads the milestone and changes nothing.\n" +
	"Call 2: drive one input that changes the state once, then drive the reset, and let the smoke read that the state is back; a reset on a fresh page proves nothing."

// The example entries. Tests hold that each passes Check.
const (
	exampleShell = `{"cmd":"node cli.js --version","exitCode":0,"stdout":"1.4.0\n","stderr":""}`
	exampleHTTP  = `{"probe":"` + HTTPProbe + `","method":"GET","path":"/status","status":200,"body":"{\"ready\":true}"}`
	exampleWeb   = `{"probe":"` + WebProbe + `","file":"index.html","interactions":[{"type":"` + string(Click) + `","selector":"#start"}],` +
		`"smoke":"document.querySelector('#state').textContent === 'started'","expected":"true","consoleErrors":0,"failedRequests":0}`
)

// Example is an example entry of a kind, the one that [Instructions] show; nil
// for what is no kind of entry.
func Example(kind Kind) json.RawMessage {
	switch kind {
	case KindShell:
		return json.RawMessage(exampleShell)
	case KindHTTP:
		return json.RawMessage(exampleHTTP)
	case KindWeb:
		return json.RawMessage(exampleWeb)
	case KindNone, KindDocument:
	}
	return nil
}

// Guide is the instruction lines about one kind of entry.
type Guide struct {
	// Writer is for a model whose tools write entries.
	Writer []string
	// Reader is for whoever reads entries.
	Reader []string
}

// Instructions renders the instruction lines about one kind of entry (P-10).
// They are made of the same constants, examples and rule table as the code, so
// that what is taught is what is accepted. [WithName] and [WithTools] set the
// names in them. A kind that has no entries has no lines.
func Instructions(kind Kind, opts ...Option) Guide {
	c := configure(opts)
	about, known := guides[kind]
	if !known {
		return Guide{}
	}
	g := Guide{
		Writer: []string{
			"Probes are recorded in " + c.name + " by " + strings.Join(c.toolNames(), ", ") + "; the file is never edited by hand.",
			about.what,
			string(Example(kind)),
		},
		Reader: []string{about.what, string(Example(kind)), about.same, about.compared},
	}
	for _, info := range ruleTable {
		if info.Kind == kind {
			g.Writer = append(g.Writer, string(info.Rule)+": "+info.Meaning+"; "+info.Repair+".")
		}
	}
	if kind == KindWeb {
		g.Writer = append(g.Writer, strings.Split(TwoCallShape, "\n")...)
	}
	return g
}

// guides are the sentences that are about one kind alone.
//
//nolint:gochecknoglobals // read-only table
var guides = map[Kind]struct{ what, same, compared string }{
	KindShell: {
		`An entry with "cmd" is a command and what came of it:`,
		"Two such entries are the same probe when their cmd is the same.",
		"A replay compares the exit code as a number, and stdout and stderr byte for byte when they were recorded; one line end at the very end does not count.",
	},
	KindHTTP: {
		`An entry with "probe":"` + HTTPProbe + `" is a request and its response:`,
		"Such entries are an ordered sequence: the same request may stand in it more than once.",
		"A replay sends them in order and compares the status as a number, and the body byte for byte when it was recorded; one line end at the very end does not count.",
	},
	KindWeb: {
		`An entry with "probe":"` + WebProbe + `" is a page that is opened, driven and asked one question:`,
		"Two such entries are the same probe when their file and smoke are the same.",
		"A replay drives the interactions in order and compares the JSON encoding of smoke's value with expected as JSON, and consoleErrors and failedRequests as counts when they were recorded.",
	},
}
