package proberun_test

import (
	"context"
	"fmt"

	"github.com/handfast-go/handfast/examples/proberun"
	"github.com/handfast-go/handfast/probe"
)

// A command is recorded, and found to have changed when it is run again.
func Example() {
	ctx := context.Background()
	runner, err := proberun.New(proberun.WithShell("/bin/sh"), proberun.WithEnv("GREETING=hello"))
	if err != nil {
		fmt.Println(err)
		return
	}
	recording, err := probe.RecordShell(ctx, runner, "echo $GREETING, world")
	if err != nil {
		fmt.Println(err)
		return
	}
	manifest, err := probe.MergeShell(nil, recording.Entry, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(probe.Replay(ctx, manifest, runner).OK)

	changed, err := proberun.New(proberun.WithShell("/bin/sh"), proberun.WithEnv("GREETING=hallo"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(probe.Replay(ctx, manifest, changed).Entries[0])
	// Output:
	// true
	// entry 0 (shell): failed: stdout differs at line 1 (byte 1): recorded "hello, world\n", observed "hallo, world\n"
}
