package evidence_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/handfast-go/handfast/evidence"
)

// FuzzCheck throws any claims at a record of two runs. Whatever they are,
// Check judges or says that they are not JSON; no claim both holds and is
// refused, every entry gets a verdict, and messages stay short.
func FuzzCheck(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"command":"go test","result":"pass","expect_exit":1,"evidence_ids":[41]}`, `[{"command":"go test","excerpt":"15 passed ... ok"}]`},
		{`{"command":"**PASS**"}`, `["x",{"evidence_id":42},{"command":"go vet","output":"…"}]`},
		{`{"command":"<b>go</b> test","evidence_ids":["x"]}`, `[{"stdout":1,"excerpt":2,"output":"a"}]`},
		{`[]`, `{}`},
		{`{"command":"A='b`, `[{"command":"","excerpt":"\u001b["}]`},
	} {
		for mode := range uint8(4) {
			f.Add(seed[0], seed[1], mode)
		}
	}
	f.Fuzz(func(t *testing.T, verification, quotes string, mode uint8) {
		var turn *evidence.Record
		if mode&1 != 0 {
			turn = record(shell("go test", 0, "15 passed\nok"), with(shell("go vet", 1, "[REDACTED] x"), cut))
			turn.Incomplete = mode&2 != 0
		}
		claims := evidence.Claims{Verification: []byte(verification), VerbatimOutputs: []byte(quotes)}
		report, err := evidence.Check(t.Context(), claims, evidence.Turn{BriefID: 7}, turn, rows, evidence.CheckOptions{LookPath: lookPath})
		if err != nil {
			var unread *evidence.ClaimsError
			require.ErrorAs(t, err, &unread)
			assert.False(t, report.OK())
			return
		}
		refused := map[string]bool{}
		judged := map[string]bool{}
		for _, r := range report.Refused {
			refused[r.Field], judged[r.Field] = true, true
			assert.Less(t, utf8.RuneCountInString(r.Detail), 3000, r.Detail)
			assert.NotEmpty(t, r.Repair)
		}
		for _, s := range report.Skipped {
			judged[s.Field] = true
		}
		for _, field := range report.Checked {
			assert.False(t, refused[field], "%s holds and is refused", field)
			judged[field] = true
		}
		assert.Equal(t, len(refused) == 0, report.OK())
		assert.True(t, gjson.ValidBytes(report.JSON()))
		for i := range gjson.Parse(quotes).Array() {
			if !gjson.Parse(quotes).IsArray() {
				break
			}
			field := "evidence_report.verbatim_outputs[" + strconv.Itoa(i) + "]"
			found := false
			for at := range judged {
				found = found || at == field || strings.HasPrefix(at, field+".")
			}
			assert.True(t, found, "%s got no verdict", field)
		}
	})
}
