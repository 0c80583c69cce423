package trace

import (
	"encoding/json"
	"iter"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Shape is the JSON type of a member. Its zero value says that nothing is known,
// and not that the member is absent.
type Shape string

// The shapes.
const (
	// ShapeUnknown: the Spec did not name the member, or the trace was not read
	// to its end.
	ShapeUnknown Shape = ""
	// ShapeAbsent: the whole trace was read and has no such member at depth 1.
	ShapeAbsent  Shape = "absent"
	ShapeObject  Shape = "object"
	ShapeArray   Shape = "array"
	ShapeString  Shape = "string"
	ShapeNumber  Shape = "number"
	ShapeBoolean Shape = "boolean"
	ShapeNull    Shape = "null"
)

//nolint:gochecknoglobals // read-only table
var shapeOf = [...]Shape{
	jsonscan.Invalid: ShapeAbsent, jsonscan.Object: ShapeObject, jsonscan.Array: ShapeArray, jsonscan.String: ShapeString,
	jsonscan.Number: ShapeNumber, jsonscan.True: ShapeBoolean, jsonscan.False: ShapeBoolean, jsonscan.Null: ShapeNull,
}

// Fields is what a read found of the members that a Spec named. The zero Fields,
// which comes with every error, knows nothing: it calls no member absent. Fields
// do not change and may be shared.
type Fields struct {
	// text holds the names one after another, and then the values.
	text  string
	cells []cell
	whole bool
}

// cell is one named member. Names and values begin where those of the cell
// before end; the first value begins where the last name ends.
type cell struct {
	nameEnd, valueEnd uint32
	kind              jsonscan.Kind
	captured          bool
}

// fields copies what was found out of p, in two allocations.
func (p *projection) fields(whole bool) Fields {
	if len(p.wanted) == 0 {
		return Fields{whole: whole}
	}
	size := 0
	for k := range p.wanted {
		size += len(p.wanted[k].name) + p.wanted[k].end - p.wanted[k].start
	}
	f := Fields{cells: make([]cell, len(p.wanted)), whole: whole}
	text := p.name[:0]
	for k := range p.wanted {
		text = append(text, p.wanted[k].name...)
		f.cells[k].nameEnd = uint32(len(text)) //nolint:gosec // bounded by maxCapture and the names of the Spec
	}
	for k := range p.wanted {
		w := &p.wanted[k]
		text = append(text, p.text[w.start:w.end]...)
		f.cells[k].valueEnd = uint32(len(text)) //nolint:gosec // bounded by maxCapture and the names of the Spec
		f.cells[k].kind, f.cells[k].captured = w.kind, w.value
	}
	f.text, p.name = string(text), text
	return f
}

func (f Fields) name(k int) string {
	start := uint32(0)
	if k > 0 {
		start = f.cells[k-1].nameEnd
	}
	return f.text[start:f.cells[k].nameEnd]
}

// value returns the text of the value of cell k, decoded.
func (f Fields) value(k int) string {
	start := f.cells[len(f.cells)-1].nameEnd
	if k > 0 {
		start = f.cells[k-1].valueEnd
	}
	return f.text[start:f.cells[k].valueEnd]
}

func (f Fields) find(name string) int {
	for k := range f.cells {
		if f.name(k) == name {
			return k
		}
	}
	return -1
}

func (f Fields) shape(k int) Shape {
	if shape := shapeOf[f.cells[k].kind]; shape != ShapeAbsent || f.whole {
		return shape
	}
	return ShapeUnknown
}

// primitive returns the value of cell k, if it was captured.
func (f Fields) primitive(k int) (value any, ok bool) {
	if !f.cells[k].captured {
		return nil, false
	}
	switch f.cells[k].kind {
	case jsonscan.String:
		return f.value(k), true
	case jsonscan.Number:
		return json.Number(f.value(k)), true
	case jsonscan.True, jsonscan.False:
		return f.cells[k].kind == jsonscan.True, true
	case jsonscan.Null:
		return nil, true
	case jsonscan.Object, jsonscan.Array, jsonscan.Invalid:
	}
	return nil, false
}

// Shape returns the JSON type of a member, ShapeAbsent when the trace has none
// of that name, and ShapeUnknown when it was not asked for.
func (f Fields) Shape(name string) Shape {
	if k := f.find(name); k >= 0 {
		return f.shape(k)
	}
	return ShapeUnknown
}

// Value returns the value of a member that Spec.Values named: a string, a
// json.Number as written, a bool, or nil for null. It reports false when the
// member has no value to give: it is absent, a container, wanted as a shape
// only, or not asked for. Shape tells these apart.
func (f Fields) Value(name string) (value any, ok bool) {
	if k := f.find(name); k >= 0 {
		return f.primitive(k)
	}
	return nil, false
}

// Text returns the value of a member that is a string.
func (f Fields) Text(name string) (text string, ok bool) {
	if k := f.find(name); k >= 0 && f.cells[k].captured && f.cells[k].kind == jsonscan.String {
		return f.value(k), true
	}
	return "", false
}

// Bool returns the value of a member that is true or false.
func (f Fields) Bool(name string) (value, ok bool) {
	v, _ := f.Value(name)
	value, ok = v.(bool)
	return value, ok
}

// Number returns the value of a member that is a number, as written.
func (f Fields) Number(name string) (number json.Number, ok bool) {
	if k := f.find(name); k >= 0 && f.cells[k].captured && f.cells[k].kind == jsonscan.Number {
		return json.Number(f.value(k)), true
	}
	return "", false
}

// Shapes lists the members that the Spec named with their shapes, in the order
// of the Spec, values first.
func (f Fields) Shapes() iter.Seq2[string, Shape] {
	return func(yield func(string, Shape) bool) {
		for k := range f.cells {
			if !yield(f.name(k), f.shape(k)) {
				return
			}
		}
	}
}
