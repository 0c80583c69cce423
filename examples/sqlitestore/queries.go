package sqlitestore

import (
	"context"
	"database/sql"
)

// statements are prepared queries by their text.
type statements map[string]*sql.Stmt

// prepare makes the fixed queries ready. A prepared statement of package sql
// follows its pool: it is prepared again on a new connection.
func prepare(ctx context.Context, db *sql.DB, queries []string) (statements, error) {
	all := statements{}
	for _, query := range queries {
		stmt, err := db.PrepareContext(ctx, query) //nolint:sqlclosecheck // closed with the pool
		if err != nil {
			return nil, failed(ctx, "prepare a statement", err)
		}
		all[query] = stmt
	}
	return all, nil
}

// The columns of each table, in the order in which they are scanned. Verdicts
// come with their row in the one statement, so that both are of one commit.
const (
	rowColumns = `handoff_id, contract_id, revision, state, cut, reconciled, continues, turn,
		envelope, content_checks, sanitized, refused, evidence_keys, born_at_dispatch, conclusion_alias, created_at, updated_at, closed_at,
		(SELECT group_concat(body, char(10) ORDER BY gate_verdicts.rowid) FROM gate_verdicts WHERE producer_id = contract_id)`
	evidenceColumns = `id, workspace, brief_id, ac_id, task_id, type, text, artifact_path, size_bytes, sha256, polarity, origin,
		created_by_agent, key, created_at`
	proposalColumns = `id, contract_id, key, workspace, project, section, payload, drift, failed_guards, state, decided_by, note,
		created_at, decided_at`
)

// The queries of reads.
const (
	selectRow          = `SELECT ` + rowColumns + ` FROM contract_rows WHERE contract_id = ?`
	selectRowByHandoff = `SELECT ` + rowColumns + ` FROM contract_rows WHERE handoff_id = ?`
	selectDraft        = `SELECT envelope, updated_at, revision FROM drafts WHERE contract_id = ?`
	selectEvidence     = `SELECT ` + evidenceColumns + ` FROM evidence WHERE id = ?`
	selectApproval     = `SELECT status FROM approvals WHERE id = ?`
	selectOwner        = `SELECT workspace FROM project_owners WHERE project_key = ?`
	selectSection      = `SELECT content, revision FROM sections WHERE workspace = ? AND name = ?`
	selectSectionNames = `SELECT name FROM sections WHERE workspace = ? ORDER BY name`
	selectCommandSet   = `SELECT body FROM command_sets WHERE contract_id = ?`
)

func readQueries() []string {
	return []string{
		selectRow, selectRowByHandoff, selectDraft, selectEvidence, selectApproval, selectOwner, selectSection,
		selectSectionNames, selectCommandSet,
	}
}

// The queries of writes. A compare-and-swap is an UPDATE of the revision that
// was read; when it changed nothing, the has-query tells missing from moved on.
const (
	insertRow = `INSERT INTO contract_rows (contract_id, revision, state, cut, reconciled, agent_name, workspace,
		parent_handoff_id, continues, turn, envelope, content_checks, sanitized, refused, evidence_keys, born_at_dispatch, conclusion_alias,
		created_at, updated_at, closed_at) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (contract_id) DO NOTHING`
	updateRow = `UPDATE contract_rows SET revision = revision + 1, state = ?, cut = ?, reconciled = ?, agent_name = ?,
		workspace = ?, parent_handoff_id = ?, continues = ?, turn = ?, envelope = ?, content_checks = ?, sanitized = ?, refused = ?,
		evidence_keys = ?, born_at_dispatch = ?, conclusion_alias = ?, created_at = ?, updated_at = ?, closed_at = ?
		WHERE contract_id = ? AND revision = ?`
	hasRow = `SELECT count(*) FROM contract_rows WHERE contract_id = ?`

	insertDraft = `INSERT INTO drafts (envelope, updated_at, contract_id, revision) VALUES (?, ?, ?, ? + 1)
		ON CONFLICT (contract_id) DO NOTHING`
	updateDraft = `UPDATE drafts SET envelope = ?, updated_at = ?, revision = revision + 1 WHERE contract_id = ? AND revision = ?`
	hasDraft    = `SELECT count(*) FROM drafts WHERE contract_id = ?`

	insertSection = `INSERT INTO sections (content, workspace, name, revision) VALUES (?, ?, ?, ? + 1)
		ON CONFLICT (workspace, name) DO NOTHING`
	updateSection = `UPDATE sections SET content = ?, revision = revision + 1 WHERE workspace = ? AND name = ? AND revision = ?`
	// sectionNameList is one JSON text, so that it is read as one row.
	sectionNameList = `SELECT json_group_array(name) FROM sections WHERE workspace = ?`

	hasSection = `SELECT count(*) FROM sections WHERE workspace = ? AND name = ?`
	putSection = `INSERT INTO sections (workspace, name, content, revision) VALUES (?, ?, ?, 1)
		ON CONFLICT (workspace, name) DO UPDATE SET content = excluded.content, revision = revision + 1`

	insertEvidence = `INSERT INTO evidence (workspace, brief_id, ac_id, task_id, type, text, artifact_path, size_bytes, sha256,
		polarity, origin, created_by_agent, key, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	evidenceByKey  = `SELECT ` + evidenceColumns + ` FROM evidence WHERE key = ?`
	deleteEvidence = `DELETE FROM evidence WHERE id = ?`

	insertProposal = `INSERT INTO proposals (contract_id, key, workspace, project, section, payload, drift, failed_guards, state,
		decided_by, note, created_at, decided_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`
	proposalByKey  = `SELECT id FROM proposals WHERE key = ?`
	decideProposal = `UPDATE proposals SET state = ?, decided_by = ?, note = ?, decided_at = ? WHERE id = ? AND state = 'pending'`
	hasProposal    = `SELECT count(*) FROM proposals WHERE id = ?`

	insertVerdict = `INSERT INTO gate_verdicts (producer_id, gate_id, body)
		SELECT contract_id, ?, ? FROM contract_rows WHERE contract_id = ? ON CONFLICT (producer_id, gate_id) DO NOTHING`

	putApproval   = `INSERT INTO approvals (id, status) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET status = excluded.status`
	putOwner      = `INSERT INTO project_owners (project_key, workspace) VALUES (?, ?) ON CONFLICT (project_key) DO UPDATE SET workspace = excluded.workspace`
	putCommandSet = `INSERT INTO command_sets (contract_id, body) VALUES (?, ?) ON CONFLICT (contract_id) DO UPDATE SET body = excluded.body`
)

func writeQueries() []string {
	return []string{
		insertRow, updateRow, hasRow, insertDraft, updateDraft, hasDraft, insertSection, updateSection, hasSection, putSection, sectionNameList,
		insertEvidence, evidenceByKey, deleteEvidence, insertProposal, proposalByKey, decideProposal, hasProposal, insertVerdict,
		putApproval, putOwner, putCommandSet, selectCommandSet,
	}
}
