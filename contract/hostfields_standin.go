package contract

import "slices"

func isHostField(name string, c *formConfig) bool {
	return slices.Contains([]string{"_contract_tag", "agent_name", "agent_output_preview", "agent_state",
		"auto_captured", "backstop", "binding_rejection", "born_at_dispatch", "conclusion_alias",
		"content_checks", "continues_contract_id", "degraded", "dispatch_closed_at_subagent_stop", "fallback",
		"harness_record", "reaped", "reconciled", "reconstructed_from_finalized_draft", "salvaged", "sanitized",
		"superseded_by_contract_id", "update_contracts_refused"}, name) || slices.Contains(c.hostFields, name)
}
