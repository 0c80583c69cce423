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
	"strings"

	"github.com/handfast-go/handfast/contract"
)

// maxInput is the largest text that is read from a file or from standard
// input, in bytes. A record may be that long; a document has its own limit.
const maxInput = 64 << 20

// read returns the content of a file, or of standard input for "-".
func (a *app) read(name string) ([]byte, error) {
	in, closeIn, err := a.open(name)
	if err != nil {
		return nil, err
	}
	defer closeIn()
	return io.ReadAll(io.LimitReader(in, maxInput+1))
}

// open opens a file for reading as a stream, or standard input for "-". What
// fails is a failure that names the file, also while it is read.
func (a *app) open(name string) (r io.Reader, closeIt func(), err error) {
	if name == "-" {
		return source{a.stdin, name}, func() {}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, ioFailure(name, err)
	}
	closeIt = func() { _ = f.Close() } // it was only read
	if info, err := f.Stat(); err == nil && info.IsDir() {
		closeIt()
		return nil, nil, ioFailure(name, errDirectory)
	}
	return source{f, name}, closeIt, nil
}

var errDirectory = errors.New("is a directory, and a file is needed")

// source reads a file whose name it knows.
type source struct {
	io.Reader
	name string
}

func (s source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = ioFailure(s.name, err)
	}
	return n, err
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

// ioFailure is the failure of a file, which it names as the caller did.
func ioFailure(name string, err error) *failure {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	shown := name
	if name == "-" {
		shown = "standard input"
	}
	return &failure{exit: exitIO, Code: codeIO, Detail: fmt.Sprintf("%s: %v", shown, err), file: name}
}

// value reads a VALUE argument, which is UTF-8: JSON when it passes the strict
// door, else a string. What begins as no plain word does was probably meant as
// JSON: then doubt says where it is none.
func value(arg string) (v json.RawMessage, doubt *contract.SyntaxError, err error) {
	doc, err := contract.Parse([]byte(arg), contract.AnyRoot())
	if err == nil {
		return doc.Bytes(), nil, nil
	}
	if first := strings.TrimLeft(arg, " \t\r\n"); first != "" && strings.ContainsRune(`{["`, rune(first[0])) {
		doubt, _ = errors.AsType[*contract.SyntaxError](err)
	}
	v, err = marshal(arg)
	return v, doubt, err
}

// line is one line of a stream.
type line struct {
	number int // from 1
	// text is the line without its end, and no longer than the limit.
	text []byte
	// size is the length of the whole line in bytes.
	size int
}

// lines yields the lines of r that are not blank. Of a line that is longer
// than limit bytes the rest is read and dropped.
func lines(r io.Reader, limit int, yield func(line) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for number := 1; ; number++ {
		one, err := nextLine(in, limit)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if one.number = number; one.size > limit || len(bytes.TrimSpace(one.text)) > 0 {
			if err := yield(one); err != nil {
				return err
			}
		}
		if err != nil {
			return nil //nolint:nilerr // the end
		}
	}
}

func nextLine(in *bufio.Reader, limit int) (line, error) {
	var one line
	for {
		part, err := in.ReadSlice('\n')
		if err == nil {
			part = part[:len(part)-1]
		}
		one.size += len(part)
		one.text = append(one.text, part[:min(len(part), limit-len(one.text))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return one, err
		}
	}
}
