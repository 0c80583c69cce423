// Package reference renders the two reference pages of the library from the
// tables that the code itself reads: RULES.md explains every code, reason, guard
// and rule, and FIELDS.md every member of an envelope. The pages lie beside this
// file.
//
// Its tests hold the pages to the tables, and the tables to what really happens:
// every name that a package declares is explained, and every name that is
// explained is given by a conformance vector or by a case of its own.
package reference
