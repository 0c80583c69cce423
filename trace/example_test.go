package trace_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/handfast-go/handfast/trace"
)

// A coordinator decides from a trace of any size whether a run delivered. Half a
// trace decides nothing.
func Example() {
	whole := `{"id":"run-7","events":[` + strings.Repeat(`{"kind":"tool","output":"…"},`, 100_000) +
		`{}],"result":{"output":"done"},"endedAt":"2026-01-01T00:41:07Z"}`
	for _, text := range []string{whole, whole[:len(whole)-70]} {
		fields, err := trace.Read(strings.NewReader(text), trace.CoordinatorSpec())
		if err != nil {
			fmt.Println("undecided:", errors.Is(err, trace.ErrTruncated))
			continue
		}
		id, _ := fields.Text("id")
		fmt.Printf("%s: result %s, error %s\n", id, fields.Shape("result"), fields.Shape("error"))
	}
	// Output:
	// run-7: result object, error absent
	// undecided: true
}

func ExampleRead() {
	text := `{"id":"run-7","tokens":12e3,"notes":["…"],"tokens":9223372036854775807}`
	fields, err := trace.Read(strings.NewReader(text), trace.Spec{
		Values: []string{"id", "tokens", "model"},
		Shapes: []string{"notes"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for name, shape := range fields.Shapes() {
		value, _ := fields.Value(name)
		fmt.Println(name, shape, value)
	}
	// Output:
	// id string run-7
	// tokens number 9223372036854775807
	// model absent <nil>
	// notes array <nil>
}

func ExampleReadError() {
	_, err := trace.Read(strings.NewReader(`{"id":"run-7","status":"running","events":[{"t":1`), trace.Spec{Values: []string{"id"}})
	if readError, ok := errors.AsType[*trace.ReadError](err); ok {
		id, _ := readError.Partial.Text("id")
		fmt.Println(id, readError.Code, readError.Offset)
	}
	fmt.Println(err)
	// Output:
	// run-7 trace: truncated 49
	// could not read the trace: the text does not end where its object does (byte 49): the text ends inside a list or an object. Read again when the recorder has written the whole object; what was seen so far is in ReadError.Partial.
}

func ExampleAllowModelContent() {
	spec := trace.Spec{Values: []string{"result"}}
	_, err := trace.Read(strings.NewReader(`{"result":"all done"}`), spec)
	fmt.Println(err)
	fields, _ := trace.Read(strings.NewReader(`{"result":"all done"}`), spec, trace.AllowModelContent())
	fmt.Println(fields.Text("result"))
	// Output:
	// could not read the trace: the value of a member that a model wrote was asked for: Spec.Values names "result". Name the member in Spec.Shapes, or pass AllowModelContent.
	// all done true
}

func ExampleReadFilesFS() {
	fsys := fstest.MapFS{
		"a.json": {Data: []byte(`{"id":"a","endedAt":"12:00"}`)},
		"b.json": {Data: []byte(`{"id":"b","log":"` + strings.Repeat("x", 1000) + `"}`)},
		"c.json": {Data: []byte(`{"id":"c"}`)},
	}
	names := slices.Values([]string{"a.json", "b.json", "c.json"})
	limits := trace.WithLimits(trace.Limits{Document: 500})
	for row, err := range trace.ReadFilesFS(fsys, names, trace.CoordinatorSpec(), limits) {
		switch {
		case err != nil:
			fmt.Println(err)
		case row.Skipped != nil:
			fmt.Println(row.Name, "skipped")
		default:
			fmt.Println(row.Name, "ended:", row.Fields.Shape("endedAt") == trace.ShapeString)
		}
	}
	// Output:
	// a.json ended: true
	// b.json skipped
	// c.json ended: false
}

func ExampleHTTPStatus() {
	_, err := trace.ReadFS(fstest.MapFS{}, "run-7.json", trace.CoordinatorSpec())
	fmt.Println(trace.HTTPStatus(err))
	// Output: 404
}

const runText = `{"id":"run-7","events":[
	{"kind":"branch","op":"start","branchId":"child","parentBranchId":"root"},
	{"kind":"skill","op":"inject","l1Name":"Methane","skillId":"node-api","branchId":"root"},
	{"kind":"tool","llmEventId":"x1","name":"write_file","actor":{"name":"Methane","tier":1},"branchId":"child","args":{"text":"…"}},
	{"kind":"tool","llmEventId":"x1","name":"fetch_url","actor":{"name":"Methane","tier":1},"branchId":"child"},
	{"kind":"tool","llmEventId":"x1","name":"fetch_url","actor":{"name":"Methane","tier":1},"branchId":"child"},
	{"kind":"llm","id":"x1","text":"I am done"},
	{"kind":"trust","child":{"name":"Methane"},"subject":"RESULT","branchId":"root"}]}`

func ExampleReadEvents() {
	d := trace.NewDeriver("run-7")
	for event, err := range trace.ReadEvents(strings.NewReader(runText)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		d.Add(event)
	}
	for _, s := range d.Signatures() {
		fmt.Println(s.Key.ID(), "·", trace.Collapse(s.Elements, 0), "· credited:", s.Credited)
	}
	// Output: Methane::node-api · write_file › fetch_url×2 · credited: true
}

func ExampleDerive() {
	methane := trace.Actor{Name: "Methane"}
	events := []trace.Event{
		{Kind: "tool", LLMEventID: "x1", Name: "read_file", Actor: methane},
		{Kind: "tool", LLMEventID: "x1", Name: "edit_file", Actor: methane},
	}
	for _, s := range trace.Derive("run-7", slices.Values(events)) {
		fmt.Println(s.Key.ID(), s.Elements, "completed:", s.Completed)
	}
	// Output: Methane::* [read_file edit_file] completed: false
}

func ExampleReference_Judge() {
	var ref trace.Reference
	key := trace.Key{L1Name: "Methane", SkillID: "node-api"}
	for _, run := range []string{"1", "2", "3"} {
		ref.Add([]trace.Signature{{
			RunID: run, ExecutionID: "x", Key: key, Completed: true, Credited: true,
			Elements: []string{"write_file", "start_server", "fetch_url", "fetch_url"},
		}})
	}
	score, ok := ref.Judge(trace.Signature{RunID: "4", ExecutionID: "x", Key: key, Elements: []string{"write_file", "fetch_url"}})
	fmt.Println(score.Score, score.LengthRatio, ok)
	// Output: 0.5 0.5 true
}

func ExampleCitations() {
	var citations trace.Citations
	recipe := trace.Block{ID: "c1", Source: trace.SourceSkill, SkillID: "node-api", Text: strings.Repeat("Do this. ", 500)}
	for range 2 { // two calls are shown the same block
		ids, fresh := citations.Record(recipe)
		fmt.Println(ids, len(fresh))
	}
	for _, c := range citations.All() {
		fmt.Println(c.Source, c.Chars, len(c.Preview) < len(recipe.Text))
	}
	// Output:
	// [c1] 1
	// [c1] 0
	// skill 4500 true
}

func ExampleFold() {
	fmt.Println(trace.Fold("Write the server.", []trace.Block{
		{ID: "c1", Source: trace.SourceSkill, SkillID: "node-api", Text: "Use the router."},
	}))
	// Output:
	// Write the server.
	//
	// <!-- context source=skill skill=node-api -->
	// Use the router.
}

func ExampleCollapse() {
	fmt.Println(trace.Collapse([]string{"read", "read", "read", "edit", "test"}, 0))
	// Output: read×3 › edit › test
}

func ExampleSimilarity() {
	fmt.Println(trace.Similarity([]string{"read", "edit", "test"}, []string{"read", "edit", "lint", "test"}))
	// Output: 0.75
}

// A file may be missing: a summary says so and goes on.
func ExampleTryReadFS() {
	_, ok := trace.TryReadFS(fstest.MapFS{}, "run-7.json", trace.CoordinatorSpec())
	fmt.Println(ok)
	// Output: false
}
