// Package conform serves the conformance vectors: one dispatcher from a
// vector's function name to the library call that it exercises.
package conform
