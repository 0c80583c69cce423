// Command tally is the program that the tests probe.
package main

import "github.com/handfast-go/handfast/examples/testdata/tally"

func main() { tally.Main() }
