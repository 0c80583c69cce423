// Package modelsel reads model choices by one grammar, and says who pays for
// each: a selector <mode>:<vendor>:<model> names the account that is charged,
// the vendor, and the model as the vendor spells it.
//
//	tiers, err := modelsel.ReadTiers(os.LookupEnv) // three required pins
//	if err != nil {
//		return err // names every missing variable at once
//	}
//	for tier, selector := range tiers.All() {
//		verdict, err := modelsel.Admit(ctx, selector, modelsel.LevelHost, nil)
//		if err != nil || !verdict.Admitted {
//			… // verdict.Reason says why this pin may not be used
//		}
//		row, err := modelsel.NewRow(selector, modelsel.LevelHost, orgBroughtKey)
//		… // row goes into the ledger of who paid, under tier
//	}
//
// # Model
//
// A [Selector] is what a [Grammar] admitted, or the zero value. [Grammar.Parse]
// is the only way to one. Its [Mode] says whose account is used: api a key, sub
// the host's subscription, own that of the principal who asked for the run. Its
// model is kept as it was written, colons, slashes and all.
//
// [Tiers] are the three selectors of a run, read from pins that have no default.
// [Grammar.Transport] is the only way from a selector to the [Provider] that
// serves it, and [Grammar.PayerOf] the only way to its [Payer]. A [Ledger] keeps
// both for each tier; its [Detail] is what a journal stores.
//
// Reading a pin does not allow it. [Grammar.Admit] decides that by the [Level]
// of the pin: a subscription is honoured from an account's own pin alone, and
// only after an [Authority] has confirmed it again.
//
// All of this hangs on a [Grammar]. The functions of the package use that of
// [Default]; a host with other vendors builds its own by [NewGrammar], which is
// closed too: what it does not list is refused.
//
// # Guarantees
//
// The text of a selector reads back as the same selector, and two spellings of
// one choice are equal (==). Nothing falls back: no pin has a default, no
// unknown mode counts as api, no older spelling is read. Nothing here holds a
// key, and no error repeats a text before its mode and vendor were recognised,
// since a key pasted in place of a pin would end up in a log. No environment,
// clock or disk is read; a lookup is passed in. Everything may be used by many
// goroutines at once, except that a *Selector, *Tier or *Value must not be
// unmarshalled into while it is read.
//
// # Errors
//
// [*ParseError], [*TiersError], [*SelectorError], [*LedgerError] and
// [*GrammarError] say what is wrong by a [Reason], which [ReasonOf] takes out of
// a wrapped error; [Reasons] explains them all. A refused admission is no
// error: it is an [Admission] with a reason. [*AuthorityError] is an admission
// that could not be decided.
//
// # Limits
//
// Whether a vendor has the model is not known here, and an endpoint is
// configuration, not a model. A selector of more than [MaxText] characters is
// read but cannot be stored. Ledgers record what was paid; they do not check
// that it had been admitted. Package encoding/json matches member names in any
// case: a host that reads stored ledgers from a place it does not trust checks
// their names first.
package modelsel
