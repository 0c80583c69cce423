// Package receipt reads and checks the papers of a publication: which commit
// was published, and which files, byte for byte.
//
// When a harness publishes what agents made, it must be possible to say later
// what exactly went out and whether it is still the same. A receipt answers
// only when it was strict on the day it was written, so these readers refuse
// whatever they do not know:
//
//	manifest, err := receipt.ParseManifest(data)
//	…
//	result, err := receipt.Revalidate(manifest, root.FS()) // an os.Root: links lead nowhere
//	if !result.Unchanged { … } // result.Changed, result.Removed, …
//
// # Model
//
// A [Publication] names the commit and where it stands. A [Manifest] lists
// files with size, digest and mode: the files that were named (explicit
// coverage), or the complete filtered inventory of a workspace. A [Declared]
// is the list of outputs that a run wrote about itself; nothing follows from it
// but what it says.
//
// # Guarantees
//
// A manifest has one canonical encoding, and its digest is that of those
// bytes, however the document was spaced. Coverage is part of the evidence:
// [Revalidate] checks what the manifest recorded and never more, so that an old
// explicit manifest does not turn into a statement about a whole workspace.
//
// # Errors
//
// The readers return a [*FormError] that lists what is wrong, each with its
// path: first everything about shapes, and once those are right everything
// about values. Revalidate returns a verdict for what has changed and a [*ReadError]
// only for what could not be read.
//
// # Limits
//
// A document has at most 8 MiB and 256 levels. Lengths of text are counted in
// UTF-16 code units, as the other readers of these documents count, sizes in
// bytes up to 2^53-1.
package receipt
