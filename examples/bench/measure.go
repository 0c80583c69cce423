package main

import (
	"fmt"
	"runtime"
	"time"
)

// contender is one way to do a job.
type contender struct {
	name string
	// streams says that it reads the file while it parses, and does not need
	// the whole text in memory.
	streams bool
	run     func() error
}

// result is the best round of a contender.
type result struct {
	perRun time.Duration
	allocs uint64
	bytes  uint64
}

// alternate runs all contenders in turn, for so many rounds, each often enough
// that a round takes a while, and returns the best round of each.
func alternate(contenders []contender, rounds int) ([]result, error) {
	const round = 20 * time.Millisecond
	repeats := make([]int, len(contenders))
	results := make([]result, len(contenders))
	for k, c := range contenders {
		took, err := timed(c.run, 1) // warm
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		repeats[k] = max(1, min(2000, int(round/max(took, time.Microsecond))))
		if results[k].allocs, results[k].bytes, err = allocations(c.run, repeats[k] >= averaged); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	for range rounds {
		for k, c := range contenders {
			took, err := timed(c.run, repeats[k])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			if results[k].perRun == 0 || took < results[k].perRun {
				results[k].perRun = took
			}
		}
	}
	return results, nil
}

func timed(run func() error, repeats int) (time.Duration, error) {
	start := time.Now()
	for range repeats {
		if err := run(); err != nil {
			return 0, err
		}
	}
	return time.Since(start) / time.Duration(repeats), nil
}

// averaged is the number of runs over which allocations are averaged.
const averaged = 10

// allocations measures what one run allocates, the smallest of several times,
// because a collection in between empties the pools. A quick run is averaged,
// because the measuring allocates too.
func allocations(run func() error, quick bool) (count, size uint64, err error) {
	runs, divisor := 1, uint64(1)
	if quick {
		runs, divisor = averaged, averaged
	}
	for k := range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := timed(run, runs); err != nil {
			return 0, 0, err
		}
		runtime.ReadMemStats(&after)
		n, b := (after.Mallocs-before.Mallocs)/divisor, (after.TotalAlloc-before.TotalAlloc)/divisor
		if k == 0 || b < size {
			count, size = n, b
		}
	}
	return count, size, nil
}
