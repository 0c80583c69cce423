package receipt

// CommitSHA is a full commit id: exactly 40 lower-case hex digits. A branch, a
// tag or a short id is none, because it can come to mean another commit.
type CommitSHA string

const commitLen = 40

// ParseCommitSHA reads a commit id; anything else is a *FormError.
func ParseCommitSHA(text string) (CommitSHA, error) {
	c := CommitSHA(text)
	if !c.Valid() {
		return "", &FormError{Document: "commit id", Problems: []Problem{{Detail: notCommit}}}
	}
	return c, nil
}

const notCommit = "is not a commit id of 40 lower-case hex digits"

// Valid reports whether c is a commit id.
func (c CommitSHA) Valid() bool { return isHex(string(c), commitLen) }

// isHex reports whether s is n lower-case hex digits.
func isHex(s string, n int) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == n
}
