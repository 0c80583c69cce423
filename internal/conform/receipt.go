package conform

import (
	"encoding/json"
	"errors"

	"github.com/handfast-go/handfast/evidence/receipt"
	"github.com/handfast-go/handfast/internal/jsonscan"
)

func receiptCalls() map[string]call {
	return map[string]call{
		"receipt.commit_sha": func(in json.RawMessage) (any, error) {
			return receiptVerdict(in, func(value []byte) error {
				if jsonscan.KindAt(string(value), 0) != jsonscan.String {
					return errors.New("not a string")
				}
				_, err := receipt.ParseCommitSHA(jsonscan.Unescape(string(value[1 : len(value)-1])))
				return err
			})
		},
		"receipt.publication": func(in json.RawMessage) (any, error) {
			return receiptVerdict(in, func(value []byte) error {
				_, err := receipt.ParsePublication(value)
				return err
			})
		},
		"receipt.manifest": func(in json.RawMessage) (any, error) {
			return receiptVerdict(in, func(value []byte) error {
				_, err := receipt.ParseManifest(value)
				return err
			})
		},
		"receipt.declared": func(in json.RawMessage) (any, error) {
			return receiptVerdict(in, func(value []byte) error {
				_, err := receipt.ParseDeclared(value)
				return err
			})
		},
	}
}

// receiptVerdict answers whether a reader takes the value.
func receiptVerdict(in json.RawMessage, read func(value []byte) error) (any, error) {
	value, err := member(in, "value")
	if err != nil {
		return nil, err
	}
	if value == nil {
		return nil, errors.New(`"value" is missing`)
	}
	return map[string]bool{"ok": read(value) == nil}, nil
}
