package evidence_test

import (
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/evidence"
)

// recorded passes one output through a Recorder.
func recorded(output string, opts ...evidence.RecorderOption) evidence.Run {
	rec := evidence.NewRecorder(opts...)
	rec.Add(evidence.Run{Kind: evidence.Shell, Command: "x", Output: output, Kept: true})
	return rec.Record().Runs[0]
}

func TestTerminalReduction_E1(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain", "ok\n", "ok\n"},
		{"SGR", "\x1b[1;32mok\x1b[0m", "ok"},
		{"CSI with private and intermediate bytes", "\x1b[?25l\x1b[0 qok", "ok"},
		{"OSC ended by BEL", "\x1b]0;title\aok", "ok"},
		{"OSC ended by ST", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"},
		{"OSC never ended", "\x1b]0;title\nok", "\nok"},
		{"OSC cancelled", "\x1b]0;ti\x18ok", "ok"},
		{"OSC cut by another escape", "\x1b]0;ti\x1b[0mok", "ok"},
		{"device string", "\x1bP1$r\x1b\\ok", "ok"},
		{"two-byte escape", "\x1b7\x1bMok\x1b=", "ok"},
		{"charset", "\x1b(Bok", "ok"},
		{"escape at the end", "ok\x1b", "ok"},
		{"CSI at the end", "ok\x1b[1;", "ok"},
		{"CSI broken by text", "\x1b[1éok", "éok"},
		{"CSI broken by a line", "\x1b[1\nok", "\nok"},
		{"CSI broken by an escape", "\x1b[1\x1b[mok", "ok"},
		{"CRLF", "a\r\nb\r\n", "a\nb\n"},
		{"two CR before LF", "a\r\r\nb", "a\nb"},
		{"lone CR", " 10%\r100%", "100%"},
		{"CR overwrites in place", "abc\rX", "Xbc"},
		{"CR overwrites code points", "日本語\rné", "né語"},
		{"BS", "abcd\b\bX", "abXd"},
		{"BS at the start", "\b\bab", "ab"},
		{"BS does not pass a line", "a\n\bb", "a\nb"},
		{"erase to the end", "abcdef\rab\x1b[K", "ab"},
		{"erase to the end, spelled 0", "abcdef\rab\x1b[0KX", "abX"},
		{"erase behind the end", "ab\x1b[Kc", "abc"},
		{"erase the line", "loading\r\x1b[2Kdone", "done"},
		{"erase the line in place", "ab\x1b[2Kc", "  c"},
		{"erase what is erased", "ab\x1b[2K\x1b[K", ""},
		{"erase twice", "ab\x1b[2K\rcd\x1b[2K\re", "e"},
		{"erase to the start is not followed", "ab\x1b[1Kc", "abc"},
		{"erase with more parameters", "ab\r\x1b[0;1Kc", "cb"},
		{"other CSI", "ab\x1b[2Jc\x1b[1A", "abc"},
		{"a CR without effect", "ab\r", "ab"},
		{"invalid UTF-8", "a\xffb\xe2\x82", "a\ufffdb\ufffd\ufffd"},
		{"white space stays", "a\tb\vc\fd\n", "a\tb\vc\fd\n"},
		{"other controls are not shown", "\x00a\x01\x07\x0e\x18\x1a\x1c\x1f\x7fb", "ab"},
		{"controls take no column", "ab\x00\b\x07X", "aX"},
		{"controls inside a CSI", "\x1b[\x003\x07\x7f1mok", "ok"},
		{"controls inside an escape", "\x1b\x00(\x07Bok", "ok"},
		{"CSI cancelled", "\x1b[3\x181mok", "1mok"},
		{"escape substituted", "\x1b\x1aok", "ok"},
		{"8-bit CSI", "\u009b1;32mok\u009b0m", "ok"},
		{"8-bit CSI erases", "abc\r\u009b2Kd", "d"},
		{"8-bit CSI in a CSI", "\x1b[1\u009b31mok", "ok"},
		{"8-bit CSI as a byte is broken UTF-8", "\x9b1mok", "\ufffd1mok"},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, recorded(test.in).Output)
		})
	}
}

