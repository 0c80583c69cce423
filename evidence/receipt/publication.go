package receipt

import (
	"net/url"
	"strings"

	"github.com/handfast-go/handfast/internal/jsonscan"
)

// Publication says where something was published, and as which commit (E-21).
type Publication struct {
	// RepositoryID is the host's number of the repository, as text: a positive
	// decimal of at most 20 digits.
	RepositoryID string
	// FullName is owner and name, 3 to 201 characters.
	FullName string
	// URL is the https address of the repository.
	URL string
	// DefaultBranch has 1 to 255 characters.
	DefaultBranch string
	// CommitSHA is what was published.
	CommitSHA CommitSHA
	// BaseSHA is what was observed as its parent at publication, nil when there
	// was none. It is a record: whether a branch may be written to is to be
	// asked where the branch is, at the time of writing.
	BaseSHA *CommitSHA
	// PullRequestURL is the https address of the pull request, nil without one.
	PullRequestURL *string
}

// The member names of a publication.
const (
	memberRepositoryID  = "repositoryId"
	memberFullName      = "fullName"
	memberURL           = "url"
	memberDefaultBranch = "defaultBranch"
	memberCommitSHA     = "commitSha"
	memberBaseSHA       = "baseSha"
	memberPullRequest   = "pullRequestUrl"
)

// ParsePublication reads a publication. It is strict: unknown members, and a
// baseSha that is left out where it should say null, are refused with a
// *FormError. It is pure.
func ParsePublication(data []byte) (Publication, error) {
	f := newForm("publication")
	m := f.root(data, memberRepositoryID, memberFullName, memberURL, memberDefaultBranch, memberCommitSHA, memberBaseSHA, memberPullRequest)
	p := Publication{
		RepositoryID:  f.string("", memberRepositoryID, m),
		FullName:      f.string("", memberFullName, m),
		URL:           f.string("", memberURL, m),
		DefaultBranch: f.string("", memberDefaultBranch, m),
		CommitSHA:     CommitSHA(f.string("", memberCommitSHA, m)),
	}
	if base := f.nullable("", memberBaseSHA, m); base != nil {
		p.BaseSHA = new(CommitSHA(*base))
	}
	if _, given := m[memberPullRequest]; given {
		p.PullRequestURL = f.nullable("", memberPullRequest, m)
	}
	if err := f.result(); err != nil {
		return Publication{}, err
	}
	if err := p.check(); err != nil {
		return Publication{}, err
	}
	return p, nil
}

// check demands of the values what their types do not say.
func (p Publication) check() error {
	f := newForm("publication")
	if !isRepositoryID(p.RepositoryID) {
		f.problem(memberRepositoryID, "is not a positive number of at most 20 digits, written as text")
	}
	f.length(memberFullName, p.FullName, 3, 201)
	f.address(memberURL, p.URL)
	f.length(memberDefaultBranch, p.DefaultBranch, 1, 255)
	if !p.CommitSHA.Valid() {
		f.problem(memberCommitSHA, notCommit)
	}
	if p.BaseSHA != nil && !p.BaseSHA.Valid() {
		f.problem(memberBaseSHA, notCommit)
	}
	if p.PullRequestURL != nil {
		f.address(memberPullRequest, *p.PullRequestURL)
	}
	return f.result()
}

// JSON writes the publication, every required member stated and pullRequestUrl
// only when there is one. A publication that ParsePublication would refuse is a
// *FormError.
func (p Publication) JSON() ([]byte, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	out := []byte{'{'}
	member := func(name string, value *string) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(jsonscan.AppendQuoted(out, name), ':')
		if value == nil {
			out = append(out, "null"...)
			return
		}
		out = jsonscan.AppendQuoted(out, *value)
	}
	member(memberRepositoryID, &p.RepositoryID)
	member(memberFullName, &p.FullName)
	member(memberURL, &p.URL)
	member(memberDefaultBranch, &p.DefaultBranch)
	member(memberCommitSHA, (*string)(&p.CommitSHA))
	member(memberBaseSHA, (*string)(p.BaseSHA))
	if p.PullRequestURL != nil {
		member(memberPullRequest, p.PullRequestURL)
	}
	return append(out, '}'), nil
}

func isRepositoryID(s string) bool {
	const most = 20
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && s[0] != '0' && len(s) <= most
}

// address demands an https address with a host.
func (f *form) address(path, s string) {
	rest, found := strings.CutPrefix(s, "https://")
	u, err := url.Parse(s)
	if !found || rest == "" || err != nil || u.Hostname() == "" || strings.ContainsFunc(s, notInAddress) {
		f.problem(path, "is not an https address")
	}
}

func notInAddress(r rune) bool { return r <= ' ' || r == 0x7f }
