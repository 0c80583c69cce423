//go:build !unix || aix || solaris || illumos

package conform

import "errors"

func makePipe(string) error { return errors.New("this system cannot make a named pipe") }
