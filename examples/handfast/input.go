package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"

	"github.com/handfast-go/handfast/contract"
)

// maxInput is the largest text that is read from a file or from standard
// input, in bytes. A record may be that long; a document has its own limit.
const maxInput = 64 << 20

// read returns the content of a file, or of standard input for "-".
func (a *app) read(name string) ([]byte, error) {
	if name == "-" {
		return readAll("standard input", a.stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, ioFailure(name, err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	return readAll(name, f)
}

// manyFromStdin reports whether standard input is named more than once.
func manyFromStdin(names ...string) bool {
	count := 0
	for _, name := range names {
		if name == "-" {
			count++
		}
	}
	return count > 1
}

func readAll(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return nil, ioFailure(name, err)
	}
	return text, nil
}

// ioFailure names a file as the caller wrote it.
func ioFailure(name string, err error) *failure {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return &failure{exit: exitIO, Code: codeIO, Field: name, Detail: fmt.Sprintf("%s: %v", name, err)}
}

// value reads a VALUE argument: JSON when it passes the strict door, else a
// string.
func value(arg string) (json.RawMessage, error) {
	if doc, err := contract.Parse([]byte(arg), contract.AnyRoot()); err == nil {
		return doc.Bytes(), nil
	}
	if !utf8.ValidString(arg) {
		return nil, refused(codeSyntax, "", "the value is not UTF-8", "pass text in UTF-8")
	}
	return marshal(arg)
}

// lines yields the lines of r that are not blank, with their numbers from 1. A
// line longer than limit bytes comes back cut, one byte longer than limit.
func lines(r io.Reader, limit int, yield func(number int, line []byte) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for number := 1; ; number++ {
		var line []byte
		for {
			part, err := in.ReadSlice('\n')
			if room := limit + 1 - len(line); len(part) > room {
				part = part[:room]
			}
			line = append(line, part...)
			if err == nil {
				break
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if !errors.Is(err, io.EOF) {
				return ioFailure("input", err)
			}
			if len(bytes.TrimSpace(line)) > 0 {
				return yield(number, line)
			}
			return nil
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := yield(number, line); err != nil {
			return err
		}
	}
}
