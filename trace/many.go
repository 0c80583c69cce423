package trace

import (
	"io"
	"io/fs"
	"iter"
)

// A trace that cannot be read, the ceiling being the usual reason, is treated in
// one of four ways (T-10). Whoever decides whether work was delivered takes the
// error of Read and stops. Whoever only watches calls a Try function and goes
// on without. Whoever lists many traces ranges over ReadFiles, and says which
// ones are missing. Whoever was asked for one by name answers with HTTPStatus.

// TryRead is Read for callers to whom a trace that cannot be read is as good as
// none.
func TryRead(r io.Reader, spec Spec, opts ...Option) (fields Fields, ok bool) {
	return try(Read(r, spec, opts...))
}

// TryReadFile is ReadFile for callers to whom a trace that cannot be read is as
// good as none.
func TryReadFile(path string, spec Spec, opts ...Option) (fields Fields, ok bool) {
	return try(ReadFile(path, spec, opts...))
}

// TryReadFS is ReadFS for callers to whom a trace that cannot be read is as good
// as none.
func TryReadFS(fsys fs.FS, name string, spec Spec, opts ...Option) (fields Fields, ok bool) {
	return try(ReadFS(fsys, name, spec, opts...))
}

func try(fields Fields, err error) (Fields, bool) { return fields, err == nil }

// Row is one trace of many.
type Row struct {
	// Name is the path or name as it was given.
	Name string
	// Fields is what was read, the zero Fields when the trace was skipped.
	Fields Fields
	// Skipped is nil, or the *ReadError for which the trace was skipped.
	Skipped error
}

// ReadFiles reads many traces, one at a time and in the given order, and yields
// a row for each: a trace that cannot be read is skipped by name, and does not
// stop the others. The one error it yields, first and last, is a Spec that no
// trace could satisfy (ErrModelContent).
func ReadFiles(paths iter.Seq[string], spec Spec, opts ...Option) iter.Seq2[Row, error] {
	return readMany(paths, spec, opts, func(path string) (Fields, error) {
		return ReadFile(path, spec, opts...)
	})
}

// ReadFilesFS is ReadFiles for the names in fsys.
func ReadFilesFS(fsys fs.FS, names iter.Seq[string], spec Spec, opts ...Option) iter.Seq2[Row, error] {
	return readMany(names, spec, opts, func(name string) (Fields, error) {
		return ReadFS(fsys, name, spec, opts...)
	})
}

func readMany(names iter.Seq[string], spec Spec, opts []Option, read func(string) (Fields, error)) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		p := newProjection()
		err := p.configure(spec, opts)
		p.release()
		if err != nil {
			yield(Row{}, err)
			return
		}
		for name := range names {
			fields, err := read(name)
			if !yield(Row{Name: name, Fields: fields, Skipped: err}, nil) {
				return
			}
		}
	}
}
