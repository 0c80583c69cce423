package modelsel

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Tier is one of the three strengths at which a run calls models. The zero Tier
// is none.
type Tier int

// The tiers, in order.
const (
	L1 Tier = 1 + iota
	L2
	L3
)

// ErrTier is a text or number that is none of the three tiers.
var ErrTier = errors.New("modelsel: a tier is l1, l2 or l3")

// String returns "l1", "l2" or "l3", and "tier(n)" for what is no tier.
func (t Tier) String() string {
	if t < L1 || t > L3 {
		return fmt.Sprintf("tier(%d)", int(t))
	}
	return fmt.Sprintf("l%d", int(t))
}

// MarshalText returns "l1", "l2" or "l3"; anything else is ErrTier.
func (t Tier) MarshalText() ([]byte, error) {
	if t < L1 || t > L3 {
		return nil, ErrTier
	}
	return []byte(t.String()), nil
}

// UnmarshalText reads exactly what MarshalText writes; anything else is ErrTier
// and leaves the tier as it was.
func (t *Tier) UnmarshalText(text []byte) error {
	for tier := L1; tier <= L3; tier++ {
		if string(text) == tier.String() {
			*t = tier
			return nil
		}
	}
	return ErrTier
}

// Tiers are the selectors of a run, one for each tier. All three are needed;
// none stands in for another.
type Tiers struct {
	L1 Selector `json:"l1"`
	L2 Selector `json:"l2"`
	L3 Selector `json:"l3"`
}

// All yields the tiers in order.
func (t Tiers) All() iter.Seq2[Tier, Selector] { return inOrder(t.L1, t.L2, t.L3) }

// Selectors returns the three selectors in order, for MixesOwners.
func (t Tiers) Selectors() []Selector { return []Selector{t.L1, t.L2, t.L3} }

func inOrder[T any](l1, l2, l3 T) iter.Seq2[Tier, T] {
	return func(yield func(Tier, T) bool) {
		_ = yield(L1, l1) && yield(L2, l2) && yield(L3, l3)
	}
}

// Transports lists the distinct transports of the tiers, in tier order: what a
// host has to have ready. A selector that the grammar does not have adds none.
func (g Grammar) Transports(tiers Tiers) []Provider {
	providers := []Provider{}
	for _, s := range tiers.All() {
		if p := g.Transport(s); p != "" && !slices.Contains(providers, p) {
			providers = append(providers, p)
		}
	}
	return providers
}

// DefaultPrefix is the prefix of the pins' variables: ATOMA_MODEL_L1 to
// ATOMA_MODEL_L3.
const DefaultPrefix = "ATOMA_MODEL"

// TiersOption changes how ReadTiers reads.
type TiersOption func(*tiersOptions)

type tiersOptions struct {
	prefix   string
	allowOwn bool
}

// Prefix puts another name in the place of DefaultPrefix: with "BOT_MODEL" the
// variables are BOT_MODEL_L1 to BOT_MODEL_L3.
func Prefix(prefix string) TiersOption { return func(o *tiersOptions) { o.prefix = prefix } }

// AllowOwn lets a host's environment pin the principal's subscription. It is
// for a host that runs for one principal alone, who set that environment.
func AllowOwn() TiersOption { return func(o *tiersOptions) { o.allowOwn = true } }

// FromMap makes a lookup for ReadTiers from settings that a host has already
// read. The map is not copied.
func FromMap(settings map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := settings[name]
		return value, ok
	}
}

// TiersError is a set of pins that is not complete or has a pin that is
// refused.
type TiersError struct {
	// Reason is missing, own, or a reason of Parse.
	Reason Reason
	// Variables names every missing variable, in tier order, or the first one
	// that is refused.
	Variables []string

	cause *ParseError
	own   Selector
}

func (e *TiersError) reason() Reason { return e.Reason }

// Unwrap returns the *ParseError of a pin that could not be read, else nil.
func (e *TiersError) Unwrap() error {
	if e.cause == nil {
		return nil
	}
	return e.cause
}

// Error names the variables. It repeats the value of one only as ParseError
// does. Its text may change.
func (e *TiersError) Error() string {
	if e.cause != nil {
		return e.cause.Error()
	}
	names := strings.Join(e.Variables, ", ")
	if e.Reason == ReasonOwn {
		return fmt.Sprintf("modelsel: %s: %q is a principal's own subscription, which a host's environment may not pin", names, clip(e.own.String()))
	}
	return "modelsel: not set, and there is no default: " + names
}

// ReadTiers reads the three required pins by a lookup such as os.LookupEnv (or
// FromMap, or a test's own); nothing else is read. A value is trimmed, and a
// blank one counts as missing. A nil lookup finds nothing.
//
// The error is a *TiersError. When pins are missing it names all of them and
// nothing else is judged; otherwise it is about the first pin, in tier order,
// that Parse refuses or that pins the principal's subscription without AllowOwn.
//
// To read a pin is not to admit it: a subscription pinned in a host's
// environment is read here, and refused by Admit at LevelHost.
func (g Grammar) ReadTiers(lookup func(string) (string, bool), opts ...TiersOption) (Tiers, error) {
	given := tiersOptions{prefix: DefaultPrefix}
	for _, opt := range opts {
		opt(&given)
	}
	var names, texts [3]string
	var missing []string
	for i := range names {
		names[i] = fmt.Sprintf("%s_L%d", given.prefix, i+1)
		if lookup != nil {
			texts[i], _ = lookup(names[i])
		}
		if isBlank(texts[i]) {
			missing = append(missing, names[i])
		}
	}
	if len(missing) > 0 {
		return Tiers{}, &TiersError{Reason: ReasonMissing, Variables: missing}
	}
	var pins [3]Selector
	for i, name := range names {
		s, reason := g.read(texts[i])
		if reason != "" {
			cause := g.refuse(texts[i], s, reason, name)
			return Tiers{}, &TiersError{Reason: reason, Variables: []string{name}, cause: cause}
		}
		if mode, _ := g.mode(string(s.mode)); mode.Access == AccessPrincipalSubscription && !given.allowOwn {
			return Tiers{}, &TiersError{Reason: ReasonOwn, Variables: []string{name}, own: s}
		}
		pins[i] = s
	}
	return Tiers{pins[0], pins[1], pins[2]}, nil
}
