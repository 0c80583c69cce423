package main

import (
	"bytes"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version says what was built. Revision is the commit, when it is known.
type version struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Revision string `json:"revision,omitempty"`
}

func (v version) text(w *bytes.Buffer) {
	fmt.Fprintf(w, "handfast %s (%s)\n", v.Version, v.Go)
	if v.Revision != "" {
		fmt.Fprintln(w, v.Revision)
	}
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of this command",
		RunE: func(*cobra.Command, []string) error {
			out := version{Version: "(devel)"}
			if info, ok := debug.ReadBuildInfo(); ok {
				out.Version, out.Go = info.Main.Version, info.GoVersion
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						out.Revision = s.Value
					}
				}
			}
			return a.done(out)
		},
	}
}
