//go:build unix && !aix && !solaris && !illumos

package conform

import "syscall"

func makePipe(path string) error { return syscall.Mkfifo(path, 0o600) }
