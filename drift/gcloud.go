package drift

import "strings"

// gcloudOptions are the options that say where gcloud reads and how it prints.
// A path in their place could lead into another project.
//
//nolint:gochecknoglobals // read-only table
var gcloudOptions = []option{
	{long: "project", extra: ":"},
	{long: "format", values: []string{"json", "yaml"}},
	{long: "region"},
	{long: "zone"},
}

// What may be read of a noun.
const (
	listOnly        = 1
	listAndDescribe = 2
)

// gcloudNouns are, for each project-scoped group, the paths of nouns that are
// followed directly by list or describe; "" is the group itself. What belongs
// to people or to other projects, what holds keys, and what lives in other
// clouds is left out.
//
//nolint:gochecknoglobals // read-only table
var gcloudNouns = map[string]map[string]int{
	"run": {
		"services": listAndDescribe, "revisions": listAndDescribe, "domain-mappings": listAndDescribe, "regions": listOnly,
		"jobs": listAndDescribe, "jobs executions": listAndDescribe, "jobs executions tasks": listAndDescribe,
	},
	"container": {
		"clusters": listAndDescribe, "node-pools": listAndDescribe, "operations": listAndDescribe,
	},
	"compute": {
		"accelerator-types": listAndDescribe, "addresses": listAndDescribe, "backend-buckets": listAndDescribe,
		"backend-services": listAndDescribe, "commitments": listAndDescribe, "disk-types": listAndDescribe,
		"disks": listAndDescribe, "external-vpn-gateways": listAndDescribe, "firewall-policies": listAndDescribe,
		"firewall-rules": listAndDescribe, "forwarding-rules": listAndDescribe, "health-checks": listAndDescribe,
		"http-health-checks": listAndDescribe, "https-health-checks": listAndDescribe, "images": listAndDescribe,
		"instance-groups": listAndDescribe, "instance-groups managed": listAndDescribe,
		"instance-groups unmanaged": listAndDescribe, "instance-templates": listAndDescribe,
		"instances": listAndDescribe, "instant-snapshots": listAndDescribe, "interconnects": listAndDescribe,
		"interconnects attachments": listAndDescribe, "machine-images": listAndDescribe,
		"machine-types": listAndDescribe, "network-attachments": listAndDescribe,
		"network-endpoint-groups": listAndDescribe, "network-firewall-policies": listAndDescribe,
		"networks": listAndDescribe, "networks peerings": listOnly, "networks subnets": listAndDescribe,
		"networks vpc-access connectors": listAndDescribe, "operations": listAndDescribe,
		"packet-mirrorings": listAndDescribe, "regions": listAndDescribe, "reservations": listAndDescribe,
		"resource-policies": listAndDescribe, "routers": listAndDescribe, "routers nats": listAndDescribe,
		"routes": listAndDescribe, "security-policies": listAndDescribe, "service-attachments": listAndDescribe,
		"snapshots": listAndDescribe, "sole-tenancy node-groups": listAndDescribe,
		"sole-tenancy node-templates": listAndDescribe, "sole-tenancy node-types": listAndDescribe,
		"ssl-certificates": listAndDescribe, "ssl-policies": listAndDescribe, "storage-pools": listAndDescribe,
		"target-grpc-proxies": listAndDescribe, "target-http-proxies": listAndDescribe,
		"target-https-proxies": listAndDescribe, "target-instances": listAndDescribe, "target-pools": listAndDescribe,
		"target-ssl-proxies": listAndDescribe, "target-tcp-proxies": listAndDescribe,
		"target-vpn-gateways": listAndDescribe, "url-maps": listAndDescribe, "vpn-gateways": listAndDescribe,
		"vpn-tunnels": listAndDescribe, "zones": listAndDescribe,
	},
	"sql": {
		"instances": listAndDescribe, "databases": listAndDescribe, "backups": listAndDescribe,
		"operations": listAndDescribe, "users": listAndDescribe, "flags": listOnly, "tiers": listOnly,
	},
	"functions": {
		"": listAndDescribe, "event-types": listOnly, "regions": listOnly, "runtimes": listOnly,
	},
	"pubsub": {
		"topics": listAndDescribe, "subscriptions": listAndDescribe, "schemas": listAndDescribe,
		"snapshots": listAndDescribe, "lite-topics": listAndDescribe, "lite-subscriptions": listAndDescribe,
		"lite-reservations": listAndDescribe,
	},
	"storage": {
		"buckets": listAndDescribe, "buckets notifications": listAndDescribe, "objects": listAndDescribe,
		"folders": listAndDescribe, "managed-folders": listAndDescribe, "operations": listAndDescribe,
	},
}

func classifyGcloud(c *Command, words []word) error {
	others, values, err := splitOptions(words, gcloudOptions)
	if err != nil {
		return err
	}
	if len(others) == 0 {
		return &CommandError{Detail: "there is no group"}
	}
	group := others[0]
	nouns, found := gcloudNouns[group.text]
	if !found {
		return refuse(group, "this group is not on the closed list")
	}
	c.Project = values["project"]
	for i, w := range others[1:] {
		// A verb is looked for only where it directly follows a whole path of
		// nouns: behind any other verb, list is a name.
		path := joinWords(others[1 : 1+i])
		reads, whole := nouns[path]
		if whole && (w.text == verbList || w.text == verbDescribe && reads == listAndDescribe) {
			c.Verb, c.Resource = w.text, strings.TrimSuffix(group.text+" "+path, " ")
			return gcloudName(c, others[i+2:])
		}
		if !isName(w.text, "") || !leads(nouns, joinWords(others[1:2+i])) {
			return refuse(w, "this noun or verb is not on the closed list of gcloud %s", group.text)
		}
	}
	return &CommandError{Detail: "there is no verb; list and describe are read"}
}

// gcloudName reads what follows the verb.
func gcloudName(c *Command, words []word) error {
	if len(words) == 0 {
		return nil
	}
	if c.Verb == verbList {
		return refuse(words[0], "nothing may follow list")
	}
	if len(words) > 1 {
		return refuse(words[1], "at most one name may follow describe")
	}
	name := words[0].text
	// A name with slashes can carry its own project, over --project. Buckets
	// and what is in them have no other names.
	url, isURL := strings.CutPrefix(name, "gs://")
	if isURL && strings.HasPrefix(c.Resource, "storage ") {
		url = strings.ReplaceAll(strings.TrimSuffix(url, "/"), "/", "-")
	} else {
		url = name
	}
	if !isName(url, "") {
		return refuse(words[0], "this is not the plain name of one object in the project")
	}
	c.Name = name
	return nil
}

// leads reports whether a path of nouns is the beginning of one in the table.
func leads(nouns map[string]int, path string) bool {
	for whole := range nouns {
		if whole == path || strings.HasPrefix(whole, path+" ") {
			return true
		}
	}
	return false
}

func joinWords(words []word) string {
	texts := make([]string, len(words))
	for i := range words {
		texts[i] = words[i].text
	}
	return strings.Join(texts, " ")
}
