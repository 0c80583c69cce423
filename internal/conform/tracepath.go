package conform

import (
	"fmt"
	"os"
	"path/filepath"
)

// goodTrace is the trace that stands in the files of withTracePath.
const goodTrace = `{"id":"x","endedAt":"now","result":{}}`

// withTracePath makes what kind names in a new directory, calls use with its path,
// and removes it again.
func withTracePath(kind string, use func(path string)) (err error) {
	dir, err := os.MkdirTemp("", "handfast-trace")
	if err != nil {
		return err
	}
	defer func() {
		if removeErr := os.RemoveAll(dir); err == nil {
			err = removeErr
		}
	}()
	good := filepath.Join(dir, "good.json")
	if err := os.WriteFile(good, []byte(goodTrace), 0o600); err != nil {
		return err
	}
	at := filepath.Join(dir, "it")
	link := func(to, name string) error {
		at = filepath.Join(dir, name)
		return os.Symlink(to, filepath.Join(dir, "it"))
	}
	switch kind {
	case "absent":
	case "parent-absent":
		at = filepath.Join(dir, "nowhere", "trace.json")
	case "parent-is-a-file":
		at = filepath.Join(good, "trace.json")
	case "directory":
		at = dir
	case "symlink-to-good-file":
		err = link(good, "it")
	case "dangling-symlink":
		err = link(filepath.Join(dir, "nowhere"), "it")
	case "symlink-to-directory":
		err = link(dir, "it")
	case "good-file-through-a-symlinked-parent":
		err = link(dir, filepath.Join("it", "good.json"))
	case "fifo-without-writer":
		err = makePipe(at)
	case "character-device":
		at = os.DevNull
	case "empty-regular-file":
		err = os.WriteFile(at, nil, 0o600)
	case "empty-path":
		at = ""
	case "good-file":
		at = good
	case "good-file-with-trailing-slash":
		at = good + "/"
	default:
		return fmt.Errorf("no such kind of path: %q", kind)
	}
	if err != nil {
		return err
	}
	use(at)
	return nil
}
