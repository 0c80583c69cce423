package drift_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"

	"github.com/handfast-go/handfast/drift"
)

func TestClassifyAccepts(t *testing.T) { // D-6; the rest is in the vectors
	for command, want := range map[string]drift.Command{
		`kubectl get`:                              {Tool: "kubectl", Verb: "get"},
		"  kubectl\tget  pods ":                    {Tool: "kubectl", Verb: "get", Resource: "pods"},
		`\kubectl "get" p'o'"d"s`:                  {Tool: "kubectl", Verb: "get", Resource: "pods"},
		`kubectl describe deploy.v1.apps/api -n=a`: {Tool: "kubectl", Verb: "describe", Resource: "deploy.v1.apps", Name: "api", Namespace: "a"},
		`oc get clusterrole system:node`:           {Tool: "oc", Verb: "get", Resource: "clusterrole", Name: "system:node"},
		`kubectl get pods --context=arn:aws:eks:eu-1:1:cluster/a -o=yaml`: {Tool: "kubectl", Verb: "get", Resource: "pods", Context: "arn:aws:eks:eu-1:1:cluster/a"},
		`gcloud compute networks subnets list`:                            {Tool: "gcloud", Verb: "list", Resource: "compute networks subnets"},
		`gcloud functions describe list`:                                  {Tool: "gcloud", Verb: "describe", Resource: "functions", Name: "list"},
		`gcloud run jobs describe describe --region=a`:                    {Tool: "gcloud", Verb: "describe", Resource: "run jobs", Name: "describe"},
		`gcloud storage buckets describe gs://b-1 --project a:b`:          {Tool: "gcloud", Verb: "describe", Resource: "storage buckets", Name: "gs://b-1", Project: "a:b"},
	} {
		got, err := drift.ClassifyCommand(command)
		require.NoError(t, err, command)
		assert.NotEmpty(t, got.Words)
		got.Words = nil
		assert.Equal(t, want, got, command)
	}
	c, err := drift.ClassifyCommand(`kubectl get 'po'd "api-\"0"`)
	require.Error(t, err, c)
	c, err = drift.ClassifyCommand(`kubectl get 'po'd "api-0"`)
	require.NoError(t, err)
	assert.Equal(t, []string{"kubectl", "get", "pod", "api-0"}, c.Words)
}

// TestClassifyNamesWhatItRefuses holds that a refusal shows the exact thing,
// and where it stands.
func TestClassifyNamesWhatItRefuses(t *testing.T) {
	for _, c := range []struct {
		command string
		offset  int
		text    string
	}{
		{"kubectl get pods | cat", 0, "kubectl get pods | cat"},
		{"kubectl get pods; ls", 18, "ls"},
		{"kubectl get pods;", 0, "kubectl get pods;"},
		{"kubectl get pods &", 0, "kubectl get pods &"},
		{"kubectl get pods > f", 17, "> f"},
		{"kubectl get pods # all", 17, "# all"},
		{"kubectl get pods\n", 16, "\n"},
		{"! kubectl get pods", 0, "! kubectl get pods"},
		{"X=1 kubectl get pods", 0, "X=1"},
		{"kubectl get pod $POD", 16, "$POD"},
		{`kubectl get pod "a$POD"`, 18, "$POD"},
		{"kubectl get pod $'a'", 16, "$'a'"},
		{"kubectl get pod a*", 17, "*"},
		{"kubectl get pod {a}", 16, "{"},
		{"kubectl get ~/x", 12, "~"},
		{"kubectl get =x", 12, "="},
		{`kubectl get "a!"`, 14, "!"},
		{`kubectl get "a$"`, 14, "$"},
		{"kubectl get pods –n web", 17, "–"},
		{"kubectl get pods --all-namespaces", 17, "--all-namespaces"},
		{"kubectl get pods -n a -n b", 22, "-n"},
		{"kubectl get pods -n -A", 20, "-A"},
		{"kubectl get pods -n ''", 20, ""},
		{"kubectl get pods -n a,b", 20, "a,b"},
		{"kubectl get pods -o table", 20, "table"},
		{"kubectl get pods --context", 17, "--context"},
		{"kubectl get secret db", 12, "secret"},
		{"kubectl get pods,svc", 12, "pods,svc"},
		{"kubectl get pod/a b", 18, "b"},
		{"kubectl get pod a b", 18, "b"},
		{"kubectl delete pod a", 8, "delete"},
		{"k get pods", 0, "k"},
		{"gcloud auth list", 7, "auth"},
		{"gcloud run deploy list", 11, "deploy"},
		{"gcloud run regions describe a", 19, "describe"},
		{"gcloud run 'jobs executions' list", 11, "jobs executions"},
		{"gcloud compute instances list x", 30, "x"},
		{"gcloud compute instances describe x y", 36, "y"},
		{"gcloud compute instances describe projects/p/zones/z/instances/i", 34, "projects/p/zones/z/instances/i"},
		{"gcloud compute disks describe a --zone=projects/p/zones/z", 32, "--zone=projects/p/zones/z"},
		{"gcloud run services describe gs://a", 29, "gs://a"},
		{"gcloud run services", 0, ""},
		{"gcloud --project p", 0, ""},
		{"kubectl -n web", 0, ""},
	} {
		got, err := drift.ClassifyCommand(c.command)
		var refused *drift.CommandError
		require.ErrorAs(t, err, &refused, c.command)
		assert.Zero(t, got, c.command)
		assert.Equal(t, c.offset, refused.Offset, c.command)
		assert.Equal(t, c.text, refused.Text, c.command)
		assert.NotEmpty(t, refused.Detail, c.command)
	}
	_, err := drift.ClassifyCommand("kubectl get pods –n web")
	assert.Contains(t, err.Error(), "U+2013")
	_, err = drift.ClassifyCommand("kubectl get 'pods")
	var parse syntax.ParseError
	require.ErrorAs(t, err, &parse, "the parser's own error is there")
}

// TestClassifyCostIsBounded holds that a refusal does not depend on how much
// follows.
func TestClassifyCostIsBounded(t *testing.T) {
	for _, command := range []string{
		"gcloud" + strings.Repeat(" a", 200_000),
		"kubectl get " + strings.Repeat("\\", 1_000_000),
		strings.Repeat("(", 100_000),
		strings.Repeat("$(", 2000),
		strings.Repeat("a=b ", 1000),
		"kubectl get pods" + strings.Repeat(" --context=a", 300),
	} {
		_, err := drift.ClassifyCommand(command)
		var refused *drift.CommandError
		require.ErrorAs(t, err, &refused)
		assert.Less(t, len(err.Error()), 400, "the message stays short")
	}
}
