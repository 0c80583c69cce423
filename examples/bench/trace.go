package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/handfast-go/handfast/examples/bench/corpus"
)

// traceCases are the traces that the contenders read.
var traceCases = []struct {
	name string
	kind corpus.Kind
	size int
}{
	{"16 KB real", corpus.Real, 16 << 10},
	{"1 MB real", corpus.Real, 1 << 20},
	{"28 MB real", corpus.Real, 28 << 20},
	{"28 MB dense", corpus.Dense, 28 << 20},
	{"28 MB escape", corpus.Escape, 28 << 20},
}

// traceSection prints how many times faster trace.ReadFile is than each peer.
func traceSection(rounds int) (text string, err error) {
	dir, err := os.MkdirTemp("", "hf")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	var names []string
	rows := map[string][]string{}
	row := func(name, cell string) {
		if rows[name] == nil {
			names = append(names, name)
		}
		rows[name] = append(rows[name], cell)
	}
	for _, c := range traceCases {
		path := filepath.Join(dir, "t")
		text := corpus.Trace(c.kind, c.size)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return "", err
		}
		contenders := append(traceContenders(path), limits(path, text)...)
		results, err := alternate(contenders, rounds)
		if err != nil {
			return "", err
		}
		ours := results[0].perRun
		for k, r := range results {
			speed := speed(len(text), r.perRun)
			switch {
			case k == 0:
				row("handfast: speed", speed)
				row("handfast: memory", fmt.Sprintf("%d allocs, %d B", r.allocs, r.bytes))
			case strings.HasPrefix(contenders[k].name, limitPrefix):
				row(contenders[k].name, fmt.Sprintf("%.0f%% of %s", 100*r.perRun.Seconds()/ours.Seconds(), speed))
			default:
				row(contenders[k].name, fmt.Sprintf("%.1f× (%s)", r.perRun.Seconds()/ours.Seconds(), size(r.bytes)))
			}
		}
	}
	var b strings.Builder
	b.WriteString("Reading depth 1 of a trace from a file, the whole text proven: how many times faster trace.ReadFile is\n" +
		"than each peer (and what the peer allocates), and what share of a plain limit it reaches.\n" +
		"Peers marked * accept some broken texts.\n\n")
	for _, c := range traceCases {
		b.WriteString("\t" + c.name)
	}
	b.WriteString("\t\n")
	for _, name := range names {
		b.WriteString(name + "\t" + strings.Join(rows[name], "\t") + "\t\n")
	}
	return align(b.String())
}

// align pads the columns of a text whose cells end in tabs.
func align(text string) (string, error) {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(t, text); err != nil {
		return "", err
	}
	if err := t.Flush(); err != nil {
		return "", err
	}
	return b.String(), nil
}

const limitPrefix = "limit: "

// limits are what no reader of a file, and no reader of bytes, can beat, and what
// none should fall below.
func limits(path string, text []byte) []contender {
	buffer := make([]byte, 64<<10)
	return []contender{
		{limitPrefix + "read(2), 64 KiB", true, func() error {
			return withFile(path, func(f io.Reader) error {
				for {
					if _, err := f.Read(buffer); errors.Is(err, io.EOF) {
						return nil
					} else if err != nil {
						return err
					}
				}
			})
		}},
		{limitPrefix + "memory sweep", false, func() error {
			if bytes.IndexByte(text, 0) >= 0 {
				return errors.New("a zero byte")
			}
			return nil
		}},
		{limitPrefix + "plain byte loop", true, func() error {
			return withFile(path, func(f io.Reader) error { return byteLoop(f, buffer) })
		}},
	}
}

// byteLoop is the plain way to find the end of an object in a stream: a branch
// or two for each byte.
func byteLoop(r io.Reader, buffer []byte) error {
	depth, inString, escaped := 0, false, false
	for {
		n, err := r.Read(buffer)
		for _, c := range buffer[:n] {
			switch {
			case escaped:
				escaped = false
			case inString && c == '\\':
				escaped = true
			case c == '"':
				inString = !inString
			case inString:
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				if depth--; depth == 0 {
					return nil
				}
			}
		}
		if err != nil {
			return err
		}
	}
}

func speed(size int, took time.Duration) string {
	return fmt.Sprintf("%.0f MB/s", float64(size)/1e6/took.Seconds())
}

func size(n uint64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d KB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}
