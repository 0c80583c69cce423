package jsonscan_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// BenchmarkScan measures the door alone, without an index, on text of three
// kinds at two sizes each, with encoding/json's own check beside it.
func BenchmarkScan(b *testing.B) {
	kinds := []struct{ name, element string }{
		{"prose", `"The scanner keeps every byte outside what it replaces, and refuses the rest."`},
		{"escapes", `"--- PASS: \"a\"\n\tmerge_test.go:51: \\d \u00e9"`},
		{"dense", `{"a":[1,-2.5,true],"b":null,"c":{}}`},
		{"names", `"n%d":0`},
	}
	for _, kind := range kinds {
		for _, n := range []int{4 << 10, 1 << 20} {
			text := benchText(kind.element, n)
			name := fmt.Sprintf("%s/%dKB", kind.name, n>>10)
			b.Run(name+"/scan", func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if err := jsonscan.Scan(text, jsonscan.Limits{}, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(name+"/json-valid", func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				data := []byte(text)
				for b.Loop() {
					if !json.Valid(data) {
						b.Fatal("not valid")
					}
				}
			})
		}
	}
}

// benchText repeats an element up to about n bytes; an element with a verb is
// a member, and its number makes it unique.
func benchText(element string, n int) string {
	var b strings.Builder
	member := strings.Contains(element, "%d")
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		if member {
			fmt.Fprintf(&b, element, i)
		} else {
			b.WriteString(element)
		}
	}
	if member {
		return "{" + b.String() + "}"
	}
	return "[" + b.String() + "]"
}
