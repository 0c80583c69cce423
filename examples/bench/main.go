// Command bench compares the readers of handfast with other ways to do the same
// job, in one run:
//
//	go run ./examples/bench
//
// Its figures are ratios, because the megabytes per second of a shared machine
// say more about its other users than about the code: all competitors of a row
// run in turn, round after round, and the best round of each counts.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
)

// sections are the parts of the report, in order.
var sections = []struct {
	name string
	run  func(rounds int) (string, error)
}{
	{"trace", traceSection},
	{"hostile", hostileSection},
	{"stream", streamSection},
}

func main() {
	rounds := flag.Int("rounds", 15, "how often each competitor runs; the best round counts")
	only := flag.String("only", "", "run one section alone: trace, hostile or stream")
	flag.Parse()
	if err := report(*rounds, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func report(rounds int, only string) error {
	fmt.Printf("%s %s/%s, %d CPUs. The machine was shared: only the ratios count, each from one alternated run, best of %d.\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), rounds)
	for _, section := range sections {
		if only != "" && only != section.name {
			continue
		}
		text, err := section.run(rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", section.name, err)
		}
		fmt.Print("\n" + text)
	}
	return nil
}
