package receipt_test

import (
	"fmt"
	"testing/fstest"

	"github.com/handfast-go/handfast/evidence/receipt"
)

// What was published is recorded with its bytes; later the workspace is held
// against it.
func Example() {
	workspace := fstest.MapFS{
		"index.md": {Data: []byte("hello\n"), Mode: 0o644},
	}
	manifest, err := receipt.WorkspaceManifest(workspace)
	if err != nil {
		fmt.Println(err)
		return
	}
	kept, err := manifest.JSON()
	if err != nil {
		fmt.Println(err)
		return
	}

	workspace["notes.md"] = &fstest.MapFile{Data: []byte("later\n")}
	recorded, err := receipt.ParseManifest(kept)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := receipt.Revalidate(recorded, workspace)
	fmt.Println(result.Unchanged, result.Added, err)
	// Output: false [notes.md] <nil>
}

func ExampleParseCommitSHA() {
	_, err := receipt.ParseCommitSHA("main")
	fmt.Println(err)
	// Output: receipt: not a valid commit id: is not a commit id of 40 lower-case hex digits
}

func ExampleParsePublication() {
	_, err := receipt.ParsePublication([]byte(`{"repositoryId":"777","fullName":"owner/docs","url":"https://example.test/owner/docs",` +
		`"defaultBranch":"main","commitSha":"cccccccccccccccccccccccccccccccccccccccc"}`))
	fmt.Println(err)
	// Output: receipt: not a valid publication: baseSha is missing
}

func ExampleParseManifest() {
	manifest, err := receipt.ParseManifest([]byte(`{"version":1,"files":[],"totalBytes":0,"source":"workspace"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	digest, err := manifest.Digest()
	fmt.Println(digest[:16], err)
	// Output: 1e8798dc5c39b69b <nil>
}

func ExampleParseDeclared() {
	declared, err := receipt.ParseDeclared([]byte(`{"version":1,"runId":"run:7","generatedAt":"2026-08-20T12:00:00Z",` +
		`"outputs":["index.html"],"tool":"anything"}`))
	fmt.Println(declared.RunID, declared.Outputs, err)
	// Output: run:7 [index.html] <nil>
}

func ExampleExplicitManifest() {
	files := fstest.MapFS{
		"a.txt": {Data: []byte("one")},
		"b.txt": {Data: []byte("two")},
	}
	manifest, err := receipt.ExplicitManifest(files, "a.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	delete(files, "b.txt")
	result, err := receipt.Revalidate(manifest, files)
	fmt.Println("only a.txt is covered:", result.Unchanged, err)
	// Output: only a.txt is covered: true <nil>
}

// What a manifest listed is compared with what is there now.
func ExampleRevalidate() {
	files := fstest.MapFS{
		"index.md": {Data: []byte("hello\n"), Mode: 0o644},
		"style.md": {Data: []byte("plain\n"), Mode: 0o644},
	}
	manifest, err := receipt.WorkspaceManifest(files)
	if err != nil {
		fmt.Println(err)
		return
	}
	files["index.md"].Data = []byte("hullo\n")
	delete(files, "style.md")
	result, err := receipt.Revalidate(manifest, files)
	fmt.Println(result.Unchanged, result.Changed, result.Removed, err)
	// Output: false [index.md] [style.md] <nil>
}
