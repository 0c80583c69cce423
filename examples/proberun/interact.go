package proberun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/handfast-go/handfast/probe"
)

// step is an interaction that has what it needs outside of the page.
type step struct {
	probe.Interaction
	key   rune
	files []string
}

// String is the step on one line, as it is logged.
func (s step) String() string {
	words := []string{string(s.Type)}
	if s.Selector != "" {
		words = append(words, s.Selector)
	}
	for _, text := range append([]string{s.Text, s.Key, s.Value}, s.Files...) {
		if text != "" {
			words = append(words, strconv.Quote(text))
		}
	}
	return strings.Join(words, " ")
}

// steps finds the keys and files of interactions. What is not there is no fault
// of the page, and an error before any is opened.
func (r *Runner) steps(interactions []probe.Interaction) ([]step, error) {
	out := make([]step, len(interactions))
	for i, in := range interactions {
		s := step{Interaction: in}
		var err error
		switch in.Type {
		case probe.KeyDown, probe.KeyUp, probe.KeyPress:
			s.key, err = keyNamed(in.Key)
		case probe.Upload:
			s.files, err = r.uploads(in.Files)
		case probe.Click, probe.RightClick, probe.Type, probe.Select:
		default:
			err = errors.New("there is no such interaction")
		}
		if err != nil {
			return nil, fmt.Errorf("proberun: interaction %d (%s): %w", i, s, err)
		}
		out[i] = s
	}
	return out, nil
}

// keyNamed finds the character that the driver has for a key: the key itself
// when it is one, else that of the name.
func keyNamed(name string) (rune, error) {
	if r, size := utf8.DecodeRuneInString(name); size > 0 && size == len(name) {
		return r, nil
	}
	if name == "Space" {
		return ' ', nil
	}
	for _, r := range slices.Sorted(maps.Keys(kb.Keys)) { // some have two: take the same each time
		if kb.Keys[r].Key == name {
			return r, nil
		}
	}
	return 0, errors.New("there is no such key; write it as KeyboardEvent.key has it: Enter, ArrowLeft, a")
}

// uploads finds files below the directory.
func (r *Runner) uploads(names []string) ([]string, error) {
	root, err := os.OpenRoot(r.dir)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // nothing is written
	var paths []string
	for _, name := range names {
		name = filepath.FromSlash(name)
		switch info, err := root.Stat(name); {
		case err != nil:
			return nil, err
		case !info.Mode().IsRegular():
			return nil, errors.New(name + " is no file")
		}
		paths = append(paths, filepath.Join(r.dir, name))
	}
	return paths, nil
}

// drive carries out one step; false when its element did not come up.
func (t *tab) drive(ctx context.Context, s step) (bool, error) {
	if s.key != 0 && s.Selector == "" {
		return true, t.pressKey(ctx, s)
	}
	bounded, cancel := context.WithTimeout(ctx, t.patience)
	defer cancel()
	ready := chromedp.NodeVisible
	if s.Type == probe.Upload || s.Type == probe.Select { // pages hide these behind others
		ready = chromedp.NodeReady
	}
	_, err := chromedp.Run(bounded, chromedp.QueryAfter(chromedp.CSS(s.Selector),
		func(ctx context.Context, target *chromedp.Target, nodes []*chromedp.Node) (chromedp.Void, error) {
			return chromedp.Void{}, t.driveNode(ctx, target, nodes[0], s)
		}, ready))
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case bounded.Err() != nil, errors.Is(err, errNotDriven):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, nil
}

// errNotDriven is an element that is there, and cannot be driven that way.
var errNotDriven = errors.New("the element does not take it")

func (t *tab) driveNode(ctx context.Context, target *chromedp.Target, n *chromedp.Node, s step) error {
	switch s.Type {
	case probe.Click:
		_, err := chromedp.MouseClickNode(n)(ctx, target)
		return err
	case probe.RightClick:
		_, err := chromedp.MouseClickNode(n, chromedp.ButtonRight)(ctx, target)
		return err
	case probe.Type:
		_, err := chromedp.KeyEventNode(n, s.Text)(ctx, target)
		return err
	case probe.KeyDown, probe.KeyUp, probe.KeyPress:
		if _, err := cdp.Call(ctx, target, dom.Focus, dom.FocusParams{NodeID: n.NodeID}); err != nil {
			return err
		}
		return t.pressKey(ctx, s)
	case probe.Upload:
		_, err := cdp.Call(ctx, target, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: s.files, NodeID: n.NodeID})
		return err
	case probe.Select:
		return choose(ctx, target, n, s.Value)
	}
	return errNotDriven
}

// modifiers are the keys that change others while they are down.
var modifiers = map[string]kb.Modifier{
	"Alt": kb.ModifierAlt, "Control": kb.ModifierCtrl, "Meta": kb.ModifierMeta, "Shift": kb.ModifierShift,
}

// pressKey sends the events of a key: down, with the character that it writes,
// and up.
func (t *tab) pressKey(ctx context.Context, s step) error {
	modifier := int64(modifiers[s.Key])
	for _, e := range kb.Encode(s.key) {
		up := e.Type == input.DispatchKeyEventTypeKeyUp
		if (up && s.Type == probe.KeyDown) || (!up && s.Type == probe.KeyUp) {
			continue
		}
		if up {
			t.held &^= modifier
		} else {
			t.held |= modifier
		}
		if e.Type == input.DispatchKeyEventTypeChar && t.held&^int64(kb.ModifierShift) != 0 {
			continue // a shortcut writes nothing
		}
		e.Modifiers |= t.held
		if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, *e); err != nil {
			return err
		}
	}
	return nil
}

// chooseOption selects an option and tells the page as a user's choice does.
const chooseOption = `function (value) {
	if (!(this instanceof HTMLSelectElement) || this.disabled) return false
	const option = Array.from(this.options).find(o => o.value === value && !o.disabled)
	if (!option) return false
	this.value = value
	this.dispatchEvent(new Event('input', {bubbles: true}))
	this.dispatchEvent(new Event('change', {bubbles: true}))
	return true
}`

func choose(ctx context.Context, target *chromedp.Target, n *chromedp.Node, value string) error {
	node, err := cdp.Call(ctx, target, dom.ResolveNode, dom.ResolveNodeParams{NodeID: n.NodeID})
	if err != nil {
		return err
	}
	argument, err := json.Marshal(value)
	if err != nil {
		return err
	}
	got, err := cdp.Call(ctx, target, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: chooseOption, ObjectID: node.Object.ObjectID,
		Arguments: []*runtime.CallArgument{{Value: argument}},
	})
	switch {
	case err != nil:
		return err
	case got.ExceptionDetails != nil:
		return &chromedp.ExceptionError{ExceptionDetails: got.ExceptionDetails}
	case string(got.Result.Value) != "true":
		return errNotDriven
	}
	return nil
}
