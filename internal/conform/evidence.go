package conform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/handfast-go/handfast/evidence"
	"github.com/handfast-go/handfast/evidence/artifact"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

func evidenceCalls() map[string]call {
	return map[string]call{
		"evidence.check":             evidenceCheck,
		"evidence.normalize_verdict": evidenceVerdict,
		"evidence.payload":           evidencePayload,
		"evidence.artifact_path":     evidencePath,
	}
}

func evidenceVerdict(in json.RawMessage) (any, error) {
	text, err := stringMember(in, "text")
	if err != nil {
		return nil, err
	}
	return map[string]bool{"verdict": evidence.IsVerdict(text)}, nil
}

type reasoned struct {
	Field  string          `json:"field"`
	Reason evidence.Reason `json:"reason"`
}

func evidenceCheck(in json.RawMessage) (any, error) {
	o, err := readObject(string(in))
	if err != nil {
		return nil, err
	}
	claims := evidence.Claims{Verification: o.member("verification"), VerbatimOutputs: o.member("verbatim_outputs")}
	turn, err := evidenceTurn(o.member("turn"))
	if err != nil {
		return nil, err
	}
	record, err := evidenceRecord(o.member("record"))
	if err != nil {
		return nil, err
	}
	rows, err := evidenceRows(o.member("evidence"))
	if err != nil {
		return nil, err
	}
	programs, err := stringList(o.member("programs"))
	if err != nil {
		return nil, err
	}
	report, err := evidence.Check(context.Background(), claims, turn, record,
		func(_ context.Context, id int64) (evidence.Row, error) {
			if row, found := rows[id]; found {
				return row, nil
			}
			return evidence.Row{}, evidence.ErrNotFound
		},
		evidence.CheckOptions{LookPath: func(name string) (string, error) {
			if slices.Contains(programs, name) {
				return "/usr/bin/" + name, nil
			}
			return "", exec.ErrNotFound
		}})
	if err != nil {
		return nil, err
	}
	refused, skipped := []reasoned{}, []reasoned{}
	for _, r := range report.Refused {
		refused = append(refused, reasoned{r.Field, r.Reason})
	}
	for _, s := range report.Skipped {
		skipped = append(skipped, reasoned{s.Field, s.Reason})
	}
	return map[string]any{"ok": report.OK(), "refused": refused, "skipped": skipped}, nil
}

func evidenceTurn(raw json.RawMessage) (evidence.Turn, error) {
	o, err := readObject(string(raw))
	if err != nil {
		return evidence.Turn{}, err
	}
	brief, err := int64Of(o.member("brief_id"))
	if err != nil {
		return evidence.Turn{}, err
	}
	task, err := stringOrNull(o.member("plan_task_id"))
	return evidence.Turn{BriefID: brief, PlanTaskID: task}, err
}

// evidenceRecord reads the record: null is no record, an output of null was
// not kept.
func evidenceRecord(raw json.RawMessage) (*evidence.Record, error) {
	if isNull(raw) {
		return nil, nil //nolint:nilnil // a nil record is a turn without one
	}
	o, err := readObject(string(raw))
	if err != nil {
		return nil, err
	}
	runs, err := list(o.member("runs"))
	if err != nil {
		return nil, err
	}
	record := &evidence.Record{Incomplete: string(o.member("incomplete")) == "true"}
	for _, item := range runs {
		o, err := readObject(string(item))
		if err != nil {
			return nil, err
		}
		run := evidence.Run{Kind: evidence.Shell, Kept: !isNull(o.member("output")), Truncated: string(o.member("truncated")) == "true"}
		if run.Command, err = stringOrNull(o.member("command")); err != nil {
			return nil, err
		}
		if run.Output, err = stringOrNull(o.member("output")); err != nil {
			return nil, err
		}
		if exit := o.member("exit"); !isNull(exit) {
			code, err := strconv.Atoi(string(exit))
			if err != nil {
				return nil, err
			}
			run.Exit = &code
		}
		record.Runs = append(record.Runs, run)
	}
	return record, nil
}

func evidenceRows(raw json.RawMessage) (map[int64]evidence.Row, error) {
	items, err := list(raw)
	if err != nil {
		return nil, err
	}
	rows := make(map[int64]evidence.Row, len(items))
	for _, item := range items {
		o, err := readObject(string(item))
		if err != nil {
			return nil, err
		}
		id, err := int64Of(o.member("id"))
		if err != nil {
			return nil, err
		}
		row := evidence.Row{ID: id}
		if row.BriefID, err = int64Of(o.member("brief_id")); err != nil {
			return nil, err
		}
		if row.TaskID, err = stringOrNull(o.member("task_id")); err != nil {
			return nil, err
		}
		polarity, err := stringOrNull(o.member("polarity"))
		if err != nil {
			return nil, err
		}
		row.Polarity = evidence.Polarity(polarity)
		rows[id] = row
	}
	return rows, nil
}

