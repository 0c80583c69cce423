// Package bordertest holds the tests of the module's borders: which package
// may import which, what third-party modules an importer of one package pulls
// in, what stays out of non-test code, and the list of the exported API. It
// exports nothing.
package bordertest
