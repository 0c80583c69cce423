package storetest

import (
	"context"
	"fmt"
	"slices"

	"github.com/handfast-go/handfast/contract"
)

// filterRows are rows of which every filter keeps some and drops some. Row n
// was created at minute n.
func filterRows() []contract.Row {
	rows := make([]contract.Row, 8)
	for n := range rows {
		rows[n] = plainRow(n)
	}
	rows[1].State, rows[2].State, rows[3].State = "BLOCKED", "COMPLETE", "COMPLETE"
	rows[3].Cut = &contract.Cut{Lane: contract.LaneBackstop, Reason: "r", At: at(0)}
	rows[4].Cut = &contract.Cut{Lane: contract.LaneReaper, Reason: "r", At: at(0)}
	rows[1].Turn.AgentName, rows[4].Turn.AgentName, rows[5].Turn.AgentName = "Ann", "Ann", "ann"
	rows[6].Turn.AgentName = "A%"
	rows[2].Turn.Workspace, rows[4].Turn.Workspace, rows[7].Turn.Workspace = "west", "west", "West"
	rows[5].ContinuesContractID, rows[6].ContinuesContractID = name(1), name(5)
	rows[6].Turn.ParentHandoffID, rows[7].Turn.ParentHandoffID = 2, 7
	return rows
}

func filterCases() []Case {
	yes, no := true, false
	filterCase := func(member, rule string, filter contract.Filter, want ...int) Case {
		return Case{
			Name: "rows/filter-" + member, Rule: rule,
			check: func(ctx context.Context, b *bench) error {
				for _, row := range filterRows() {
					if err := must(ctx, b.store, newRow(row)); err != nil {
						return err
					}
				}
				rows, err := allRows(ctx, b.store, filter)
				if err != nil {
					return err
				}
				var got []string
				for _, row := range rows {
					got = append(got, row.ContractID)
				}
				var expected []string
				for _, n := range want {
					expected = append(expected, name(n))
				}
				if !slices.Equal(got, expected) {
					return fmt.Errorf("expected %v, got %v", expected, got)
				}
				return nil
			},
		}
	}
	return []Case{
		filterCase("none", "The zero Filter selects every row.", contract.Filter{}, 0, 1, 2, 3, 4, 5, 6, 7),
		filterCase("states", "Filter.States keeps rows in one of these states.", contract.Filter{States: []contract.RowState{"BLOCKED", "COMPLETE"}}, 1, 2, 3),
		filterCase("states-unknown", "A state that no row is in keeps none.", contract.Filter{States: []contract.RowState{"complete"}}),
		filterCase("cut", "Filter.Cut true keeps cut rows.", contract.Filter{Cut: &yes}, 3, 4),
		filterCase("not-cut", "Filter.Cut false keeps rows that are not cut.", contract.Filter{Cut: &no}, 0, 1, 2, 5, 6, 7),
		filterCase("agent", "Filter.AgentName is compared exactly, with no pattern and no folding.", contract.Filter{AgentName: "Ann"}, 1, 4),
		filterCase("agent-pattern", "A % in a filter is a character.", contract.Filter{AgentName: "A%"}, 6),
		filterCase("workspace", "Filter.Workspace is compared exactly.", contract.Filter{Workspace: "west"}, 2, 4),
		filterCase("since", "Filter.Since keeps rows created at or after it.", contract.Filter{Since: at(5)}, 5, 6, 7),
		filterCase("until", "Filter.Until keeps rows created before it.", contract.Filter{Until: at(2)}, 0, 1),
		filterCase("continues", "Filter.Continues keeps rows that continue that contract.", contract.Filter{Continues: name(1)}, 5),
		filterCase("parent", "Filter.ParentHandoffID keeps rows dispatched to verify that hand-off.", contract.Filter{ParentHandoffID: 2}, 6),
		filterCase("all-members", "Every set member of a Filter must match.", contract.Filter{
			States: []contract.RowState{contract.RowDispatched}, Cut: &yes, AgentName: "Ann", Workspace: "west", Since: at(1), Until: at(5),
		}, 4),
		filterCase("contradiction", "Members that no row meets together keep none.", contract.Filter{Cut: &yes, Continues: name(1)}),
	}
}
