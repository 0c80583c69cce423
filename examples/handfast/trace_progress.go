package main

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

const (
	mebibyte = 1 << 20
	// longRead is the number of bytes after which reading is long.
	longRead = 64 * mebibyte
)

// bytesProgress counts bytes, and shows them in MiB.
func (a *app) bytesProgress() *progress {
	p := a.progress("MiB")
	p.scale, p.every = mebibyte, longRead
	return p
}

// countedReader counts what is read.
type countedReader struct {
	io.Reader
	progress *progress
}

func (r countedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.progress.add(n)
	return n, err
}

// countedFiles are the files of the system, of which what is read is counted.
type countedFiles struct{ progress *progress }

// Lstat makes the reader of a trace see links as links.
func (countedFiles) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }

// ReadLink is there because fs.Lstat demands it.
func (countedFiles) ReadLink(name string) (string, error) { return os.Readlink(name) }

// Open does not block: what is there may have become a pipe since Lstat.
func (files countedFiles) Open(name string) (fs.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	return countedFile{f, files.progress}, nil
}

type countedFile struct {
	*os.File
	progress *progress
}

func (f countedFile) Read(p []byte) (int, error) { return countedReader{f.File, f.progress}.Read(p) }
