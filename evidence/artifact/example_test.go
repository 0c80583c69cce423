package artifact_test

import (
	"context"
	"errors"
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

// A short text stays in its row. A large one needs a root to go to.
func ExampleDeposit() {
	ctx := context.Background()
	short := evidence.Row{BriefID: 7, ACID: "AC-1", Type: evidence.Text, Text: "the parser is table driven"}
	stored, minted, err := artifact.Deposit(ctx, nil, artifact.Place{}, short)
	fmt.Println(stored.Text, minted, err)

	large := evidence.Row{BriefID: 7, ACID: "AC-1", Type: evidence.CommandOutput, Text: strings.Repeat("ok\n", 2000)}
	_, _, err = artifact.Deposit(ctx, nil, artifact.Place{}, large)
	fmt.Println(errors.Is(err, artifact.ErrNoRoot))
	// Output:
	// the parser is table driven false <nil>
	// true
}

// A link below the root that leads out of it is followed before the path is
// judged, and so is a step upwards.
func ExampleRoot_Resolve() {
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
	if err := os.Symlink(os.TempDir(), filepath.Join(dir, "out")); err != nil {
		panic(err)
	}

	for _, claimed := range []string{"shop/checkout/AC-1/report.txt", "../other/report.txt", "out/report.txt"} {
		name, err := root.Resolve(dir + "/" + claimed)
		refused, isRefused := errors.AsType[*artifact.PathError](err)
		if isRefused {
			fmt.Println(claimed, refused.Reason)
			continue
		}
		fmt.Println(name, err)
	}
	// Output:
	// shop/checkout/AC-1/report.txt <nil>
	// ../other/report.txt lies outside the artifact root
	// out/report.txt lies outside the artifact root
}