func evidencePayload(in json.RawMessage) (any, error) {
	rules := []string{}
	err := withArtifactRoot(in, func(o object, root *artifact.Root) error {
		_, problems := evidence.ParsePayload(o.member("payload"), root.Check)
		for _, p := range problems {
			rules = append(rules, p.Rule)
		}
		return nil
	})
	return map[string]any{"ok": len(rules) == 0, "rules": rules}, err
}

func evidencePath(in json.RawMessage) (any, error) {
	var verdict error
	err := withArtifactRoot(in, func(o object, root *artifact.Root) error {
		path, err := stringOrNull(o.member("artifact_path"))
		if err != nil {
			return err
		}
		verdict = root.Check(path)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var refused *artifact.PathError
	if verdict != nil && !errors.As(verdict, &refused) {
		return nil, verdict
	}
	return map[string]bool{"ok": verdict == nil}, nil
}

// folders are what {ROOT} and {HOME} stand for in a vector.
type folders struct{ data, home string }

// withArtifactRoot lays out a data folder as the vector asks, opens the
// artifact root in it, and calls use with the vector's input, in which {ROOT}
// and {HOME} name real folders.
func withArtifactRoot(in json.RawMessage, use func(object, *artifact.Root) error) (err error) {
	base, err := os.MkdirTemp("", "handfast")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(base)) }()
	// The temporary folder may itself be reached through a link.
	if base, err = filepath.EvalSymlinks(base); err != nil {
		return err
	}
	at := folders{data: filepath.Join(base, "data"), home: filepath.Join(base, "home")}
	for _, dir := range []string{at.data, at.home} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	o, err := readObject(strings.NewReplacer("{ROOT}", at.data, "{HOME}", at.home).Replace(string(in)))
	if err != nil {
		return err
	}
	if err := layOut(o.member("fs"), base); err != nil {
		return err
	}
	root, err := artifact.OpenRoot(filepath.Join(at.data, "evidence"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	return use(o, root)
}

// layOut creates what "fs" lists: dir, file, symlink. It makes nothing outside
// base.
func layOut(raw json.RawMessage, base string) error {
	steps, err := list(raw)
	if err != nil {
		return err
	}
	for _, step := range steps {
		o, err := readObject(string(step))
		if err != nil {
			return err
		}
		op, err := stringOrNull(o.member("op"))
		if err != nil {
			return err
		}
		path, err := stringOrNull(o.member("path"))
		if err != nil {
			return err
		}
		if inside, err := filepath.Rel(base, path); err != nil || !filepath.IsLocal(inside) {
			return fmt.Errorf("%q is outside of what a vector may make", path)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		switch op {
		case "dir":
			err = os.MkdirAll(path, 0o700)
		case "file":
			err = os.WriteFile(path, nil, 0o600)
		case "symlink":
			var target string
			if target, err = stringOrNull(o.member("target")); err == nil {
				err = os.Symlink(target, path)
			}
		default:
			err = fmt.Errorf("%q is no step", op)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func isNull(raw json.RawMessage) bool { return raw == nil || string(raw) == "null" }

// list returns the elements of a list; null and absent are empty.
func list(raw json.RawMessage) ([]json.RawMessage, error) {
	if isNull(raw) {
		return nil, nil
	}
	var items []json.RawMessage
	err := json.Unmarshal(raw, &items)
	return items, err
}

func stringList(raw json.RawMessage) ([]string, error) {
	if isNull(raw) {
		return nil, nil
	}
	var items []string
	err := json.Unmarshal(raw, &items)
	return items, err
}

// stringOrNull reads a string; null and absent are empty.
func stringOrNull(raw json.RawMessage) (string, error) {
	if isNull(raw) {
		return "", nil
	}
	if raw[0] != '"' {
		return "", fmt.Errorf("%s is not a string", raw)
	}
	return jsonscan.Unescape(string(raw[1 : len(raw)-1])), nil
}

// int64Of reads a whole number; null and absent are 0.
func int64Of(raw json.RawMessage) (int64, error) {
	if isNull(raw) {
		return 0, nil
	}
	return strconv.ParseInt(string(raw), 10, 64)
}