func TestCutOutput_E1(t *testing.T) {
	for _, test := range []struct {
		name, in, want string
		truncated      bool
	}{
		{"short", "é", "é", false},
		{"exactly", strings.Repeat("é", 500), strings.Repeat("é", 500), false},
		{"one more", strings.Repeat("日", 501), strings.Repeat("日", 500), true},
		{"a line break more", strings.Repeat("x", 500) + "\n", strings.Repeat("x", 500), true},
		{"the rest erased", strings.Repeat("x", 600) + "\r" + strings.Repeat("y", 20) + "\x1b[K", strings.Repeat("y", 20), false},
		{"the rest overwritten", strings.Repeat("x", 600) + "\ry", "y" + strings.Repeat("x", 499), true},
		{"only escapes more", strings.Repeat("x", 500) + "\x1b[0m\x1b]0;t\a", strings.Repeat("x", 500), false},
		{"a progress bar that never ends a line", strings.Repeat("50%\r", 10000) + "done", "done", false},
		{"lines", strings.Repeat("line\n", 200), strings.Repeat("line\n", 100), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, opts := range [][]evidence.RecorderOption{nil, {evidence.WithRedact(func(s string) string { return s })}} {
				run := recorded(test.in, opts...)
				assert.Equal(t, test.want, run.Output)
				assert.Equal(t, test.truncated, run.Truncated)
			}
		})
	}
}

func TestRedactHook_E1(t *testing.T) {
	hook := evidence.WithRedact(func(s string) string { return strings.ReplaceAll(s, "s3cret", evidence.RedactedMark) })
	run := recorded("token=s3\x1b[0mcret", hook)
	assert.Equal(t, "token=[REDACTED]", run.Output, "the hook sees reduced text")

	run = recorded(strings.Repeat("x", 497)+"s3cret", hook)
	assert.Equal(t, strings.Repeat("x", 497)+"[RE", run.Output, "a secret over the cut is redacted before it")
	assert.True(t, run.Truncated)

	run = recorded(strings.Repeat("s3cret", 100_000), evidence.WithRedact(func(s string) string {
		assert.LessOrEqual(t, utf8.RuneCountInString(s), 64<<10)
		return "short\xff"
	}))
	assert.Equal(t, "short\ufffd", run.Output)
	assert.True(t, run.Truncated, "the hook did not see all of it")
}

func TestRecorderKeepsCallOrder_E1(t *testing.T) {
	rec := evidence.NewRecorder()
	first := rec.Start(evidence.Run{Kind: evidence.Shell, Command: "first", Exit: new(7), Output: "x", Kept: true, Truncated: true, Killed: true})
	rec.Add(evidence.Run{Kind: evidence.Read, Path: "a.go", Truncated: true})
	second := rec.Start(evidence.Run{Kind: evidence.Shell, Command: "second"})
	second.Finish(evidence.Outcome{Exit: new(2), Killed: true})

	runs := rec.Record().Runs
	require.Len(t, runs, 3)
	assert.Equal(t, evidence.Run{Kind: evidence.Shell, Command: "first"}, runs[0], "a call that is not over has no exit and no output")
	assert.Equal(t, evidence.Run{Kind: evidence.Read, Path: "a.go", Truncated: true}, runs[1])
	assert.Equal(t, evidence.Run{Kind: evidence.Shell, Command: "second", Exit: new(2), Kept: true, Killed: true}, runs[2])

	_, err := io.WriteString(first, "out")
	require.NoError(t, err)
	_, err = io.WriteString(first, "put\n")
	require.NoError(t, err)
	first.Finish(evidence.Outcome{Exit: new(0), Truncated: true})
	first.Finish(evidence.Outcome{Exit: new(9)})
	_, err = io.WriteString(first, "more")
	require.ErrorIs(t, err, evidence.ErrFinished)
	assert.Equal(t, evidence.Run{Kind: evidence.Shell, Command: "first", Exit: new(0), Output: "output\n", Kept: true, Truncated: true}, rec.Record().Runs[0])
}

func TestRecorderDetails_E1(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	rec := evidence.NewRecorder(evidence.WithClock(func() time.Time { return now }))
	argv := []string{"grep", "-q", "a b", "it's"}
	exit := 1
	rec.Add(evidence.Run{Kind: evidence.Shell, Argv: argv, Exit: &exit})
	rec.Add(evidence.Run{Kind: evidence.Shell, Command: "x", At: now.Add(time.Hour)})
	lost := rec.Start(evidence.Run{Kind: evidence.Shell, Command: "lost"})
	_, err := io.WriteString(lost, "dropped")
	require.NoError(t, err)
	lost.Finish(evidence.Outcome{NoOutput: true})

	argv[0], exit = "changed", 9
	got := rec.Record()
	assert.Equal(t, `grep -q 'a b' 'it'\''s'`, got.Runs[0].Command)
	assert.Equal(t, "grep", got.Runs[0].Argv[0])
	assert.Equal(t, 1, *got.Runs[0].Exit)
	assert.Equal(t, now, got.Runs[0].At)
	assert.Equal(t, now.Add(time.Hour), got.Runs[1].At)
	assert.False(t, got.Runs[2].Kept)
	assert.Empty(t, got.Runs[2].Output)
	assert.False(t, got.Incomplete)

	*got.Runs[0].Exit = 5
	got.Runs[0].Argv[0] = "changed"
	rec.MarkIncomplete()
	again := rec.Record()
	assert.Equal(t, 1, *again.Runs[0].Exit)
	assert.Equal(t, "grep", again.Runs[0].Argv[0])
	assert.True(t, again.Incomplete)
}

