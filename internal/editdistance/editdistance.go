// Package editdistance measures how far two sequences are apart. It is a package
// of its own so that who compares sequences of names need not link Unicode
// tables.
package editdistance

// Of is the Levenshtein distance of two sequences: the least number of
// insertions, deletions and substitutions that turn a into b. It takes time in
// proportion to len(a)·len(b) and memory in proportion to the shorter one; the
// caller bounds both.
func Of[T comparable](a, b []T) int {
	if len(a) < len(b) {
		a, b = b, a
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
