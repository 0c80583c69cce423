package drift_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/handfast-go/handfast/drift"
	"github.com/handfast-go/handfast/evidence"
)

// world is one proposal with all the facts that it is held against.
type world struct {
	section    string
	payload    string
	keyPath    string
	old        string // JSON; "" leaves the member out
	new        string // JSON
	command    string
	observedAt string

	stored     string
	storedName string
	runs       []evidence.Run
	noRecord   bool
	goal       string
	project    string
}

func (w world) proposal() drift.Proposal {
	object := `{"key_path":` + quote(w.keyPath) + `,"new":` + w.new + `,"command":` + quote(w.command) + `,"observed_at":` + quote(w.observedAt)
	if w.old != "" {
		object += `,"old":` + w.old
	}
	return drift.Proposal{Section: w.section, Payload: json.RawMessage(w.payload), Drift: json.RawMessage(object + "}")}
}

func (w world) facts() drift.Facts {
	f := drift.Facts{
		Stored: json.RawMessage(w.stored), StoredName: w.storedName,
		Goal: w.goal, Project: w.project, GoalProject: "shop-of-the-goal", AgentID: "a0123456789abcdef",
	}
	if !w.noRecord {
		f.Record = &evidence.Record{Runs: w.runs}
	}
	return f
}

func (w world) evaluate() drift.Decision {
	return drift.Evaluate(w.proposal(), w.facts(), drift.Policy{})
}

// clone makes the runs of w its own.
func (w world) clone() world {
	w.runs = slices.Clone(w.runs)
	return w
}

// withCommand has the agent name, and the harness record, another command.
func (w world) withCommand(command string) world {
	w = w.clone()
	for i := range w.runs {
		if w.runs[i].Command == w.command {
			w.runs[i].Command = command
		}
	}
	w.command = command
	return w
}

func (w world) withOutput(output string) world {
	w = w.clone()
	for i := range w.runs {
		w.runs[i].Output = output
	}
	return w
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

func passed(command, output string) evidence.Run {
	return evidence.Run{
		Kind: evidence.Shell, Command: command, Exit: new(0), Output: output, Kept: true,
		At: time.Date(2026, 11, 30, 8, 0, 1, 0, time.UTC),
	}
}

const ingressCommand = "kubectl --context prod-a -n web get ingressclass -o name"

// ingress is the plainest correction for which every guard holds.
func ingress() world {
	return world{
		section: "infra_runtime", payload: `{"ingress":{"controller":"nginx-internal"}}`, keyPath: "ingress.controller",
		old: `null`, new: `"nginx-internal"`, command: ingressCommand, observedAt: "2026-11-30T08:00:00Z",
		stored: `{"ingress":{"replicas":"two"}}`, storedName: "infra_runtime",
		runs: []evidence.Run{passed(ingressCommand, "ingressclass.networking.k8s.io/nginx-internal\n")},
		goal: "Check the ingress of web in prod-a and report", project: "shop",
	}
}

// worlds are corrections of several shapes for which every guard holds.
func worlds() map[string]world {
	all := map[string]world{"kubectl get": ingress()}

	w := ingress()
	w.old, w.stored = "", ""
	all["no stored section"] = w
	w.storedName = "of-no-section"
	all["no stored section, and a name"] = w

	w = ingress()
	w.stored, w.old = `{"ingress":{"controller":"nginx-internal"},"other":[1]}`, `"nginx-internal"`
	all["an unchanged value"] = w

	const describe = `kubectl describe 'deploy'/api --namespace="web" --context=gke_shop_europe-west1_prod-a`
	all["kubectl describe with quotes"] = world{
		section: "runtime", payload: `{"api":{"image":{"digest":"sha256-9f2c1d","tag":"release_2026.11"}}}`, keyPath: "api.image.digest",
		new: `"sha256-9f2c1d"`, command: describe, observedAt: "2026-11-30T09:00:00+01:00",
		stored: `{"api":{"image":{"pull":"always"},"x":null}}`, storedName: "runtime",
		runs: []evidence.Run{
			{Kind: evidence.Edit, Path: "x"},
			passed(describe, "something else"),
			passed(describe, "Image: (release_2026.11)\nImage ID: \"sha256-9f2c1d\", ready"),
			{Kind: evidence.Shell, Command: describe, Exit: new(1), Output: "not found", Kept: true},
		},
		goal: "Look at web in gke_shop_europe-west1_prod-a.", project: "shop",
	}

	const route = "oc get route storefront -n=shop-front --context ocp1 -oyaml"
	all["oc get"] = world{
		section: "routing", payload: `{"edge":["www-host_a","alt-host_b"]}`, keyPath: "edge", old: `null`,
		new: `["www-host_a", "alt-host_b"]`, command: route, observedAt: "2026-11-30T08:00:00Z",
		stored: `{}`, storedName: "routing",
		runs: []evidence.Run{passed(route, "hosts:\n- www-host_a\n- alt-host_b\n")},
		goal: "routes (ocp1/shop-front)", project: "shop",
	}

	const service = "gcloud run services describe api --project shop-prod --region europe-west1 --format json"
	all["gcloud describe"] = world{
		section: "serving", payload: `{"revision":{"name":"api-00042-xyz"}}`, keyPath: "revision.name",
		new: `"api-00042-xyz"`, command: service, observedAt: "2026-11-30T08:00:00Z",
		stored: `{"revision":{}}`, storedName: "serving",
		runs: []evidence.Run{passed(service, `  "latestCreatedRevisionName": "api-00042-xyz",`)},
		goal: "What does shop-prod run?", project: "shop",
	}

	const instances = "gcloud --project=shop-prod compute instances list --format=yaml"
	all["gcloud list"] = world{
		section: "machines", payload: `{"batch":{"machine-type":"n2-standard-8","disks":[{"kind":"pd-balanced"}]}}`, keyPath: `batch.machine-type`,
		new: `"n2-standard-8"`, command: instances, observedAt: "2026-11-30T08:00:00Z",
		stored: `{"batch":{"disks":[{"kind":"pd-balanced"}]}}`, storedName: "machines",
		runs: []evidence.Run{passed(instances, "disks:\n- kind: pd-balanced\nmachineType: n2-standard-8\n")},
		goal: "shop-prod: list the machines", project: "shop",
	}
	return all
}

func TestEveryWorldApplies(t *testing.T) {
	for name, w := range worlds() {
		d := w.evaluate()
		assert.True(t, d.Apply, "%s: %v", name, d.Failures)
		assert.Empty(t, d.Failed, name)
		assert.Nil(t, d.FailedGuards(), name)
		assert.NotEmpty(t, d.Values, name)
		assert.Equal(t, "auto:a0123456789abcdef", d.By, name)
		assert.Equal(t, "shop", d.Project, name)
		assert.Contains(t, d.Note, "command: "+w.command, "D-9")
		for _, v := range d.Values {
			assert.Contains(t, d.Note, v, "D-9: %s", name)
		}
	}
}

// mustFail demands that a weakened world does not apply and names the guard.
func mustFail(t *testing.T, what string, w world, guard drift.Guard) {
	t.Helper()
	d := w.evaluate()
	require.False(t, d.Apply, "%s applies", what)
	require.Contains(t, d.Failed, guard, "%s: %v", what, d.Failures)
	require.Empty(t, d.Note+d.By, what)
}