// TestRecorderConcurrently_E1 lets many calls write and finish at once while
// the record is read.
func TestRecorderConcurrently_E1(t *testing.T) {
	rec := evidence.NewRecorder(evidence.WithRedact(strings.ToUpper))
	const calls = 32
	var group sync.WaitGroup
	for i := range calls {
		call := rec.Start(evidence.Run{Kind: evidence.Shell, Command: strconv.Itoa(i)})
		for range 2 { // stdout and stderr
			group.Go(func() {
				for range 20 {
					_, _ = io.WriteString(call, "ok\r\n") // after Finish it is refused
				}
			})
		}
		for range 2 { // only one of them counts
			group.Go(func() { call.Finish(evidence.Outcome{Exit: new(i)}) })
		}
		group.Go(func() {
			_ = rec.Record()
			rec.MarkIncomplete()
		})
	}
	group.Wait()
	for i, run := range rec.Record().Runs {
		assert.Equal(t, i, *run.Exit)
		assert.Empty(t, strings.ReplaceAll(run.Output, "OK\n", ""))
	}
}

// TestRecorderMemory_E1 writes much more than it may keep.
func TestRecorderMemory_E1(t *testing.T) {
	rec := evidence.NewRecorder(evidence.WithRedact(func(s string) string { return s }))
	chunk := []byte(strings.Repeat("no line ever ends here \x1b[1m", 1000))
	call := rec.Start(evidence.Run{Kind: evidence.Shell, Command: "x"})
	_, err := call.Write(chunk)
	require.NoError(t, err)
	perWrite := testing.AllocsPerRun(200, func() { _, _ = call.Write(chunk) })
	assert.Less(t, perWrite, 1.0, "a call that is full must not grow")
	call.Finish(evidence.Outcome{})
	run := rec.Record().Runs[0]
	assert.True(t, run.Truncated)
	assert.Len(t, run.Output, evidence.MaxOutput)
}

func FuzzRecorder(f *testing.F) {
	for _, seed := range []string{
		"\x1b[1;32mok\x1b[0m\r\n", "abc\rX\b\b\x1b[K", "\x1b]0;t\a", "\x1b]x", "ab\x1b[2Kc\r\x1b[2K", "\xe2\x82\xac\xe2\x82", "\x1b(B\x1b[", strings.Repeat("é\r\n", 400), "\x1bPq\x1b\x1b\\x", "\u009b1\x00mok\x7f\x1b\x1a", "\x1b]t\x1b\x00\\ok",
	} {
		f.Add([]byte(seed), uint8(3), false)
		f.Add([]byte(seed), uint8(1), true)
	}
	f.Fuzz(func(t *testing.T, output []byte, chunk uint8, hook bool) {
		var opts []evidence.RecorderOption
		if hook {
			opts = append(opts, evidence.WithRedact(func(s string) string { return s }))
		}
		whole := recorded(string(output), opts...)
		rec := evidence.NewRecorder(opts...)
		call := rec.Start(evidence.Run{Kind: evidence.Shell, Command: "x"})
		for rest := output; len(rest) > 0; {
			n := min(len(rest), int(chunk)+1)
			_, err := call.Write(rest[:n])
			require.NoError(t, err)
			rest = rest[n:]
		}
		call.Finish(evidence.Outcome{})
		assert.Equal(t, whole, rec.Record().Runs[0], "pieces of %d bytes give something else", int(chunk)+1)

		assert.True(t, utf8.ValidString(whole.Output))
		assert.LessOrEqual(t, utf8.RuneCountInString(whole.Output), evidence.MaxOutput)
		again := recorded(whole.Output, opts...)
		assert.Equal(t, whole.Output, again.Output, "reducing twice changes it")
		controls := func(r rune) bool { return r < ' ' && (r < '\t' || r > '\f') || r == '\x7f' || r == '\u009b' }
		assert.False(t, strings.ContainsFunc(whole.Output, controls), "%q", whole.Output)
		if plain := string(output); !strings.ContainsFunc(plain, controls) && utf8.Valid(output) {
			assert.True(t, strings.HasPrefix(plain, whole.Output))
			assert.Equal(t, len(plain) > len(whole.Output), whole.Truncated)
		}
	})
}
