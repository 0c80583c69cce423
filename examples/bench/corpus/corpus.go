// Package corpus writes the traces that the benchmarks read: always the same
// bytes for the same arguments, so that figures of two runs compare.
package corpus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Kind is the sort of text that a trace consists of.
type Kind string

// The kinds.
const (
	// Real is like the trace of an agent at work: events of about 19 KB with
	// code, shell output and JSON inside strings, one byte in twenty a backslash.
	Real Kind = "real"
	// Dense is structure without text: short names, numbers, nested lists.
	Dense Kind = "dense"
	// Escape is full of escape sequences: JSON that was quoted twice.
	Escape Kind = "escape"
)

// Trace returns a trace of at least size bytes: {"id", "startedAt", "events":
// […], "result", "error", "endedAt"}.
func Trace(kind Kind, size int) []byte {
	var b bytes.Buffer
	b.Grow(size + 64<<10)
	b.WriteString(Head)
	for k := 0; b.Len() < size-len(Tail) || k == 0; k++ {
		if k > 0 {
			b.WriteByte(',')
		}
		b.Write(Event(kind, k, min(19<<10, max(200, size-b.Len()-len(Tail)))))
	}
	b.WriteString(Tail)
	return b.Bytes()
}

// What stands before and behind the events.
const (
	Head = `{"id":"run-2857a579","startedAt":"2026-01-01T00:00:00.000Z","task":{"brief":"make the tests pass"},"events":[`
	Tail = `],"result":{"output":"all 212 tests pass"},"error":null,"cancelled":false,"endedAt":"2026-01-01T00:41:07.125Z"}`
)

// Event returns the event of that number, of about size bytes.
func Event(kind Kind, number, size int) []byte {
	rng := rand.New(rand.NewPCG(uint64(number), 7)) //nolint:gosec // the same text in every run is the point
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"kind":"tool","id":"e%d","llmEventId":"x%d","name":%q,"actor":{"name":"Methane","tier":1},"branchId":"b%d",`,
		number, number/7, tools[rng.IntN(len(tools))], number%13)
	switch kind {
	case Dense:
		b.WriteString(`"args":[`)
		for k := 0; b.Len() < size; k++ {
			if k > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"i":%d,"x":[%d,%d,{"y":%d.5}],"ok":true,"n":null,"t":"v%d"}`, k, rng.IntN(100), rng.IntN(100), rng.IntN(1000), k%10)
		}
		b.WriteString(`]}`)
	case Escape:
		b.WriteString(`"result":"`)
		for b.Len() < size {
			fmt.Fprintf(&b, `{\"k%d\":\"a\\n\\t\\\"q\\\"\",\"p\":\"C:\\\\dir\\\\f\"}\n`, rng.IntN(10))
		}
		b.WriteString(`"}`)
	case Real:
		real(&b, rng, size)
	}
	return b.Bytes()
}

// real writes what an agent's tool call leaves: arguments, output, and notes.
func real(b *bytes.Buffer, rng *rand.Rand, size int) {
	fmt.Fprintf(b, `"args":{"path":"internal/pkg%d/file%d.go","limit":%d,"recursive":false},"output":"`, rng.IntN(90), rng.IntN(90), rng.IntN(900))
	for b.Len() < size*6/10 {
		line(b, rng)
	}
	b.WriteString(`","records":[`)
	for k := 0; b.Len() < size*7/10; k++ {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, `{"file":"internal/pkg%d/file%d.go","line":%d,"match":true,"text":"func (s *Server) handle%d(w Writer) error {"}`,
			rng.IntN(90), rng.IntN(90), rng.IntN(900), k)
	}
	b.WriteString(`],"stdout":"`)
	for b.Len() < size {
		line(b, rng)
	}
	fmt.Fprintf(b, `","exitCode":%d,"durationMs":%d}`, rng.IntN(2), rng.IntN(90000))
}

// line writes a line of code, of shell output or of quoted JSON.
func line(b *bytes.Buffer, rng *rand.Rand) {
	switch rng.IntN(8) {
	case 0:
		b.WriteString(`{\"level\":\"info\",\"msg\":\"request done\",\"ms\":` + strconv.Itoa(rng.IntN(900)) + `}\n`)
	case 1:
		b.WriteString(`\tif err != nil {\n\t\treturn fmt.Errorf(\"read %s: %w\", name, err)\n\t}\n`)
	case 2:
		b.WriteString(`ok  \tgithub.com/example/service/internal/pkg` + strconv.Itoa(rng.IntN(90)) + `\t0.` + strconv.Itoa(rng.IntN(900)) + `s\n`)
	default:
		b.WriteString(strings.Repeat("    ", rng.IntN(3)))
		for range 6 + rng.IntN(10) {
			b.WriteString(words[rng.IntN(len(words))])
			b.WriteByte(' ')
		}
		b.WriteString(`\n`)
	}
}

var tools = [...]string{"read_file", "write_file", "run_shell", "edit_file", "fetch_url", "list_files"}

var words = [...]string{
	"the", "server", "returned", "status", "package", "import", "context", "value", "of", "a", "handler",
	"queue.Push(item)", "for", "range", "items", "==", "nil", "func", "{", "}", "[0]", "é", "naïve", "—", "log.Printf(msg)",
}
