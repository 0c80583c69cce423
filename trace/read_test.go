package trace_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/trace"
)

// read is what the tests compare: everything that a read says.
type read struct {
	err    string
	values map[string]any
	shapes map[string]trace.Shape
}

func readAll(r io.Reader, spec trace.Spec, opts ...trace.Option) read {
	f, err := trace.Read(r, spec, opts...)
	out := read{values: map[string]any{}, shapes: map[string]trace.Shape{}}
	if err != nil {
		out.err = err.Error()
		readError, _ := errors.AsType[*trace.ReadError](err)
		f = readError.Partial
	}
	for name, shape := range f.Shapes() {
		out.shapes[name] = shape
		if value, ok := f.Value(name); ok {
			out.values[name] = value
		}
	}
	return out
}

var anySpec = trace.Spec{Values: []string{"id", "endedAt", "n", "a", ""}, Shapes: []string{"result", "error"}}

func TestReadRefusals(t *testing.T) {
	nested := strings.Repeat("[", 100_000)
	for _, c := range []struct {
		rule, text string
		limits     trace.Limits
		want       trace.Code
		offset     int64
	}{
		{rule: "T-7 empty", text: "", want: trace.ErrNotObject},
		{rule: "T-7 white space alone", text: " \n", want: trace.ErrNotObject, offset: 2},
		{rule: "T-7 a list", text: ` [{"a":1}]`, want: trace.ErrNotObject, offset: 1},
		{rule: "T-7 a byte order mark", text: "\ufeff{}", want: trace.ErrNotObject},
		{rule: "T-7 gzip", text: "\x1f\x8b\x08\x00", want: trace.ErrNotObject},
		{rule: "T-3 no closing brace", text: `{"id":"a"`, want: trace.ErrTruncated, offset: 9},
		{rule: "T-3 ends in a name", text: `{"id":"a","e`, want: trace.ErrTruncated, offset: 12},
		{rule: "T-3 ends in a string", text: `{"id":"a`, want: trace.ErrTruncated, offset: 8},
		{rule: "T-3 ends in a skipped string", text: `{"skip":"a\`, want: trace.ErrTruncated, offset: 11},
		{rule: "T-3 ends in a number", text: `{"id":12`, want: trace.ErrTruncated, offset: 8},
		{rule: "T-7 ends in a literal", text: `{"id":tr`, want: trace.ErrTruncated, offset: 8},
		{rule: "T-3 ends before a value", text: `{"id":`, want: trace.ErrTruncated, offset: 6},
		{rule: "T-3 ends before a colon", text: `{"id"`, want: trace.ErrTruncated, offset: 5},
		{rule: "T-3 ends after a comma", text: `{"id":1,`, want: trace.ErrTruncated, offset: 8},
		{rule: "T-3 ends in a container", text: `{"a":` + nested, want: trace.ErrTruncated, offset: 100_005},
		{rule: "T-3 trailing text", text: `{"id":"a"} x`, want: trace.ErrTruncated, offset: 11},
		{rule: "T-3 a second object", text: "{}\n{}", want: trace.ErrTruncated, offset: 3},
		{rule: "T-5 a missing comma", text: `{"a":1 "b":2}`, want: trace.ErrMalformed, offset: 7},
		{rule: "T-5 a comma too many", text: `{"a":1,}`, want: trace.ErrMalformed, offset: 7},
		{rule: "T-5 a missing colon", text: `{"a" 1}`, want: trace.ErrMalformed, offset: 5},
		{rule: "T-5 a missing value", text: `{"a":}`, want: trace.ErrMalformed, offset: 5},
		{rule: "T-5 an unquoted name", text: `{a:1}`, want: trace.ErrMalformed, offset: 1},
		{rule: "T-5 a leading zero", text: `{"x":01}`, want: trace.ErrMalformed, offset: 5},
		{rule: "T-5 a bare point", text: `{"x":1.}`, want: trace.ErrMalformed, offset: 5},
		{rule: "T-5 a bare exponent", text: `{"x":1e+}`, want: trace.ErrMalformed, offset: 5},
		{rule: "T-5 a word in capitals", text: `{"x":True}`, want: trace.ErrMalformed, offset: 5},
		{rule: "T-5 a longer word", text: `{"x":nulls}`, want: trace.ErrMalformed, offset: 9},
		{rule: "T-5 a closer too many", text: `{"a":[1,2}],"b":1}`, want: trace.ErrMalformed, offset: 10},
		{rule: "T-7 a lone surrogate", text: `{"id":"\ud800"}`, want: trace.ErrMalformed, offset: 7},
		{rule: "T-7 invalid UTF-8", text: "{\"id\":\"\xff\"}", want: trace.ErrMalformed, offset: 7},
		{rule: "T-7 a control character", text: "{\"id\":\"a\nb\"}", want: trace.ErrMalformed, offset: 8},
		{rule: "T-7 a broken name", text: `{"x\q":1}`, want: trace.ErrMalformed, offset: 3},
		{rule: "T-6 a long value", text: `{"id":"abc"}`, limits: trace.Limits{Value: 4}, want: trace.ErrOverCapture, offset: 6},
		{rule: "T-6 a long number that nobody wants", text: `{"x":12345}`, limits: trace.Limits{Value: 4}, want: trace.ErrOverCapture, offset: 5},
		{rule: "T-6 a long literal that nobody wants", text: `{"x":false}`, limits: trace.Limits{Value: 4}, want: trace.ErrOverCapture, offset: 5},
		{rule: "T-6 replaced values count", text: `{"id":"a","id":"b"}`, limits: trace.Limits{Capture: 5}, want: trace.ErrOverCapture, offset: 15},
		{rule: "T-6 the ceiling", text: `{"id":"a"} `, limits: trace.Limits{Document: 10}, want: trace.ErrOverCeiling, offset: 10},
		{rule: "T-6 the ceiling in the middle", text: `{"id":"a"}`, limits: trace.Limits{Document: 3}, want: trace.ErrOverCeiling, offset: 3},
	} {
		t.Run(c.rule, func(t *testing.T) {
			_, err := trace.Read(strings.NewReader(c.text), anySpec, trace.WithLimits(c.limits))
			require.ErrorIs(t, err, c.want)
			readError, ok := errors.AsType[*trace.ReadError](err)
			require.True(t, ok)
			assert.Equal(t, c.offset, readError.Offset)
			assert.True(t, strings.HasPrefix(err.Error(), "could not read the trace: "), err.Error())
			assertSameInChunks(t, c.text, anySpec, c.limits)
		})
	}
}

func TestReadAccepts(t *testing.T) {
	long := strings.Repeat("k", 300)
	for _, c := range []struct {
		rule, text string
		limits     trace.Limits
		values     map[string]any
		shapes     map[string]trace.Shape
	}{
		{
			rule:   "T-1 all types",
			text:   `{"id":"x","endedAt":null,"n":-1.50e+3,"a":true,"result":{},"error":[]}`,
			values: map[string]any{"id": "x", "endedAt": nil, "n": json.Number("-1.50e+3"), "a": true},
			shapes: map[string]trace.Shape{"id": "string", "endedAt": "null", "n": "number", "a": "boolean", "result": "object", "error": "array"},
		},
		{
			rule: "T-1 a container has no value", text: `{"id":{"a":1}}`,
			values: map[string]any{}, shapes: map[string]trace.Shape{"id": "object"},
		},
		{
			rule: "T-4 the last one wins", text: `{"id":1,"id":"b"}`,
			values: map[string]any{"id": "b"}, shapes: map[string]trace.Shape{"id": "string"},
		},
		{
			rule: "T-4 a container drops the value", text: `{"id":1,"id":[2]}`,
			values: map[string]any{}, shapes: map[string]trace.Shape{"id": "array"},
		},
		{
			rule: "T-4 names are decoded", text: `{"\u0069d":1,"":2}`,
			values: map[string]any{"id": json.Number("1"), "": json.Number("2")},
			shapes: map[string]trace.Shape{"id": "number", "": "number"},
		},
		{rule: "T-4 names are exact", text: `{"ID":1,"id ":2}`, values: map[string]any{}, shapes: map[string]trace.Shape{}},
		{
			rule: "T-4 a long name matches nothing", text: `{"` + long + `":1,"id":2}`,
			values: map[string]any{"id": json.Number("2")}, shapes: map[string]trace.Shape{"id": "number"},
		},
		{rule: "T-6 a long name is never decoded", text: `{"` + long + `\q":1}`, values: map[string]any{}, shapes: map[string]trace.Shape{}},
		{
			rule: "T-5 below depth 1 anything goes", text: `{"x":[01,{a:tru,],"s":"\q` + "\x01" + `"],"id":1}`,
			values: map[string]any{"id": json.Number("1")}, shapes: map[string]trace.Shape{"id": "number"},
		},
		{
			rule: "T-5 nesting is a counter", text: `{"x":` + strings.Repeat("[", 1<<17) + strings.Repeat("]", 1<<17) + `,"id":1}`,
			values: map[string]any{"id": json.Number("1")}, shapes: map[string]trace.Shape{"id": "number"},
		},
		{
			rule: "T-9 shapes of any size", text: `{"result":"` + strings.Repeat("x", 1<<17) + `","error":` + strings.Repeat("1", 500) + `}`,
			values: map[string]any{}, shapes: map[string]trace.Shape{"result": "string", "error": "number"},
		},
		{
			rule: "T-6 at the limits", text: `{"id":"ab"}` + "\n", limits: trace.Limits{Name: 4, Value: 4, Capture: 4, Document: 12},
			values: map[string]any{"id": "ab"}, shapes: map[string]trace.Shape{"id": "string"},
		},
		{
			rule: "T-1 numbers stay exact", text: `{"n":9223372036854775807,"id":"\ud83d\ude00\"\\\/"}`,
			values: map[string]any{"n": json.Number("9223372036854775807"), "id": `😀"\/`},
			shapes: map[string]trace.Shape{"n": "number", "id": "string"},
		},
	} {
		t.Run(c.rule, func(t *testing.T) {
			for _, name := range append(anySpec.Values, anySpec.Shapes...) {
				if _, present := c.shapes[name]; !present {
					c.shapes[name] = trace.ShapeAbsent
				}
			}
			got := readAll(strings.NewReader(c.text), anySpec, trace.WithLimits(c.limits))
			assert.Equal(t, read{values: c.values, shapes: c.shapes}, got)
			assertSameInChunks(t, c.text, anySpec, c.limits)
		})
	}
}

// assertSameInChunks holds that neither the chunk size nor the reader's habits
// change anything (T-2).
func assertSameInChunks(t *testing.T, text string, spec trace.Spec, limits trace.Limits) {
	t.Helper()
	want := readAll(strings.NewReader(text), spec, trace.WithLimits(limits))
	chunks := []int{1, 2, 3, 7, 64, 4096, 64 << 10}
	if len(text) > 1<<16 {
		chunks = chunks[4:]
	}
	for _, chunk := range chunks {
		limits.Chunk = chunk
		for name, r := range map[string]io.Reader{
			"whole":        strings.NewReader(text),
			"byte by byte": iotest.OneByteReader(strings.NewReader(text)),
			"halves":       iotest.HalfReader(strings.NewReader(text)),
			"data and EOF": iotest.DataErrReader(strings.NewReader(text)),
			"with pauses":  &pausing{r: strings.NewReader(text)},
		} {
			if got := readAll(r, spec, trace.WithLimits(limits)); !assert.Equal(t, want, got, "chunk %d, %s", chunk, name) {
				return
			}
		}
	}
}

// pausing returns nothing and no error every other time, which io.Reader allows.
type pausing struct {
	r    io.Reader
	turn bool
}

func (p *pausing) Read(b []byte) (int, error) {
	if p.turn = !p.turn; p.turn {
		return 0, nil
	}
	return p.r.Read(b)
}

func TestReadAtEveryChunkSize(t *testing.T) {
	text := `{ "id" : "a\u00e9\"\\` + "\U0001F680" + `z" ,"n":-12.5e+3,"events":[{"a":"}]\"","b":[[],{}]},1],"x":"\\\\\"",` + "\r\n" +
		`"endedAt":"t","a":true,"error":"b\n","result":{"\u0065":"\\"}}` + "\n"
	want := readAll(strings.NewReader(text), anySpec)
	require.Empty(t, want.err)
	for chunk := 1; chunk <= len(text)+1; chunk++ {
		assert.Equal(t, want, readAll(strings.NewReader(text), anySpec, trace.WithLimits(trace.Limits{Chunk: chunk})), "chunk %d", chunk)
	}
	for end := range len(text) - 2 {
		got := readAll(strings.NewReader(text[:end]), anySpec)
		assert.NotEmpty(t, got.err, "T-3: a text of %d bytes of %d", end, len(text))
		for _, shape := range got.shapes {
			assert.NotEqual(t, trace.ShapeAbsent, shape, "T-3: nothing is absent from half a text")
		}
	}
}

// TestFailingReader: the bytes that come with an error count, and the error is
// that of reading, never one about the run.
func TestFailingReader(t *testing.T) {
	broken := &os.PathError{Op: "read", Path: "/srv/tenant-7/runs/x.json", Err: os.ErrDeadlineExceeded}
	for _, c := range []struct {
		text string
		want trace.Code
	}{
		{`{"id":"a"}`, trace.ErrUnreadable}, // it may go on
		{`{"id":"a"`, trace.ErrUnreadable},
		{``, trace.ErrUnreadable},
		{`{"id":tru`, trace.ErrUnreadable},
		{`{"id" 1`, trace.ErrMalformed},
		{`{} x`, trace.ErrTruncated},
		{`x`, trace.ErrNotObject},
	} {
		for _, together := range []bool{false, true} {
			for _, chunk := range []int{1, 2, 64} {
				r := io.MultiReader(strings.NewReader(c.text), iotest.ErrReader(broken))
				if together {
					r = iotest.DataErrReader(r)
				}
				_, err := trace.Read(r, anySpec, trace.WithLimits(trace.Limits{Chunk: chunk}))
				require.ErrorIs(t, err, c.want, "%q", c.text)
				assert.NotContains(t, err.Error(), "tenant", "T-7: no path")
				if c.want == trace.ErrUnreadable {
					require.ErrorIs(t, err, os.ErrDeadlineExceeded)
					require.NotErrorIs(t, err, io.ErrUnexpectedEOF)
				}
			}
		}
	}
	_, err := trace.Read(nil, anySpec)
	require.ErrorIs(t, err, trace.ErrUnreadable)
	_, err = trace.Read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(`{"a":1}`))), anySpec)
	require.ErrorIs(t, err, iotest.ErrTimeout)
	_, err = trace.Read(idle{}, anySpec)
	require.ErrorIs(t, err, io.ErrNoProgress)
	for _, n := range []int{-1, 1 << 20} {
		_, err = trace.Read(lying{n}, anySpec)
		require.ErrorIs(t, err, trace.ErrUnreadable)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

type lying struct{ n int }

func (l lying) Read([]byte) (int, error) { return l.n, nil }

func TestTruncationIsUnexpectedEOF(t *testing.T) {
	for text, want := range map[string]bool{`{"id":"a`: true, `{"a":[`: true, `{"a":nul`: true, `{} x`: false, `{"a" 1}`: false, ``: false} {
		_, err := trace.Read(strings.NewReader(text), anySpec)
		assert.Equal(t, want, errors.Is(err, io.ErrUnexpectedEOF), "T-7: %q", text)
	}
}

func TestHints(t *testing.T) {
	for text, want := range map[string]string{
		"{\"type\":\"start\"}\n{\"type\":\"end\"}\n\n": "newline-delimited",
		"\x1f\x8b\x08\x00\x00":                         "gzip",
		"\ufeff{}":                                     "byte order mark",
		"\xff\xfe{\x00":                                "UTF-16",
	} {
		for _, chunk := range []int{1, 64} {
			_, err := trace.Read(strings.NewReader(text), anySpec, trace.WithLimits(trace.Limits{Chunk: chunk}))
			require.ErrorContains(t, err, want, "T-7: %q", text)
		}
	}
}

// TestModelContent is T-9: the members that a model wrote have no value unless
// the caller insists, and then in its own words.
func TestModelContent(t *testing.T) {
	text := `{"result":"done","error":"none","answer":"x"}`
	for _, c := range []struct {
		values []string
		opts   []trace.Option
		ok     bool
	}{
		{[]string{"id"}, nil, true},
		{[]string{"id", "result"}, nil, false},
		{[]string{"error"}, nil, false},
		{[]string{"result", "error"}, []trace.Option{trace.AllowModelContent()}, true},
		{[]string{"result"}, []trace.Option{trace.ModelWritten()}, false},
		{[]string{"answer"}, []trace.Option{trace.ModelWritten("answer")}, false},
		{[]string{"result"}, []trace.Option{trace.ModelWritten("answer")}, true},
	} {
		spec := trace.Spec{Values: c.values}
		_, err := trace.Read(strings.NewReader(text), spec, c.opts...)
		assert.Equal(t, !c.ok, errors.Is(err, trace.ErrModelContent), "%v", c.values)
		_, err = trace.ReadFile("never looked at", spec, c.opts...)
		assert.Equal(t, !c.ok, errors.Is(err, trace.ErrModelContent), "%v", c.values)
	}
	spec := trace.CoordinatorSpec()
	big := `{"id":"r","endedAt":"t","cancelled":false,"degraded":null,"result":{"output":"` + strings.Repeat("x", 1<<20) + `"},"error":"` + strings.Repeat("y", 1<<20) + `"}`
	_, err := trace.Read(strings.NewReader(big), spec, trace.WithLimits(trace.Limits{Capture: 15}))
	require.NoError(t, err, "T-9: what a coordinator captures does not depend on what a model wrote")
}

func TestFieldsKnowNothingByThemselves(t *testing.T) {
	var none trace.Fields
	assert.Equal(t, trace.ShapeUnknown, none.Shape("error"))
	f, err := trace.Read(strings.NewReader(`{"a":1,"s":"x","b":false}`), trace.Spec{Values: []string{"a", "s", "b", "gone"}, Shapes: []string{"a"}})
	require.NoError(t, err)
	assert.Equal(t, trace.ShapeUnknown, f.Shape("never asked for"), "T-3: not asked for is not absent")
	assert.Equal(t, trace.ShapeAbsent, f.Shape("gone"))
	number, ok := f.Number("a")
	assert.True(t, ok)
	assert.Equal(t, json.Number("1"), number)
	_, ok = f.Text("a")
	assert.False(t, ok)
	text, ok := f.Text("s")
	assert.True(t, ok)
	assert.Equal(t, "x", text)
	value, ok := f.Bool("b")
	assert.True(t, ok)
	assert.False(t, value)
	_, ok = f.Bool("gone")
	assert.False(t, ok)
	for name := range f.Shapes() {
		assert.Equal(t, "a", name, "in the order of the Spec")
		break
	}
}

// TestManyNames finds wanted members by a map, once there are many.
func TestManyNames(t *testing.T) {
	var spec trace.Spec
	var text strings.Builder
	text.WriteString(`{"other":1`)
	for k := range 500 {
		name := fmt.Sprintf("m%d", k)
		spec.Values = append(spec.Values, name, name)
		fmt.Fprintf(&text, `,"%s":%d`, name, k)
	}
	text.WriteByte('}')
	f, err := trace.Read(strings.NewReader(text.String()), spec)
	require.NoError(t, err)
	for k := range 500 {
		got, _ := f.Number(fmt.Sprintf("m%d", k))
		assert.Equal(t, json.Number(strconv.Itoa(k)), got)
	}
}

// TestPartial: what was complete comes with the error, for messages.
func TestPartial(t *testing.T) {
	_, err := trace.Read(strings.NewReader(`{"run_id":"r1","status":"running","events":[{"t":1,"msg":"star`),
		trace.Spec{Values: []string{"run_id", "status"}, Shapes: []string{"events", "error"}})
	readError, ok := errors.AsType[*trace.ReadError](err)
	require.True(t, ok)
	id, _ := readError.Partial.Text("run_id")
	assert.Equal(t, "r1", id)
	assert.Equal(t, trace.ShapeUnknown, readError.Partial.Shape("events"))
	assert.Equal(t, trace.ShapeUnknown, readError.Partial.Shape("error"))
}

// TestConcurrentReads shares the pool of buffers.
func TestConcurrentReads(t *testing.T) {
	t.Parallel()
	done := make(chan bool)
	for k := range 8 {
		go func() {
			ok := true
			rng := rand.New(rand.NewPCG(uint64(k), 1))
			for range 200 {
				id := strings.Repeat(string(rune('a'+k)), 1+rng.IntN(400))
				f, err := trace.Read(strings.NewReader(`{"id":"`+id+`"}`), anySpec)
				got, _ := f.Text("id")
				ok = ok && err == nil && got == id
			}
			done <- ok
		}()
	}
	for range 8 {
		assert.True(t, <-done)
	}
}
