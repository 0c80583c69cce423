// Package handfast is the overview of a library for programs that dispatch
// agents, get a structured hand-off back, and must decide what to believe.
package handfast
