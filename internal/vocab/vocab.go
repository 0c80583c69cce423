// Package vocab holds Unicode folding and nearest-name suggestions.
package vocab
