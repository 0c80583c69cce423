package modelsel

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Mode is the first segment of a selector: whose account a model is used on.
type Mode string

// The modes of the default grammar.
const (
	API Mode = "api" // a key, or a server of one's own
	Sub Mode = "sub" // the host's subscription
	Own Mode = "own" // the subscription of the principal who asked for the run
)

// Vendor is the second segment of a selector: who serves the model.
type Vendor string

// The vendors of the default grammar.
const (
	Anthropic Vendor = "anthropic"
	OpenAI    Vendor = "openai"
	ZAI       Vendor = "zai"
	Ollama    Vendor = "ollama"
)

// Provider names the transport that serves a selector: an API client or a
// vendor's command-line client. It says how a call travels, never who pays.
// The zero Provider is none.
type Provider string

// The transports of the default grammar.
const (
	AnthropicAPI Provider = "anthropic-api"
	OpenAIAPI    Provider = "openai-api"
	ZAIAPI       Provider = "zai-api"
	OllamaServer Provider = "ollama"
	ClaudeCLI    Provider = "claude-cli"
	CodexCLI     Provider = "codex-cli"
)

// Access is what a mode means for payment and admission. The zero Access is
// none, so that a mode whose meaning was forgotten is refused by NewGrammar.
type Access string

// The kinds of access, closed: a host's grammar names modes as it likes, and
// each is one of these.
const (
	AccessKey                   Access = "key"                    // admitted from every level
	AccessHostSubscription      Access = "host-subscription"      // admitted from an account's pin only
	AccessPrincipalSubscription Access = "principal-subscription" // likewise, and not read from a host's environment
)

// ModeSpec is a mode of a grammar.
type ModeSpec struct {
	Mode   Mode
	Access Access
}

// VendorSpec is a vendor of a grammar.
type VendorSpec struct {
	Vendor Vendor
	// Transports has the transport for each mode that the vendor is offered in.
	// A mode that is not there is refused for this vendor.
	Transports map[Mode]Provider
	// SelfHosted vendors run on the host's machines: nobody's key is charged.
	SelfHosted bool
	// OneOwner vendors do not tell two subscriptions in one set of pins apart:
	// see MixesOwners.
	OneOwner bool
}

// Vocabulary is what NewGrammar builds a Grammar from. The order counts: errors
// list words in it, and a hint prefers the earlier mode.
type Vocabulary struct {
	Modes   []ModeSpec
	Vendors []VendorSpec
}

// Grammar holds closed vocabularies, and which vendor is offered in which mode
// by which transport. It is immutable, cheap to copy and safe for concurrent
// use. The zero Grammar has no words and refuses every text.
type Grammar struct {
	modes   []ModeSpec
	vendors []VendorSpec
}

// GrammarError lists everything that is wrong with a Vocabulary.
type GrammarError struct{ Problems []Problem }

// Error lists the problems on one line. Its text may change.
func (e *GrammarError) Error() string { return problems(e.Problems).text("the grammar is not sound") }

func (e *GrammarError) reason() Reason { return problems(e.Problems).reason() }

// NewGrammar builds the grammar of a host with vendors or modes of its own. The
// vocabulary is copied. Words are lower-case ASCII letters and digits with ".",
// "_" and "-" between them, at most 64 bytes, so that no word can be taken for
// another in any case or script. An unsound vocabulary is a *GrammarError with
// all problems, and the grammar that comes with it refuses every text.
func NewGrammar(v Vocabulary) (Grammar, error) {
	var found problems
	modes := checkModes(v.Modes, &found)
	checkVendors(v.Vendors, modes, &found)
	if len(found) > 0 {
		return Grammar{}, &GrammarError{found}
	}
	return Grammar{slices.Clone(v.Modes), cloneVendors(v.Vendors)}, nil
}

func checkModes(modes []ModeSpec, found *problems) map[Mode]bool {
	if len(modes) == 0 {
		found.add("modes", ReasonNoWords, "there are none")
	}
	seen := map[Mode]bool{}
	for i, m := range modes {
		path := "modes[" + strconv.Itoa(i) + "]"
		if !isWord(string(m.Mode)) {
			found.add(path+".mode", ReasonWord, strconv.Quote(clip(string(m.Mode)))+" is no word")
		} else if seen[m.Mode] {
			found.add(path+".mode", ReasonDuplicate, string(m.Mode)+" is there twice")
		}
		seen[m.Mode] = true
		switch m.Access {
		case AccessKey, AccessHostSubscription, AccessPrincipalSubscription:
		default:
			found.add(path+".access", ReasonAccess, strconv.Quote(clip(string(m.Access)))+" is no access")
		}
	}
	return seen
}

