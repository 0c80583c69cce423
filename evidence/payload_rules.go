package evidence

import "slices"

// RuleInfo explains one rule of ParsePayload.
type RuleInfo struct {
	// Rule is the stable name.
	Rule string
	// Meaning says what was found.
	Meaning string
	// Repair says what to write instead.
	Repair string
}

// PayloadRules returns what every rule of ParsePayload means, in the order in
// which it checks them. The texts may change, the names do not.
func PayloadRules() []RuleInfo { return slices.Clone(payloadRules) }

// repairOfRule returns the table's repair of a rule.
func repairOfRule(rule string) string {
	at := slices.IndexFunc(payloadRules, func(info RuleInfo) bool { return info.Rule == rule })
	if at < 0 {
		return ""
	}
	return payloadRules[at].Repair
}

var payloadRules = []RuleInfo{ //nolint:gochecknoglobals // read-only table
	{
		RuleBriefID, "brief_id is absent, or no positive whole number.",
		"write the brief's id as a positive whole number.",
	},
	{
		RuleACID, "ac_id is absent, blank, or no string.",
		"name the acceptance criterion that the evidence speaks for.",
	},
	{
		RuleType, "type is absent, or none of the types of evidence.",
		"write one of " + typeList + ".",
	},
	{
		RuleTextArtifact, "Not exactly one of text and artifact_path is there, or text is no string.",
		"write the evidence as one string in text, or the path of its file in artifact_path.",
	},
	{
		RuleArtifactPath, "artifact_path is not the absolute path of a place below the artifact root, or there is no root.",
		"give the absolute path of a file under the artifact root, as it was handed out when the file was deposited.",
	},
	{
		RuleTaskID, "task_id is no string.",
		repairOptional,
	},
	{
		RuleCreatedByAgent, "created_by_agent is no string.",
		repairOptional,
	},
	{
		RuleSizeBytes, "size_bytes is no whole number of bytes from 0.",
		"write the size in bytes as a whole number, or leave it out.",
	},
}

const repairOptional = "write a string, or leave it out."
