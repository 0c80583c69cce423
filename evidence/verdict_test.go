package evidence_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/handfast-go/handfast/evidence"
)

func TestNormalizeVerdict_E5(t *testing.T) {
	for text, want := range map[string]string{
		"pass": "pass", " PASS ": "pass", "**PASS** ✅": "pass pass", "<b>pass</b>": "pass", "pass/ok": "pass ok", "ＰＡＳＳ": "pass",
		"12880 passed, 0 failed": "12880 passed 0 failed", "Pass\u200b": "pass", "pa\ufe0fss": "pass", "✔️ok": "pass ok", "✗✘": "fail fail",
		"“PASS”": "pass", "~~pass~~": "pass", "_pass_": "pass", "`pass`": "pass", "[pass](x)": "pass x", "n/a": "n a", "99.5%": "99 5%", "5 %": "5",
		"ß": "ss", "ﬁne": "fine", "pass\tpass\u00a0pass\u2003pass\r\n": "pass pass pass pass", "": "", "...": "", "<pass>": "", "a<b": "a b", "<1>": "1",
		"pass\u2044ok": "pass ok", "$PASS": "$pass", "½": "1 2", "\xffok": "\ufffdok", "✅✅": "pass pass", "=== PASS ===": "pass", "<br/>ok": "ok", "</b": "b",
	} {
		assert.Equal(t, want, evidence.NormalizeVerdict(text), "%q", text)
	}
}

func TestReadsAsPass_E5(t *testing.T) {
	for text, want := range map[string]bool{
		"pass": true, "PASS.": true, "✅": true, "pass pass": true, "**Pass** ✔": true, "Ｐass": true,
		"": false, "passed": false, "ok": false, "pass?no": false, "passes": false, "pass 5": false, "not pass": false, "❌": false, "pass ✗": false, "PASS-ED": false,
	} {
		assert.Equal(t, want, evidence.ReadsAsPass(text), "%q", text)
	}
}

func TestIsVerdict_E5(t *testing.T) {
	for text, want := range map[string]bool{
		"ok": true, "PASS.": true, "all tests pass": true, "n/a": true, "N / A": true, "42": true, "3, 4": true, "12 passed in 2.31s": true, "100%": true,
		"5 passed, 1 failed, 2 skipped": true, "exit code 0: success": true, "no errors ok": true, "5ms 3s": true, "٤٢": true, "✅": true, "12345678901234567890": true,
		"make check": false, "test -f a": false, "./pass": false, "grep -q PASS log": false, "": false, "...": false, "tests": false, "exit 0": false, "0 errors": false,
		"/bin/true": false, "../ok": false, "~/ok": false, "'./pass'": false, `"/ok"`: false, "  ./pass": false, "n": false, "a": false, "5m": false, "x5": false, "$ok": false,
		"`./pass`": false, "<b>./pass</b>": false, "A=1 ./pass": false, "`<b>A=1 B='x y' ~/ok</b>`": false, "` ./pass`": false, "<code class=\"sh\"> ../ok": false, "A= \"/ok\"": false,
		"`pass`": true, "<b>pass</b>": true, "A=1 pass": true, "pass ./ok": true, "`": false, "A=1": false, "x=1 pass": false,
		"pass the parcel": false, "go test": false, "n b": false,
	} {
		assert.Equal(t, want, evidence.IsVerdict(text), "%q", text)
	}
}

// TestWordLists_E5 holds the lists closed: a word more or less changes what is
// refused.
func TestWordLists_E5(t *testing.T) {
	verdicts, counting := evidence.VerdictWords(), evidence.CountingWords()
	assert.Len(t, verdicts, 23)
	assert.Len(t, counting, 33)
	for _, word := range verdicts {
		assert.True(t, evidence.IsVerdict(word), word)
		assert.False(t, slices.Contains(counting, word), word)
	}
	for _, word := range counting {
		assert.False(t, evidence.IsVerdict(word), word)
		assert.True(t, evidence.IsVerdict(word+" ok"), word)
	}
	verdicts[0] = "changed"
	assert.NotEqual(t, "changed", evidence.VerdictWords()[0])
}

func FuzzNormalizeVerdict(f *testing.F) {
	for _, seed := range []string{
		"**PASS** ✅", "<b>pass</b>", "ＰＡＳＳ", "99.5%", "e\u200d\u0301", "İ", "ﬀ%", "<b<b>", "٤٢%", "\xff\xfe", "ͅ", "ΰ\u0345", "</a></", "½", "ﷺ", "\u1100-\u1161", "n/a",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := evidence.NormalizeVerdict(text)
		assert.Equal(t, once, evidence.NormalizeVerdict(once), "normalising twice changes %q", text)
		assert.Equal(t, once, strings.Join(strings.Fields(once), " "), "spaces of %q", text)
		if evidence.ReadsAsPass(text) {
			assert.Empty(t, strings.Trim(once, "pas "), "%q", text)
			assert.True(t, evidence.IsVerdict(once), "%q reads as pass and is no verdict", text)
		}
	})
}