func checkVendors(vendors []VendorSpec, modes map[Mode]bool, found *problems) {
	if len(vendors) == 0 {
		found.add("vendors", ReasonNoWords, "there are none")
	}
	seen := map[Vendor]bool{}
	for i, v := range vendors {
		path := "vendors[" + strconv.Itoa(i) + "]"
		if !isWord(string(v.Vendor)) {
			found.add(path+".vendor", ReasonWord, strconv.Quote(clip(string(v.Vendor)))+" is no word")
		} else if seen[v.Vendor] {
			found.add(path+".vendor", ReasonDuplicate, string(v.Vendor)+" is there twice")
		}
		seen[v.Vendor] = true
		if len(v.Transports) == 0 {
			found.add(path+".transports", ReasonUnreachable, "there are none")
		}
		for _, mode := range slices.Sorted(maps.Keys(v.Transports)) {
			at := path + ".transports[" + strconv.Quote(clip(string(mode))) + "]"
			if !modes[mode] {
				found.add(at, ReasonUndeclaredMode, "the grammar has no such mode")
			}
			if provider := v.Transports[mode]; !isWord(string(provider)) {
				found.add(at, ReasonWord, strconv.Quote(clip(string(provider)))+" is no word")
			}
		}
	}
}

// isWord says whether a text may be a mode, a vendor or a provider.
func isWord(s string) bool {
	const most = 64
	if s == "" || len(s) > most {
		return false
	}
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		inner := i > 0 && i < len(s)-1 && (c == '.' || c == '_' || c == '-')
		if !letter && !inner {
			return false
		}
	}
	return true
}

func cloneVendors(vendors []VendorSpec) []VendorSpec {
	vendors = slices.Clone(vendors)
	for i := range vendors {
		vendors[i].Transports = maps.Clone(vendors[i].Transports)
	}
	return vendors
}

// Vocabulary returns a copy of the grammar's words, for a host that lists them
// or builds a larger grammar from them.
func (g Grammar) Vocabulary() Vocabulary {
	return Vocabulary{slices.Clone(g.modes), cloneVendors(g.vendors)}
}

// Has reports whether the grammar would read the selector's text as the
// selector. The zero Selector is in no grammar.
func (g Grammar) Has(s Selector) bool {
	_, ok := g.lookUp(s)
	return ok
}

// Transport returns the transport of a selector; no other code maps a mode and
// a vendor to one. It is "" for a selector that the grammar does not have:
// there is no transport to fall back to.
func (g Grammar) Transport(s Selector) Provider {
	found, _ := g.lookUp(s)
	return found.provider
}

// entry is what a grammar knows of a selector that it has.
type entry struct {
	access   Access
	vendor   VendorSpec
	provider Provider
}

func (g Grammar) lookUp(s Selector) (entry, bool) {
	mode, modeOK := g.mode(string(s.mode))
	vendor, vendorOK := g.vendor(string(s.vendor))
	provider, offered := vendor.Transports[mode.Mode]
	if !modeOK || !vendorOK || !offered {
		return entry{}, false
	}
	return entry{mode.Access, vendor, provider}, true
}

// why says why a selector is not in the grammar.
func (g Grammar) why(s Selector) Reason {
	if s.IsZero() {
		return ReasonUnset
	}
	return ReasonForeign
}

func (g Grammar) mode(word string) (ModeSpec, bool) {
	for _, m := range g.modes {
		if sameWord(word, string(m.Mode)) {
			return m, true
		}
	}
	return ModeSpec{}, false
}

func (g Grammar) vendor(word string) (VendorSpec, bool) {
	for _, v := range g.vendors {
		if sameWord(word, string(v.Vendor)) {
			return v, true
		}
	}
	return VendorSpec{}, false
}

// sameWord compares a text with a word of the grammar in any ASCII case. Words
// are ASCII, so a look-alike that EqualFold would take (the Kelvin sign for k)
// has more bytes than the word.
func sameWord(text, word string) bool {
	return len(text) == len(word) && strings.EqualFold(text, word)
}

// form describes the grammar in an error.
func (g Grammar) form() string {
	modes := make([]string, len(g.modes))
	for i, m := range g.modes {
		modes[i] = string(m.Mode)
	}
	vendors := make([]string, len(g.vendors))
	for i, v := range g.vendors {
		vendors[i] = string(v.Vendor)
	}
	return "<mode>:<vendor>:<model> with the mode " + oneOf(modes) + " and the vendor " + oneOf(vendors)
}

// oneOf joins words into "a, b or c".
func oneOf(words []string) string {
	return enumerate(words, "or")
}

func enumerate(words []string, last string) string {
	switch n := len(words); n {
	case 0:
		return "(none)"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
}
