package probe

import (
	"path"
	"strings"
)

// IsManifestPath reports that p names the manifest, in any directory (P-1). The
// path is normalised first, so that no spelling of it slips by: backslashes
// are separators, and doubled slashes, "." and ".." are resolved in the text
// alone. [WithName] takes another base name.
func IsManifestPath(p string, opts ...Option) bool {
	return path.Base(path.Clean(strings.ReplaceAll(p, `\`, "/"))) == configure(opts).name
}

// RefuseHandEdit returns why a model's own write to p is refused, nil when it
// is not: a *[HandEditError] when p names the manifest (P-1). Entries are only
// believed because the tool that wrote them ran what they record. [WithTools]
// names the tools.
func RefuseHandEdit(p string, opts ...Option) error {
	if !IsManifestPath(p, opts...) {
		return nil
	}
	c := configure(opts)
	return &HandEditError{Name: c.name, Tools: c.toolNames()}
}

// toolNames are the host's names of what records probes, or those of handfast.
func (c config) toolNames() []string {
	if len(c.tools) > 0 {
		return append([]string(nil), c.tools...)
	}
	return []string{"probe record shell", "probe record http", "probe record web"}
}
