// Package artifact keeps evidence that is too large for a row in files below
// one root folder, and tells paths below it from paths that only look so.
//
//	root, err := artifact.OpenRoot("/var/lib/harness/evidence")
//	…
//	place := artifact.Place{Workspace: "shop", Brief: "checkout", ACID: "AC-1"}
//	file, err := root.Mint(ctx, place, ".log", output)
//	row := evidence.Row{ArtifactPath: file.Path, SHA256: file.SHA256, …}
//
// # Model
//
// A file is minted once and never changed:
// <root>/<workspace>/<brief>/<acceptance criterion>/<uuid><ext>. What agents
// say about files arrives as absolute paths; [Root.Resolve] follows the links
// of the part that exists and accepts what then lies strictly below the root.
//
// # Guarantees
//
// A minted file is whole or absent: it is written under a temporary name,
// synced and renamed. Everything is opened through [os.Root], so that a link
// which is put in place between a check and its use leads nowhere. Names are
// random (UUID version 4), so that nobody can guess a file or overwrite one.
//
// # Errors
//
// [*PathError] is a claimed path that is refused, [*PlaceError] a place that
// is no safe folder name, [ErrTooLarge] and [ErrNoRoot] say what they say.
// Errors name the path that was claimed and never the root, because tenants
// read them.
//
// # Limits
//
// A component of a place has at most 128 bytes, an extension 16, and a file as
// many as [WithMaxBytes] allows. Resolve follows at most 255 links.
package artifact
