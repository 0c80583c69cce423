package artifact_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/artifact"
)

// A text that is too large for a row goes into a file below the root, and the
// row gets the path. Later the path is judged before anything is opened.
func Example() {
	dir, err := os.MkdirTemp("", "artifacts")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	root, err := artifact.OpenRoot(dir)
	if err != nil {
		panic(err)
	}
	defer func() { _ = root.Close() }()

	row := evidence.Row{BriefID: 7, ACID: "AC-1", Type: evidence.CommandOutput, Text: strings.Repeat("ok\n", 2000)}
	place := artifact.Place{Workspace: "shop", Brief: "checkout", ACID: row.ACID}
	stored, minted, err := artifact.Deposit(context.Background(), root, place, row)
	fmt.Println(minted, len(stored.Text), stored.SizeBytes, err)
	fmt.Println(filepath.Ext(stored.ArtifactPath), root.Check(stored.ArtifactPath))
	fmt.Println(root.Check("/etc/passwd"))
	// Output:
	// true 0 6000 <nil>
	// .txt <nil>
	// artifact: "/etc/passwd" lies outside the artifact root; give the path that was handed out when the file was deposited
}

func ExampleRoot_Mint() {
	dir, err := os.MkdirTemp("", "artifacts")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	root, err := artifact.OpenRoot(dir)
	if err != nil {
		panic(err)
	}
	defer func() { _ = root.Close() }()

	file, err := root.Mint(context.Background(), artifact.Place{Workspace: "shop", Brief: "checkout", ACID: "AC-1"}, ".log", strings.NewReader("ok\n"))
	fmt.Println(file.SizeBytes, file.SHA256[:8], err)
	_, err = root.Mint(context.Background(), artifact.Place{Workspace: "shop", Brief: "..", ACID: "AC-1"}, ".log", strings.NewReader("ok\n"))
	fmt.Println(err)
	// Output:
	// 3 dc51b8c9 <nil>
	// artifact: the brief ".." is a step, not a name
}
