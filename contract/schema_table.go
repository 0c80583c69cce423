package contract

import "encoding/json"

// fieldID is the place of a row in the schema table. The rows of the closed
// levels come first, in the order in which the form reports them (C-13).
type fieldID uint8

const (
	fieldAgentStatus fieldID = iota
	fieldEvidenceReport
	fieldConsolidationReport
	fieldApprovalRequest
	fieldFailureReport
	fieldConclusion
	fieldReportProse
	fieldMemoryDelta
	fieldUpdateContracts
	fieldUserFacingSummary

	fieldContractTag
	fieldAgentName
	fieldAgentOutputPreview
	fieldHostAgentState
	fieldAutoCaptured
	fieldBackstop
	fieldBindingRejection
	fieldBornAtDispatch
	fieldConclusionAlias
	fieldContentChecks
	fieldContinuesContractID
	fieldDegraded
	fieldDispatchClosedAtSubagentStop
	fieldFallback
	fieldHarnessRecord
	fieldReaped
	fieldReconciled
	fieldReconstructedFromFinalizedDraft
	fieldSalvaged
	fieldSanitized
	fieldSupersededByContractID
	fieldUpdateContractsRefused

	fieldAgentState
	fieldAgentID
	fieldPendingSteps
	fieldNextAction

	fieldPatternsChecked
	fieldFilesChecked
	fieldCommandsRun
	fieldKeyOutputs
	fieldVerbatimOutputs
	fieldCrossLayerImpacts
	fieldOpenGaps
	fieldVerification

	fieldFilePath
	fieldFileCommit
	fieldQuoteCommand
	fieldQuoteExcerpt
	fieldQuoteEvidenceID

	fieldVerificationType
	fieldVerificationResult
	fieldVerificationCommand
	fieldVerificationRequiresHuman
	fieldVerificationReviewed
	fieldVerificationMethod
	fieldVerificationEvidenceIDs
	fieldVerificationExpectExit

	fieldOwnershipAssessment
	fieldConfirmedFindings
	fieldSuspectedFindings
	fieldConflicts
	fieldConsolidationGaps
	fieldNextBestAgent

	fieldOperation
	fieldExactContent
	fieldScope
	fieldRiskLevel
	fieldRollback
	fieldApprovalVerification
	fieldApprovalID

	fieldAttempted
	fieldSymptom
	fieldFailureEvidence
	fieldComponent
	fieldSeverity

	fieldCount

	fieldLastRoot   = fieldUpdateContractsRefused
	fieldLastClosed = fieldVerification
)

// evidenceLists are the seven lists of evidence_report, in listed order.
//
//nolint:gochecknoglobals // read-only table
var evidenceLists = [...]fieldID{
	fieldPatternsChecked, fieldFilesChecked, fieldCommandsRun, fieldKeyOutputs,
	fieldVerbatimOutputs, fieldCrossLayerImpacts, fieldOpenGaps,
}

// The occasions on which a member is demanded that the form does not demand
// always.
const (
	whenApproval      = "under APPROVAL_REQUEST"
	whenConsolidation = "when the turn was dispatched with consolidation"
)

