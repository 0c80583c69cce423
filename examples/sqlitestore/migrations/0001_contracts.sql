-- Times are microseconds since 1970 in UTC. JSON documents are text, byte for
-- byte as they were given. What an evidence row says may hold the character
-- U+0000, at which SQLite's text functions stop, and is therefore a blob.

CREATE TABLE contract_rows (
	handoff_id        INTEGER PRIMARY KEY AUTOINCREMENT,
	contract_id       TEXT    NOT NULL UNIQUE,
	revision          INTEGER NOT NULL,
	state             TEXT    NOT NULL,
	cut               TEXT,             -- JSON, NULL for a row that is not cut
	reconciled        TEXT,             -- JSON
	agent_name        TEXT    NOT NULL, -- of the turn, for filters, as the next three
	workspace         TEXT    NOT NULL,
	parent_handoff_id INTEGER NOT NULL,
	continues         TEXT    NOT NULL,
	turn              TEXT    NOT NULL, -- JSON
	envelope          TEXT,
	content_checks    TEXT,
	sanitized         TEXT,             -- JSON
	refused           TEXT,             -- JSON
	evidence_keys     TEXT,             -- JSON
	born_at_dispatch  INTEGER NOT NULL,
	conclusion_alias  INTEGER NOT NULL,
	created_at        INTEGER NOT NULL,
	updated_at        INTEGER NOT NULL,
	closed_at         INTEGER NOT NULL
) STRICT;

CREATE INDEX contract_rows_continues ON contract_rows (continues) WHERE continues <> '';
CREATE INDEX contract_rows_parent ON contract_rows (parent_handoff_id) WHERE parent_handoff_id <> 0;

CREATE TABLE gate_verdicts (
	producer_id TEXT NOT NULL REFERENCES contract_rows (contract_id),
	gate_id     TEXT NOT NULL,
	body        TEXT NOT NULL, -- JSON on one line
	PRIMARY KEY (producer_id, gate_id)
) STRICT;

CREATE TABLE drafts (
	contract_id TEXT    NOT NULL PRIMARY KEY,
	revision    INTEGER NOT NULL,
	envelope    TEXT,
	updated_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE evidence (
	id               INTEGER PRIMARY KEY AUTOINCREMENT,
	workspace        TEXT    NOT NULL,
	brief_id         INTEGER NOT NULL,
	ac_id            TEXT    NOT NULL,
	task_id          TEXT    NOT NULL,
	type             TEXT    NOT NULL,
	text             BLOB    NOT NULL,
	artifact_path    TEXT    NOT NULL,
	size_bytes       INTEGER NOT NULL,
	sha256           TEXT    NOT NULL,
	polarity         TEXT    NOT NULL,
	origin           TEXT    NOT NULL,
	created_by_agent TEXT    NOT NULL,
	key              TEXT    UNIQUE, -- NULL for a row without one
	created_at       INTEGER NOT NULL
) STRICT;

CREATE INDEX evidence_brief ON evidence (brief_id);

CREATE TABLE proposals (
	id            INTEGER PRIMARY KEY AUTOINCREMENT,
	contract_id   TEXT    NOT NULL,
	key           TEXT    UNIQUE, -- NULL for a proposal without one
	workspace     TEXT    NOT NULL,
	project       TEXT    NOT NULL,
	section       TEXT    NOT NULL,
	payload       TEXT,
	drift         TEXT,
	failed_guards TEXT,           -- JSON
	state         TEXT    NOT NULL,
	decided_by    TEXT    NOT NULL,
	note          TEXT    NOT NULL,
	created_at    INTEGER NOT NULL,
	decided_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX proposals_contract ON proposals (contract_id);
CREATE INDEX proposals_state ON proposals (state);

CREATE TABLE sections (
	workspace TEXT    NOT NULL,
	name      TEXT    NOT NULL,
	revision  INTEGER NOT NULL,
	content   TEXT,
	PRIMARY KEY (workspace, name)
) STRICT;

CREATE TABLE approvals (
	id     TEXT NOT NULL PRIMARY KEY,
	status TEXT NOT NULL
) STRICT;

CREATE TABLE project_owners (
	project_key TEXT NOT NULL PRIMARY KEY,
	workspace   TEXT NOT NULL
) STRICT;

CREATE TABLE command_sets (
	contract_id TEXT NOT NULL PRIMARY KEY,
	body        TEXT NOT NULL -- JSON
) STRICT;
