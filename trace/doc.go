// Package trace stub.
package trace
