package modelsel

import (
	"context"
	"strconv"
)

// Level is the link of the chain at which a pin was found: that of the account
// is asked before that of its organisation, and this before the host's. The
// zero Level is none.
type Level string

// The levels, closed.
const (
	LevelAccount Level = "account"
	LevelOrg     Level = "org"
	LevelHost    Level = "host"
)

func (l Level) known() bool {
	switch l {
	case LevelAccount, LevelOrg, LevelHost:
		return true
	default:
		return false
	}
}

// Authority is what the host implements to say whether an account may use a
// subscription now.
type Authority interface {
	// Confirm reports whether the account whose pin is judged may use the
	// selector's subscription at this moment. It must not answer from the time
	// at which the pin was written: a grant may have been withdrawn since. An
	// error means that it could not be found out. It is called at most once for
	// each Admit, may be called by many goroutines at once, and honours ctx.
	Confirm(ctx context.Context, s Selector) (bool, error)
}

// AuthorityFunc makes an Authority of a function.
type AuthorityFunc func(ctx context.Context, s Selector) (bool, error)

// Confirm calls the function.
func (f AuthorityFunc) Confirm(ctx context.Context, s Selector) (bool, error) { return f(ctx, s) }

// Admission is the verdict on one pin. The zero Admission is not admitted.
type Admission struct {
	Admitted bool
	// Reason says why a pin is not admitted: unset, foreign, level,
	// subscription_level or unconfirmed. It is "" for one that is.
	Reason Reason
}

// Repair returns what would get the pin admitted, "" when it is.
func (a Admission) Repair() string {
	info, _ := a.Reason.Info()
	return info.Repair
}

// AuthorityError is an admission that could not be decided, because the
// authority gave an error. The text of that error is the host's own and is left
// out of the message; Unwrap returns it.
type AuthorityError struct {
	Selector Selector
	Err      error
}

// Error names the selector.
func (e *AuthorityError) Error() string {
	return "modelsel: " + strconv.Quote(clip(e.Selector.String())) + ": the authority could not say whether this subscription may be used"
}

// Unwrap returns the authority's error.
func (e *AuthorityError) Unwrap() error { return e.Err }

// Admit decides whether a pin that was found at a level may be used. The level
// decides, not the spelling: a selector that uses a key is admitted from every
// level; one that uses a subscription, the host's or the principal's, only from
// the account's own pin, and only after the authority has confirmed it again. A
// nil authority confirms nothing. No vendor and no tier is treated otherwise.
//
// A refusal is an Admission with a Reason. The error is an *AuthorityError when
// the authority failed; the pin is not admitted then either.
func (g Grammar) Admit(ctx context.Context, s Selector, level Level, authority Authority) (Admission, error) {
	found, ok := g.lookUp(s)
	switch {
	case !ok:
		return Admission{Reason: g.why(s)}, nil
	case !level.known():
		return Admission{Reason: ReasonLevel}, nil
	case found.access == AccessKey:
		return Admission{Admitted: true}, nil
	case level != LevelAccount:
		return Admission{Reason: ReasonSubscriptionLevel}, nil
	case authority == nil:
		return Admission{Reason: ReasonUnconfirmed}, nil
	}
	confirmed, err := authority.Confirm(ctx, s)
	if err != nil {
		return Admission{Reason: ReasonUnconfirmed}, &AuthorityError{s, err}
	}
	if !confirmed {
		return Admission{Reason: ReasonUnconfirmed}, nil
	}
	return Admission{Admitted: true}, nil
}

// MixesOwners reports whether a set of pins uses two subscriptions, the host's
// and the principal's, of one vendor that does not tell them apart (in the
// default grammar: sub:openai beside own:openai). Such a set must not be used,
// whatever Admit says of each pin: one owner's work could be charged to the
// other. Selectors that the grammar does not have are left out.
func (g Grammar) MixesOwners(pins ...Selector) bool {
	owner := map[Vendor]Access{}
	for _, pin := range pins {
		found, ok := g.lookUp(pin)
		if !ok || !found.vendor.OneOwner || found.access == AccessKey {
			continue
		}
		if other, seen := owner[found.vendor.Vendor]; seen && other != found.access {
			return true
		}
		owner[found.vendor.Vendor] = found.access
	}
	return false
}
