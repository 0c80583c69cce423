package sqlitestore

import (
	"database/sql"
	"encoding/json"
	"strings"
	"time"

	"github.com/handfast-go/handfast/contract"
)

// micros is a time as a column; it holds every year that JSON can write, and
// the zero time.
func micros(t time.Time) int64 { return t.UnixMicro() }

func fromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

// document is raw JSON as a column, nil as NULL.
func document(raw json.RawMessage) sql.NullString {
	return sql.NullString{String: string(raw), Valid: raw != nil}
}

func fromDocument(column sql.NullString) json.RawMessage {
	if !column.Valid {
		return nil
	}
	return json.RawMessage(column.String)
}

// change is contract.Change with its raw values as strings: package json would
// compact a raw value that stands inside another one.
type change struct {
	Field  string  `json:"field"`
	Detail string  `json:"detail"`
	Old    *string `json:"old,omitempty"`
	New    *string `json:"new,omitempty"`
}

func fromChanges(changes []contract.Change) []change {
	out := make([]change, len(changes))
	for i, c := range changes {
		out[i] = change{Field: c.Field, Detail: c.Detail, Old: quoted(c.Old), New: quoted(c.New)}
	}
	return out
}

func toChanges(changes []change) []contract.Change {
	out := make([]contract.Change, len(changes))
	for i, c := range changes {
		out[i] = contract.Change{Field: c.Field, Detail: c.Detail, Old: unquoted(c.Old), New: unquoted(c.New)}
	}
	return out
}

func quoted(raw json.RawMessage) *string {
	if raw == nil {
		return nil
	}
	s := string(raw)
	return &s
}

func unquoted(s *string) json.RawMessage {
	if s == nil {
		return nil
	}
	return json.RawMessage(*s)
}

// list is a list as a JSON column, an empty one as NULL.
func list[T any](values []T) (sql.NullString, error) {
	if len(values) == 0 {
		return sql.NullString{}, nil
	}
	return object(values)
}

func object(value any) (sql.NullString, error) {
	text, err := json.Marshal(value)
	return sql.NullString{String: string(text), Valid: true}, err
}

func cutColumn(cut *contract.Cut) (sql.NullString, error) {
	if cut == nil {
		return sql.NullString{}, nil
	}
	out := *cut
	out.At = out.At.UTC()
	return object(out)
}

// decode reads a JSON column that this package wrote; NULL leaves to alone.
func decode(column sql.NullString, to any) error {
	if !column.Valid {
		return nil
	}
	return json.Unmarshal([]byte(column.String), to)
}

// rowValues are the columns of a row from state on, as insertRow and updateRow
// share them.
func rowValues(row *contract.Row) ([]any, error) {
	turn, err := object(row.Turn)
	if err != nil {
		return nil, err
	}
	cut, err := cutColumn(row.Cut)
	if err != nil {
		return nil, err
	}
	reconciled, err := cutColumn(row.Reconciled)
	if err != nil {
		return nil, err
	}
	sanitized, err := list(fromChanges(row.Sanitized))
	if err != nil {
		return nil, err
	}
	refused, err := list(row.UpdateContractsRefused)
	if err != nil {
		return nil, err
	}
	keys, err := list(row.EvidenceKeys)
	if err != nil {
		return nil, err
	}
	return []any{
		string(row.State), cut, reconciled, row.Turn.AgentName, row.Turn.Workspace, row.Turn.ParentHandoffID,
		row.ContinuesContractID, turn, document(row.Envelope), document(row.ContentChecks), sanitized, refused, keys,
		row.BornAtDispatch, row.ConclusionAlias, micros(row.CreatedAt), micros(row.UpdatedAt), micros(row.ClosedAt),
	}, nil
}

// scanner is a *sql.Row or *sql.Rows.
type scanner interface{ Scan(to ...any) error }

// scanRow reads rowColumns.
func scanRow(from scanner) (contract.Row, error) {
	var row contract.Row
	var cut, reconciled, turn, envelope, checks, sanitized, refused, keys, verdicts sql.NullString
	var created, updated, closed int64
	err := from.Scan(&row.HandoffID, &row.ContractID, &row.Revision, &row.State, &cut, &reconciled,
		&row.ContinuesContractID, &turn, &envelope, &checks, &sanitized, &refused, &keys, &row.BornAtDispatch, &row.ConclusionAlias,
		&created, &updated, &closed, &verdicts)
	if err != nil {
		return contract.Row{}, err
	}
	row.Envelope, row.ContentChecks = fromDocument(envelope), fromDocument(checks)
	row.CreatedAt, row.UpdatedAt, row.ClosedAt = fromMicros(created), fromMicros(updated), fromMicros(closed)
	var changes []change
	for _, column := range []struct {
		from sql.NullString
		to   any
	}{{turn, &row.Turn}, {cut, &row.Cut}, {reconciled, &row.Reconciled}, {sanitized, &changes}, {refused, &row.UpdateContractsRefused}, {keys, &row.EvidenceKeys}} {
		if err := decode(column.from, column.to); err != nil {
			return contract.Row{}, err
		}
	}
	row.Sanitized = toChanges(changes)
	if verdicts.Valid {
		for line := range strings.SplitSeq(verdicts.String, "\n") {
			var verdict contract.GateVerdict
			if err := json.Unmarshal([]byte(line), &verdict); err != nil {
				return contract.Row{}, err
			}
			row.Verdicts = append(row.Verdicts, verdict)
		}
	}
	return row, nil
}

// scanProposal reads proposalColumns.
func scanProposal(from scanner) (contract.Proposal, error) {
	var p contract.Proposal
	var key, payload, drift, guards sql.NullString
	var created, decided int64
	err := from.Scan(&p.ID, &p.ContractID, &key, &p.Workspace, &p.Project, &p.Section, &payload, &drift, &guards, &p.State,
		&p.DecidedBy, &p.Note, &created, &decided)
	if err != nil {
		return contract.Proposal{}, err
	}
	p.Key, p.Payload, p.Drift = key.String, fromDocument(payload), fromDocument(drift)
	p.CreatedAt, p.DecidedAt = fromMicros(created), fromMicros(decided)
	return p, decode(guards, &p.FailedGuards)
}

// keyColumn is a key, of which an empty one is none and not unique.
func keyColumn(key string) sql.NullString {
	return sql.NullString{String: key, Valid: key != ""}
}
