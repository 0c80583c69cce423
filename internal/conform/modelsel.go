package conform

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handfast-go/handfast/internal/jsonscan"
	"github.com/handfast-go/handfast/modelsel"
)

// modelCalls serve package modelsel, by its default grammar.
func modelCalls() map[string]call {
	return map[string]call{
		"modelsel.parse":        parseSelector,
		"modelsel.transport":    transport,
		"modelsel.transports":   transports,
		"modelsel.tiers":        readTiers,
		"modelsel.payer":        payer,
		"modelsel.ledger":       ledger,
		"modelsel.mixes_owners": mixesOwners,
	}
}

type selectorOut struct {
	OK     bool            `json:"ok"`
	Mode   modelsel.Mode   `json:"mode,omitempty"`
	Vendor modelsel.Vendor `json:"vendor,omitempty"`
	Model  string          `json:"model,omitempty"`
	Reason modelsel.Reason `json:"reason,omitempty"`
}

func parseSelector(in json.RawMessage) (any, error) {
	text, err := stringMember(in, "raw")
	if err != nil {
		return nil, err
	}
	s, err := modelsel.Parse(text)
	if err != nil {
		return selectorOut{Reason: modelsel.ReasonOf(err)}, nil
	}
	return selectorOut{OK: true, Mode: s.Mode(), Vendor: s.Vendor(), Model: s.Model()}, nil
}

// transport serves a mode and a vendor, which any model completes.
func transport(in json.RawMessage) (any, error) {
	mode, err := stringMember(in, "mode")
	if err != nil {
		return nil, err
	}
	vendor, err := stringMember(in, "vendor")
	if err != nil {
		return nil, err
	}
	s, err := modelsel.Parse(mode + ":" + vendor + ":model")
	if err != nil {
		return nil, err
	}
	return struct {
		Transport modelsel.Provider `json:"transport"`
	}{modelsel.Transport(s)}, nil
}

func transports(in json.RawMessage) (any, error) {
	var tiers modelsel.Tiers
	for name, to := range map[string]*modelsel.Selector{"l1": &tiers.L1, "l2": &tiers.L2, "l3": &tiers.L3} {
		if err := selectorMember(in, name, to); err != nil {
			return nil, err
		}
	}
	return struct {
		Transports []modelsel.Provider `json:"transports"`
	}{modelsel.Transports(tiers)}, nil
}

type tiersOut struct {
	OK        bool            `json:"ok"`
	L1        string          `json:"l1,omitempty"`
	L2        string          `json:"l2,omitempty"`
	L3        string          `json:"l3,omitempty"`
	Reason    modelsel.Reason `json:"reason,omitempty"`
	Variables []string        `json:"variables,omitempty"`
}

func readTiers(in json.RawMessage) (any, error) {
	raw, err := member(in, "env")
	if err != nil {
		return nil, err
	}
	env, err := readObject(string(raw))
	if err != nil {
		return nil, err
	}
	settings := map[string]string{}
	members := env.index.Members
	for k := 0; k < len(members); k = members[k].Next {
		name := members[k].Name(env.text)
		if settings[name], err = stringMember(raw, name); err != nil {
			return nil, err
		}
	}
	own, err := boolMember(in, "allow_own")
	if err != nil {
		return nil, err
	}
	var opts []modelsel.TiersOption
	if own {
		opts = append(opts, modelsel.AllowOwn())
	}
	tiers, err := modelsel.ReadTiers(modelsel.FromMap(settings), opts...)
	if refused, ok := errors.AsType[*modelsel.TiersError](err); ok {
		return tiersOut{Reason: refused.Reason, Variables: refused.Variables}, nil
	}
	if err != nil {
		return nil, err
	}
	return tiersOut{OK: true, L1: tiers.L1.String(), L2: tiers.L2.String(), L3: tiers.L3.String()}, nil
}

func payer(in json.RawMessage) (any, error) {
	var s modelsel.Selector
	if err := selectorMember(in, "selector", &s); err != nil {
		return nil, err
	}
	brought, err := boolMember(in, "org_key")
	if err != nil {
		return nil, err
	}
	return struct {
		Payer modelsel.Payer `json:"payer"`
	}{modelsel.PayerOf(s, brought)}, nil
}

type ledgerOut struct {
	SubscriptionTiers []modelsel.Tier     `json:"subscription_tiers"`
	PrincipalTiers    []modelsel.Tier     `json:"principal_tiers"`
	Transports        []modelsel.Provider `json:"transports"`
	TouchesHost       bool                `json:"touches_host"`
	TouchesPrincipal  bool                `json:"touches_principal"`
}

// ledger serves what a ledger says of subscriptions. Its rows are taken as they
// stand, sound or not.
func ledger(in json.RawMessage) (any, error) {
	rows, err := member(in, "ledger")
	if err != nil {
		return nil, err
	}
	var l modelsel.Ledger
	for name, to := range map[string]*modelsel.Row{"l1": &l.L1, "l2": &l.L2, "l3": &l.L3} {
		raw, err := member(rows, name)
		if err != nil {
			return nil, err
		}
		if *to, err = ledgerRow(raw); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return ledgerOut{
		l.SubscriptionTiers(), l.PrincipalTiers(), l.SubscriptionTransports(), l.TouchesHost(), l.TouchesPrincipal(),
	}, nil
}

func ledgerRow(raw json.RawMessage) (modelsel.Row, error) {
	var row modelsel.Row
	if err := selectorMember(raw, "selection", &row.Selection); err != nil {
		return row, err
	}
	provider, err := stringMember(raw, "provider")
	if err != nil {
		return row, err
	}
	charged, err := stringMember(raw, "payer")
	if err != nil {
		return row, err
	}
	source, err := stringMember(raw, "source")
	row.Provider, row.Payer, row.Source = modelsel.Provider(provider), modelsel.Payer(charged), modelsel.Level(source)
	return row, err
}

// mixesOwners serves a set of pins. A null and a text that is no selector choose
// nothing.
func mixesOwners(in json.RawMessage) (any, error) {
	raw, err := member(in, "selections")
	if err != nil {
		return nil, err
	}
	if raw == nil {
		return nil, errors.New(`"selections" is missing`)
	}
	list, err := elements("selections", string(raw))
	if err != nil {
		return nil, err
	}
	var pins []modelsel.Selector
	for _, element := range list {
		if element[0] != '"' {
			continue
		}
		if s, err := modelsel.Parse(jsonscan.Unescape(element[1 : len(element)-1])); err == nil {
			pins = append(pins, s)
		}
	}
	return struct {
		Mixes bool `json:"mixes"`
	}{modelsel.MixesOwners(pins...)}, nil
}

func selectorMember(in json.RawMessage, name string, to *modelsel.Selector) error {
	text, err := stringMember(in, name)
	if err != nil {
		return err
	}
	return to.UnmarshalText([]byte(text))
}

// boolMember reads a member that is false when it is absent.
func boolMember(in json.RawMessage, name string) (bool, error) {
	raw, err := member(in, name)
	if err != nil {
		return false, err
	}
	switch string(raw) {
	case "true":
		return true, nil
	case "false", "":
		return false, nil
	default:
		return false, fmt.Errorf("%q is neither true nor false", name)
	}
}
