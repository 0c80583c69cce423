package probe

import (
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

func (e *entryCheck) web() {
	if file, ok := e.fields[fieldFile].text(); !ok {
		e.add(MissingFile, found("file", e.fields[fieldFile]))
	} else if testScript.MatchString(file[strings.LastIndexAny(file, `/\`)+1:]) {
		e.add(FileIsTestScript, found("file", e.fields[fieldFile]))
	}
	if smoke, ok := e.fields[fieldSmoke].text(); !ok {
		e.add(MissingSmoke, found("smoke", e.fields[fieldSmoke]))
	} else if err := parseExpression(smoke); err != nil {
		e.add(SmokeNotExpression, err.Error())
	}
	switch expected := e.fields[fieldExpected]; expected.kind() {
	case jsonscan.String:
	case jsonscan.Invalid:
		e.add(MissingExpected, found("expected", expected))
	case jsonscan.Null, jsonscan.True, jsonscan.False, jsonscan.Number, jsonscan.Array, jsonscan.Object:
		e.add(ExpectedNotString, found("expected", expected))
	}
	e.interactions()
}

// interactions checks each step. Aiming at pixels is one problem of the entry,
// reported behind those of the steps.
func (e *entryCheck) interactions() {
	pixels := ""
	i := 0
	for v := range e.fields[fieldInteractions].elements() {
		rule, detail, aimed := checkInteraction(v)
		if rule != "" {
			e.add(rule, "interaction "+strconv.Itoa(i)+": "+detail)
		}
		if aimed && pixels == "" {
			pixels = "interaction " + strconv.Itoa(i) + " has x or y and no selector"
		}
		i++
	}
	if pixels != "" {
		e.add(PixelCoords, pixels)
	}
}

// checkInteraction reports the one rule that a step breaks, or "", and whether
// it is aimed at pixels.
func checkInteraction(v value) (rule Rule, detail string, pixels bool) {
	if v.kind() != jsonscan.Object {
		return InteractionNotObject, "it is " + v.kind().String(), false
	}
	var kind, selector, text, key, chosen, x, y value
	for name, m := range v.members() {
		switch name {
		case "type":
			kind = m
		case "selector":
			selector = m
		case "text":
			text = m
		case "key":
			key = m
		case "value":
			chosen = m
		case "x":
			x = m
		case "y":
			y = m
		}
	}
	isText := func(v value) bool { return v.kind() == jsonscan.String }
	pixels = !isText(selector) && (x.number() != "" || y.number() != "")
	name, _ := kind.text()
	switch InteractionType(name) {
	case Click, RightClick:
		if !isText(selector) && !pixels {
			return InteractionMissingSelector, found("selector", selector), pixels
		}
	case Type:
		if !isText(selector) || !isText(text) {
			return InteractionTypeFields, found("selector", selector) + ", " + found("text", text), pixels
		}
	case KeyDown, KeyUp, KeyPress:
		if !isText(key) {
			return InteractionMissingKey, found("key", key), pixels
		}
	case Upload:
		if !isText(selector) || len(uploadFiles(v)) == 0 {
			return InteractionUploadFields, found("selector", selector) + ", " + found("file", v.member("file")), pixels
		}
	case Select:
		if !isText(selector) || !isText(chosen) {
			return InteractionSelectFields, found("selector", selector) + ", " + found("value", chosen), pixels
		}
	default:
		return InteractionUnsupportedType, found("type", kind), pixels
	}
	return "", "", pixels
}
