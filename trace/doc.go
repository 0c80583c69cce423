// Package trace reads what an orchestrator needs from the record of a run, of any
// size, without holding it.
//
// The trace of a run is one JSON object: what ran, the list of its events, how it
// ended. It grows with the work that was done, by some 19 KB for every tool call,
// so a reader that decodes it pays for every byte of it, and one that bounds it
// by a constant calls delivered work failed. This package bounds what it takes
// out instead:
//
//	fields, err := trace.ReadFile(path, trace.CoordinatorSpec())
//	if err != nil {
//		return err // the trace could not be read: that says nothing about the run
//	}
//	delivered := fields.Shape("result") != trace.ShapeAbsent && fields.Shape("error") == trace.ShapeAbsent
//
// # Model
//
// [Read] enumerates the members at depth 1 in one pass, and returns the values of
// some and the JSON types of others, by name. Members that a model wrote are read
// as types alone unless the caller insists.
//
// [ReadEvents] streams the identities of the events: who acted, with which
// element, on which skill, in which branch. [Derive] makes a [Signature] of each
// execution from them, the sequence of element names it used; a [Reference]
// collects those that were completed and credited, and [Reference.Judge] says how
// much a new one resembles them.
//
// [Citations] keep in a trace what a model was shown, by reference and a preview,
// so that a trace does not grow with every call that repeats it.
//
// # Guarantees
//
// A member is absent only when the whole text was read, to its closing brace and
// behind it to its end: a missing "error" in half a file is never taken for
// "no error". The zero [Fields], which comes with every error, calls no member
// absent. The memory of a read is one pooled chunk of 64 KiB and what is captured,
// whatever the text; nesting is a counter, and nothing recurses. The result never
// depends on how a reader cuts the text. A file is opened without following
// links and without blocking.
//
// Below depth 1 only strings and brackets are followed: a text that is broken
// there alone is accepted. What is captured is exact, or the text is refused.
//
// All functions are safe for concurrent use. Nothing here keeps state between
// calls but a pool of buffers.
//
// # Errors
//
// Every error is a [*ReadError] with a [Code] that errors.Is finds, and the byte
// at which reading stopped. No text of an error shows a path. [Codes] explains
// them, and [HTTPStatus] turns them into an answer.
//
// # Limits
//
// [Limits], with defaults for a name, a value, all captured values and the whole
// text ([MaxTraceBytes], 32 MiB). Raising the last one costs time and no memory.
package trace
