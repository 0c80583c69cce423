package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/handfast-go/handfast/trace"
)

// hostileTexts are made to be slow: what the masks are good for never occurs.
var hostileTexts = []struct{ name, unit string }{
	{"empty strings", `"",`},
	{"escaped quotes", `"\"\"\"\"\"\"\"\"",`},
	{"backslashes in strings", `"` + strings.Repeat(`\\`, 500) + `",`},
	{"backslashes outside strings", ` \ `},
	{"a quote in every 64 bytes", `"` + strings.Repeat("x", 62) + `",`},
	{"a quote in every 65 bytes", `"` + strings.Repeat("x", 64) + `",`},
	{"brackets", `[{}],`},
	{"white space", "\n"},
}

// hostileSection prints how many times faster trace.Read is than a plain byte
// loop on texts that are made to be slow.
func hostileSection(rounds int) (string, error) {
	var b strings.Builder
	buffer := make([]byte, 64<<10)
	b.WriteString("16 MB of hostile text in memory: how many times faster trace.Read is than a plain byte loop over the same reader.\n\n")
	spec := trace.CoordinatorSpec()
	for _, h := range hostileTexts {
		text := []byte(`{"events":[` + strings.Repeat(h.unit, (16<<20)/len(h.unit)) + `0]}`)
		results, err := alternate([]contender{
			{h.name, true, func() error {
				_, err := trace.Read(bytes.NewReader(text), spec)
				return err
			}},
			{"byte loop", false, func() error {
				return byteLoop(bytes.NewReader(text), buffer)
			}},
		}, rounds)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%-28s %.1f×  (%s)\n", h.name, results[1].perRun.Seconds()/results[0].perRun.Seconds(), speed(len(text), results[0].perRun))
	}
	return b.String(), nil
}
