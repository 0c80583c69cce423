package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/handfast-go/handfast/trace"
)

// scoresOf are the signatures of a run beside those of earlier ones.
type scoresOf struct {
	RunID     string      `json:"run_id"`
	Reference referenceOf `json:"reference"`
	Scores    []scored    `json:"scores"`
}

// referenceOf says how much is known.
type referenceOf struct {
	Runs       int `json:"runs"`
	Signatures int `json:"signatures"`
	PerKey     int `json:"per_key"`
}

// scored is one signature. The names of its members are those of the signature.
type scored struct {
	Signature trace.Signature `json:"signature"`
	// Path is the way that the execution took, for people.
	Path string `json:"path"`
	// Samples are the signatures it could be compared with. Below MinSamples
	// there is no score.
	Samples int    `json:"samples"`
	Score   *score `json:"score"`
}

type score struct {
	Score        float64 `json:"score"`
	ObservedLen  int     `json:"observedLen"`
	PredictedLen float64 `json:"predictedLen"`
	NearestLen   int     `json:"nearestLen"`
	LengthRatio  float64 `json:"lengthRatio"`
	SampleSize   int     `json:"sampleSize"`
}

func (s scoresOf) text(w *bytes.Buffer) {
	var cells [][]any
	for _, one := range s.Scores {
		shown, length := "-", "-"
		if one.Score != nil {
			shown = fmt.Sprintf("%.2f", one.Score.Score)
			length = fmt.Sprintf("%d of %g", one.Score.ObservedLen, one.Score.PredictedLen)
		}
		cells = append(cells, []any{
			one.Signature.ExecutionID, one.Signature.Key.ID(), stateOf(one.Signature), shown, length, count(one.Samples, "sample"), one.Path,
		})
	}
	table(w, cells)
	fmt.Fprintf(w, "%s against %s of %s\n",
		count(len(s.Scores), "signature"), count(s.Reference.Signatures, "signature"), count(s.Reference.Runs, "run"))
}

func (a *app) traceScoreCommand() *cobra.Command {
	var (
		references []string
		perKey     int
		maxBytes   int64
	)
	cmd := &cobra.Command{
		Use:   "score FILE",
		Short: "Say how much the executions of a run resemble those that were credited before",
		Long: `Derive the signatures of the trace in FILE, and compare each with those of its
actor and skill in the references: earlier traces, oldest first, each with a
--reference of its own. Of them only executions that were completed and credited
count, the newest of each key. One of FILE and the references may be -, standard
input. An execution is never compared with itself, so FILE may be among the
references.

The score is the similarity to the nearest one, from 0 to 1; with fewer than ` + strconv.Itoa(trace.MinSamples) + `
to compare with there is none. It says how the work went, and it is no verdict on
the result: the exit code does not depend on it.`,
		Example: "  handfast trace score run.json --reference old-1.json --reference old-2.json --reference old-3.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, args); err != nil {
				return err
			}
			limits, err := traceLimits(maxBytes)
			switch {
			case err != nil:
				return err
			case perKey <= 0:
				return misused("--max-per-key", "--max-per-key is not more than 0")
			case slices.Contains(references, ""):
				return misused("--reference", "--reference is empty")
			case manyFromStdin(append(references, args...)...):
				return misused("--reference", "only one of FILE and the references can be standard input")
			}
			p := a.progress("events")
			defer p.end()
			known, err := a.readReferences(references, perKey, p, limits)
			if err != nil {
				return err
			}
			run, err := a.readRun(args[0], "", p, limits)
			if err != nil {
				return traceFailure("FILE", err)
			}
			out := scoresOf{RunID: run.id, Reference: referenceOf{known.Runs(), known.Len(), perKey}, Scores: []scored{}}
			for _, s := range run.signatures {
				out.Scores = append(out.Scores, scoreOf(known, s))
			}
			return a.done(out)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&references, "reference", nil, "`FILE` with an earlier trace, oldest first (may be repeated)")
	f.IntVar(&perKey, "max-per-key", trace.MaxPerKey, "`NUMBER` of signatures of an actor and skill that are compared, the newest")
	maxBytesFlag(cmd, &maxBytes)
	must(cmd.MarkFlagRequired("reference"))
	return cmd
}

func (a *app) readReferences(names []string, perKey int, p *progress, limits trace.Option) (*trace.Reference, error) {
	known := &trace.Reference{PerKey: perKey}
	for k, name := range names {
		run, err := a.readRun(name, "", p, limits)
		if err != nil {
			f := traceFailure("--reference", err)
			f.Detail = fmt.Sprintf("reference %d of %d: %s", k+1, len(names), f.Detail)
			return nil, f
		}
		if run.id == "" {
			// Runs without an id are not one run: its executions must not be taken
			// for those of FILE that have the same ids.
			for i := range run.signatures {
				run.signatures[i].RunID = "reference without an id"
			}
		}
		known.Add(run.signatures)
	}
	return known, nil
}

func scoreOf(known *trace.Reference, s trace.Signature) scored {
	out := scored{Signature: s, Path: pathOf(s)}
	for _, sample := range known.Signatures(s.Key.ID()) {
		if sample.RunID != s.RunID || sample.ExecutionID != s.ExecutionID {
			out.Samples++
		}
	}
	if found, ok := known.Judge(s); ok {
		out.Score = new(score(found))
	}
	return out
}