// fields is THE schema table (C-9). Whatever is known about a member is known
// from here: the closed levels and types of the form, the initial envelope,
// the suggestions, both JSON Schemas and the field reference.
//
//nolint:gochecknoglobals // read-only table
var fields = [fieldCount]Field{
	fieldAgentStatus: {
		Path: "agent_status", Types: TypeObject, Required: true, Closed: true, Writer: WriterAgent, initial: "{}",
		Meaning: "Where the turn stands.",
		Example: json.RawMessage(`{"agent_state":"IN_PROGRESS","agent_id":"a0123456789abcdef","pending_steps":[],"next_action":"pending"}`),
	},
	fieldEvidenceReport: {
		Path: "evidence_report", Types: TypeObject, Required: true, Closed: true, Writer: WriterAgent, initial: "{}",
		Meaning: "What was looked at, run and found.",
		Example: json.RawMessage(`{"patterns_checked":[],"files_checked":["go.mod"],"commands_run":["go test ./..."],"key_outputs":["12 packages ok"],"verbatim_outputs":[],"cross_layer_impacts":[],"open_gaps":[],"verification":{"type":"command","command":"go test ./...","result":"pass"}}`),
	},
	fieldConsolidationReport: {
		Path: "consolidation_report", Types: TypeObject, Nullable: true, Writer: WriterAgent, initial: "null",
		Meaning: "Findings weighed across surfaces; demanded at the close of a turn dispatched with consolidation.",
		Example: json.RawMessage(`{"ownership_assessment":"owned_here","confirmed_findings":["the limit is read twice"],"suspected_findings":[],"conflicts":[],"open_gaps":[],"next_best_agent":null}`),
	},
	fieldApprovalRequest: {
		Path: "approval_request", Types: TypeObject, Nullable: true, Writer: WriterAgent, initial: "null",
		Meaning: "What needs consent; all consent data stands here and nowhere else.",
		Example: json.RawMessage(`{"operation":"deploy","exact_content":"kubectl apply -f deploy.yaml","scope":"staging","risk_level":"medium","rollback":"kubectl rollout undo deploy/web","verification":"the rollout finishes"}`),
	},
	fieldFailureReport: {
		Path: "failure_report", Types: TypeObject, Nullable: true, Writer: WriterAgent, initial: "null",
		Meaning: "What was tried and did not work.",
		Example: json.RawMessage(`{"attempted":"run the migration","symptom":"lock timeout after 30 s","evidence":["ERROR: canceling statement due to lock timeout"],"severity":"error"}`),
	},
	fieldConclusion: {
		Path: "conclusion", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "The verdict: what holds, on what evidence, what is open. Every clean close needs one.",
		Example: json.RawMessage(`"The limit is enforced once; the suite passes; load was not measured."`),
	},
	fieldReportProse: {
		Path: "report_prose", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "Why, in which order and to which purpose; never evidence.",
		Example: json.RawMessage(`"The second read was found while tracing the first."`),
	},
	fieldMemoryDelta: {
		Path: "memory_delta", Types: TypeAny, Writer: WriterAdvisory, initial: "null",
		Meaning: "Proposals for long-term memory: version 1 and a list of proposals, each with an operation (create, append, reclassify or link) and its object.",
		Example: json.RawMessage(`{"version":1,"proposals":[{"operation":"create","object":{"title":"limits are read once"}}]}`),
	},
	fieldUpdateContracts: {
		Path: "update_contracts", Types: TypeAny, Writer: WriterAdvisory,
		Meaning: "Proposals for sections of the project context: a list of {contract, payload, drift?}.",
		Example: json.RawMessage(`[{"contract":"app_services","payload":{"web":{"port":8080}}}]`),
	},
	fieldUserFacingSummary: {
		Path: "user_facing_summary", Types: TypeString, Nullable: true, Writer: WriterDeprecated, use: "conclusion",
		Meaning: "The former name of conclusion.",
		Example: json.RawMessage(`"The limit is enforced once."`),
	},

	fieldContractTag:                     hostField("_contract_tag", "Marks the envelope for the host's own bookkeeping."),
	fieldAgentName:                       hostField("agent_name", "The agent's name in the harness's terms."),
	fieldAgentOutputPreview:              hostField("agent_output_preview", "The beginning of the agent's final message."),
	fieldHostAgentState:                  hostField("agent_state", "The row's state; the agent's own stands in agent_status.agent_state."),
	fieldAutoCaptured:                    hostField("auto_captured", "The envelope was captured by the harness, not handed in."),
	fieldBackstop:                        hostField("backstop", "The backstop lane cut the row."),
	fieldBindingRejection:                hostField("binding_rejection", "Why a binding was not accepted."),
	fieldBornAtDispatch:                  hostField("born_at_dispatch", "The row was born at dispatch."),
	fieldConclusionAlias:                 hostField("conclusion_alias", "The conclusion was written under its deprecated name."),
	fieldContentChecks:                   hostField("content_checks", "What the close compared with the record, and what it could not compare."),
	fieldContinuesContractID:             hostField("continues_contract_id", "The contract that this one continues."),
	fieldDegraded:                        hostField("degraded", "The row was written with parts missing."),
	fieldDispatchClosedAtSubagentStop:    hostField("dispatch_closed_at_subagent_stop", "The dispatch was closed when the agent stopped."),
	fieldFallback:                        hostField("fallback", "The row was written by a fallback lane."),
	fieldHarnessRecord:                   hostField("harness_record", "The harness's own record of the turn."),
	fieldReaped:                          hostField("reaped", "The reaper lane cut the row."),
	fieldReconciled:                      hostField("reconciled", "The row was cut and then closed cleanly after all."),
	fieldReconstructedFromFinalizedDraft: hostField("reconstructed_from_finalized_draft", "The row was rebuilt from a finalized draft."),
	fieldSalvaged:                        hostField("salvaged", "The salvage lane cut the row."),
	fieldSanitized:                       hostField("sanitized", "The repairs made to an inherited draft, with the values they removed."),
	fieldSupersededByContractID:          hostField("superseded_by_contract_id", "The contract that replaced this one."),
	fieldUpdateContractsRefused:          hostField("update_contracts_refused", "The refused entries and keys of update_contracts."),

	fieldAgentState: {
		Path: "agent_status.agent_state", Types: TypeString, Required: true, Writer: WriterAgent, initial: `"` + string(StateInProgress) + `"`,
		Enum:    words(agentStates),
		Meaning: "The state that the turn is in; only COMPLETE is terminal.",
		Example: json.RawMessage(`"IN_PROGRESS"`),
	},
	fieldAgentID: {
		Path: "agent_status.agent_id", Types: TypeString, Required: true, Writer: WriterAgent, initial: `""`,
		pattern: "^a[0-9a-f]{16,}$",
		Meaning: "The agent id of the dispatch: a and at least 16 lower-case hex digits.",
		Example: json.RawMessage(`"a0123456789abcdef"`),
	},
	fieldPendingSteps: {
		Path: "agent_status.pending_steps", Types: TypeArray, Items: TypeString, Required: true, Nullable: true, Writer: WriterAgent, initial: "[]",
		Meaning: "What is left to do; empty under COMPLETE.",
		Example: json.RawMessage(`["write the migration"]`),
	},
	fieldNextAction: {
		Path: "agent_status.next_action", Types: TypeString, Required: true, Writer: WriterAgent, initial: `"pending"`,
		Meaning: "What happens next; done under COMPLETE.",
		Example: json.RawMessage(`"run the suite again"`),
	},

	fieldPatternsChecked: {
		Path: "evidence_report.patterns_checked", Types: TypeArray, Items: TypeString, Required: true, Nullable: true, Writer: WriterAgent, initial: "[]",
		Meaning: "Patterns and conventions that were looked up.",
		Example: json.RawMessage(`["errors are wrapped with %w"]`),
	},
	fieldFilesChecked: {
		Path: "evidence_report.files_checked", Types: TypeArray, Items: TypeString | TypeObject, Required: true, Nullable: true, Writer: WriterAgent, initial: "[]",
		Meaning: "Files that were read: a path, or an object with a path and the commit it was read at.",
		Example: json.RawMessage(`["go.mod",{"path":"contract/codes.go","commit":"3f2a91c"}]`),
	},
	fieldCommandsRun: {
		Path: "evidence_report.commands_run", Types: TypeArray, Items: TypeString, Required: true, Nullable: true, Writer: WriterAgent, initial: "[]",
		Meaning: "Commands, exactly as they were run.",
		Example: json.RawMessage(`["go test ./..."]`),
	},
	fieldKeyOutputs: {
		Path: "evidence_report.key_outputs", Types: TypeArray, Items: TypeString, Required: true, Nullable: true, Writer: WriterAgent, initial: "[]",
		Meaning: "What the runs showed, in the agent's words.",
		Example: json.RawMessage(`["all packages pass"]`),
	},
	fieldVerbatimOutputs: {
		Path: "evidence_report.verbatim_outputs", Types: TypeArray, Items: TypeString | TypeObject, Required: true, Nullable: true, Writer: WriterAgent, initial: "[]",
		Meaning: "Quotes of output: as an object with command and excerpt a quote can be proven, as a string it cannot.",
		Example: json.RawMessage(`[{"command":"go test ./...","excerpt":"ok  \texample.org/web"}]`),
	},
	fieldCrossLayerImpacts: {
		Path: "evidence_report.cross_layer_impacts", Types: TypeArray, Items: TypeString, Required: true, Nullable: true, Writer: WriterAgent, initial: "[]",
		Meaning: "Effects on other layers or surfaces.",
		Example: json.RawMessage(`["the chart needs the new port"]`),
	},
	fieldOpenGaps: {
		Path: "evidence_report.open_gaps", Types: TypeArray, Items: TypeString, Required: true, Nullable: true, Writer: WriterAgent, initial: "[]",
		Meaning: "What is not known or was not checked.",
		Example: json.RawMessage(`["load was not measured"]`),
	},
	fieldVerification: {
		Path: "evidence_report.verification", Types: TypeObject, Nullable: true, Writer: WriterAgent,
		Meaning: "The check that was made; under COMPLETE its result is pass.",
		Example: json.RawMessage(`{"type":"command","command":"go test ./...","result":"pass"}`),
	},

	fieldFilePath: {
		Path: "evidence_report.files_checked[].path", Types: TypeString, Required: true, Writer: WriterAgent,
		Meaning: "The path that was read.",
		Example: json.RawMessage(`"contract/codes.go"`),
	},
	fieldFileCommit: {
		Path: "evidence_report.files_checked[].commit", Types: TypeString, Required: true, Writer: WriterAgent,
		pattern: "^[0-9a-f]{7,64}$",
		Meaning: "The commit it was read at, 7 to 64 hex digits; a branch, a tag or HEAD moves and is refused.",
		Example: json.RawMessage(`"3f2a91c"`),
	},

	fieldQuoteCommand: {
		Path: "evidence_report.verbatim_outputs[].command", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "The command whose output is quoted, exactly as it was run.",
		Example: json.RawMessage(`"go test ./..."`),
	},
	fieldQuoteExcerpt: {
		Path: "evidence_report.verbatim_outputs[].excerpt", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "The quote, with ... for what was left out.",
		Example: json.RawMessage(`"ok  \texample.org/web"`),
	},
	fieldQuoteEvidenceID: {
		Path: "evidence_report.verbatim_outputs[].evidence_id", Types: TypeInteger, Nullable: true, Writer: WriterAgent,
		Meaning: "The id of a stored evidence row that attests the quote.",
		Example: json.RawMessage(`17`),
	},

	fieldVerificationType: {
		Path: "evidence_report.verification.type", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Enum: verificationWords(), Open: true,
		Meaning: "The kind of check: command and code owe a command, semantic owes requires_human, self_review owes reviewed, any other word one of the three, none nothing.",
		Example: json.RawMessage(`"command"`),
	},
	fieldVerificationResult: {
		Path: "evidence_report.verification.result", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "How the check came out; COMPLETE needs pass.",
		Example: json.RawMessage(`"pass"`),
	},
	fieldVerificationCommand: {
		Path: "evidence_report.verification.command", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "The command that checked, exactly as it was run.",
		Example: json.RawMessage(`"go test ./..."`),
	},
	fieldVerificationRequiresHuman: {
		Path: "evidence_report.verification.requires_human", Types: TypeBoolean, Nullable: true, Writer: WriterAgent,
		Meaning: "A judgement is needed that no command gives.",
		Example: json.RawMessage(`true`),
	},
	fieldVerificationReviewed: {
		Path: "evidence_report.verification.reviewed", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "What was reviewed.",
		Example: json.RawMessage(`"the diff, line by line"`),
	},
	fieldVerificationMethod: {
		Path: "evidence_report.verification.method", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "How it was checked, in prose; never read as a type.",
		Example: json.RawMessage(`"ran the suite on a clean checkout"`),
	},
	fieldVerificationEvidenceIDs: {
		Path: "evidence_report.verification.evidence_ids", Types: TypeArray, Items: TypeInteger, Nullable: true, Writer: WriterAgent,
		Meaning: "Ids of stored evidence rows that prove the command.",
		Example: json.RawMessage(`[17]`),
	},
	fieldVerificationExpectExit: {
		Path: "evidence_report.verification.expect_exit", Types: TypeInteger, Nullable: true, Writer: WriterAgent,
		Meaning: "The exit that counts as a pass when it is not 0.",
		Example: json.RawMessage(`1`),
	},

	fieldOwnershipAssessment: {
		Path: "consolidation_report.ownership_assessment", Types: TypeString, Required: true, When: whenConsolidation, Writer: WriterAgent,
		Enum:    words(ownerships),
		Meaning: "Whose surface the findings belong to.",
		Example: json.RawMessage(`"owned_here"`),
	},
	fieldConfirmedFindings: {
		Path: "consolidation_report.confirmed_findings", Types: TypeArray, Items: TypeString, Required: true, When: whenConsolidation, Writer: WriterAgent,
		Meaning: "What is certain.",
		Example: json.RawMessage(`["the limit is read twice"]`),
	},
	fieldSuspectedFindings: {
		Path: "consolidation_report.suspected_findings", Types: TypeArray, Items: TypeString, Required: true, When: whenConsolidation, Writer: WriterAgent,
		Meaning: "What is likely and not proven.",
		Example: json.RawMessage(`[]`),
	},
	fieldConflicts: {
		Path: "consolidation_report.conflicts", Types: TypeArray, Items: TypeString, Required: true, When: whenConsolidation, Writer: WriterAgent,
		Meaning: "Where sources contradict each other.",
		Example: json.RawMessage(`[]`),
	},
	fieldConsolidationGaps: {
		Path: "consolidation_report.open_gaps", Types: TypeArray, Items: TypeString, Required: true, When: whenConsolidation, Writer: WriterAgent,
		Meaning: "What is not known.",
		Example: json.RawMessage(`[]`),
	},
	fieldNextBestAgent: {
		Path: "consolidation_report.next_best_agent", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "The agent that should go on, or null.",
		Example: json.RawMessage(`"database"`),
	},

	fieldOperation: {
		Path: "approval_request.operation", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "The kind of operation.",
		Example: json.RawMessage(`"deploy"`),
	},
	fieldExactContent: {
		Path: "approval_request.exact_content", Types: TypeString, Required: true, When: whenApproval, Writer: WriterAgent,
		Meaning: "Exactly what is to be approved, to the letter.",
		Example: json.RawMessage(`"kubectl apply -f deploy.yaml"`),
	},
	fieldScope: {
		Path: "approval_request.scope", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "What it touches.",
		Example: json.RawMessage(`"staging"`),
	},
	fieldRiskLevel: {
		Path: "approval_request.risk_level", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "How risky it is.",
		Example: json.RawMessage(`"medium"`),
	},
	fieldRollback: {
		Path: "approval_request.rollback", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "How it is undone.",
		Example: json.RawMessage(`"kubectl rollout undo deploy/web"`),
	},
	fieldApprovalVerification: {
		Path: "approval_request.verification", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "How its success is seen.",
		Example: json.RawMessage(`"the rollout finishes"`),
	},
	fieldApprovalID: {
		Path: "approval_request.approval_id", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "The id of the minted approval, copied byte for byte.",
		Example: json.RawMessage(`"P-31f0c2"`),
	},

	fieldAttempted: {
		Path: "failure_report.attempted", Types: TypeString, Required: true, Writer: WriterAgent,
		Meaning: "What was tried.",
		Example: json.RawMessage(`"run the migration"`),
	},
	fieldSymptom: {
		Path: "failure_report.symptom", Types: TypeString, Required: true, Writer: WriterAgent,
		Meaning: "What went wrong.",
		Example: json.RawMessage(`"lock timeout after 30 s"`),
	},
	fieldFailureEvidence: {
		Path: "failure_report.evidence", Types: TypeArray, Items: TypeString, Required: true, Writer: WriterAgent,
		Meaning: "What shows it; at least one non-blank string.",
		Example: json.RawMessage(`["ERROR: canceling statement due to lock timeout"]`),
	},
	fieldComponent: {
		Path: "failure_report.component", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Meaning: "Where it went wrong: a name as a rule, and any value is taken.",
		Example: json.RawMessage(`"db/migrate"`),
	},
	fieldSeverity: {
		Path: "failure_report.severity", Types: TypeString, Nullable: true, Writer: WriterAgent,
		Enum:    words(severities),
		Meaning: "How bad it is.",
		Example: json.RawMessage(`"error"`),
	},
}

// hostField is the row of a root member that only the host writes.
func hostField(path, meaning string) Field {
	return Field{Path: path, Types: TypeAny, Writer: WriterHost, Meaning: meaning, Example: json.RawMessage("true")}
}

// verificationWords are the known words of verification.type.
func verificationWords() []string {
	out := make([]string, len(verificationTypes))
	for i, t := range verificationTypes {
		out[i] = t.word
	}
	return out
}
