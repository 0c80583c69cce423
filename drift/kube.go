package drift

import "strings"

// kubeOptions are the options of kubectl and oc that say which cluster is read
// and how it is printed. Contexts are free text, and clouds make them of paths
// and addresses.
//
//nolint:gochecknoglobals // read-only table
var kubeOptions = []option{
	{long: "context", extra: ":@/+="},
	{long: "namespace", short: 'n'},
	{long: "output", short: 'o', values: []string{"json", "yaml", "wide", "name"}},
}

// secretKinds are the spellings of the kind whose content must not be shown.
//
//nolint:gochecknoglobals // read-only table
var secretKinds = [...]string{"secret", "secrets"}

func classifyKube(c *Command, words []word) error {
	others, values, err := splitOptions(words, kubeOptions)
	if err != nil {
		return err
	}
	if len(others) == 0 {
		return &CommandError{Detail: "there is no verb; get and describe are read"}
	}
	verb := others[0]
	if verb.text != verbGet && verb.text != verbDescribe {
		return refuse(verb, "only get and describe are read")
	}
	c.Verb, c.Context, c.Namespace = verb.text, values["context"], values["namespace"]
	return kubeObject(c, others[1:])
}

// kubeObject reads a resource and a name, or the two as resource/name.
func kubeObject(c *Command, words []word) error {
	if len(words) == 0 {
		return nil
	}
	kind, name, joined := strings.Cut(words[0].text, "/")
	switch {
	case strings.Contains(kind, ","):
		return refuse(words[0], "this is a list of resources; one is read")
	case !isName(kind, ""):
		return refuse(words[0], "this is not the name of a resource")
	}
	bare, _, _ := strings.Cut(kind, ".")
	for _, secret := range secretKinds {
		if strings.EqualFold(bare, secret) {
			return refuse(words[0], "secrets are not read: their content would be recorded")
		}
	}
	if len(words) > 1 {
		if joined || len(words) > 2 {
			return refuse(words[len(words)-1], "at most a resource and a name are read")
		}
		name, joined = words[1].text, true
	}
	if joined && !isName(name, ":@") {
		return refuse(words[len(words)-1], "this is not the name of one object")
	}
	c.Resource, c.Name = kind, name
	return nil
}
