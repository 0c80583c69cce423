package storetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"
)

// wantErr demands a sentinel.
func wantErr(what string, err, want error) error {
	if errors.Is(err, want) {
		return nil
	}
	return fmt.Errorf("%s: expected the error %q, got %v", what, want.Error(), orNil(err))
}

func orNil(err error) string {
	if err == nil {
		return "no error"
	}
	return fmt.Sprintf("%q", err.Error())
}

// same demands that a value came back as it was stored. It differs from
// reflect.DeepEqual in what a store is free to do: nil and empty lists are the
// same, an envelope that was nil may come back as the JSON null, and times are
// compared as instants, but have to come back in UTC. It names the member that
// differs.
func same[T any](what string, want, got T) error {
	return compare(what, reflect.ValueOf(&want).Elem(), reflect.ValueOf(&got).Elem())
}

func compare(path string, want, got reflect.Value) error {
	if w, ok := reflect.TypeAssert[time.Time](want); ok {
		g, _ := reflect.TypeAssert[time.Time](got)
		return compareTimes(path, w, g)
	}
	if w, ok := reflect.TypeAssert[json.RawMessage](want); ok {
		return compareRaw(path, w, got.Bytes())
	}
	switch want.Kind() { //nolint:exhaustive // the types of contract hold no other kind that needs care
	case reflect.Struct:
		for i := range want.NumField() {
			if err := compare(path+"."+want.Type().Field(i).Name, want.Field(i), got.Field(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Slice:
		if want.Len() != got.Len() {
			return fmt.Errorf("%s: expected %d elements, got %d", path, want.Len(), got.Len())
		}
		for i := range want.Len() {
			if err := compare(fmt.Sprintf("%s[%d]", path, i), want.Index(i), got.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Pointer:
		if want.IsNil() != got.IsNil() {
			return fmt.Errorf("%s: expected nil to be %t, got %t", path, want.IsNil(), got.IsNil())
		}
		if want.IsNil() {
			return nil
		}
		return compare(path, want.Elem(), got.Elem())
	default:
		if !want.Equal(got) {
			return fmt.Errorf("%s: expected %s, got %s", path, show(want.Interface()), show(got.Interface()))
		}
		return nil
	}
}

func compareTimes(path string, want, got time.Time) error {
	switch {
	case !want.Equal(got):
		return fmt.Errorf("%s: expected %s, got %s", path, want, got)
	case got.Location() != time.UTC:
		return fmt.Errorf("%s: expected a time in UTC, got %s", path, got)
	}
	return nil
}

func compareRaw(path string, want, got []byte) error {
	const envelope = ".Envelope"
	if len(path) >= len(envelope) && path[len(path)-len(envelope):] == envelope {
		if string(want) == "null" {
			want = nil
		}
		if string(got) == "null" {
			got = nil
		}
	}
	if !bytes.Equal(want, got) {
		return fmt.Errorf("%s: expected %s, got %s", path, show(string(want)), show(string(got)))
	}
	return nil
}

// show quotes a value, and cuts what is too long to read.
func show(v any) string {
	const limit = 200
	s := fmt.Sprintf("%q", fmt.Sprint(v))
	if len(s) > limit {
		s = fmt.Sprintf("%s… (%d bytes quoted)", s[:limit], len(s))
	}
	return s
}

// scribble overwrites everything that v points to: what a careless caller may
// do to a value that it handed in or got back.
func scribble[T any](v *T) { overwrite(reflect.ValueOf(v).Elem()) }

func overwrite(v reflect.Value) {
	switch v.Kind() { //nolint:exhaustive // the types of contract hold no other kind
	case reflect.Struct:
		for _, field := range v.Fields() {
			if field.CanSet() {
				overwrite(field)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			overwrite(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			overwrite(v.Index(i))
		}
	case reflect.String:
		v.SetString("scribbled")
	case reflect.Int, reflect.Int64:
		v.SetInt(-77)
	case reflect.Uint8:
		v.SetUint('#')
	case reflect.Bool:
		v.SetBool(!v.Bool())
	default: // no other kind points anywhere in these types
	}
}

// deepCopy returns a value that shares no memory with v, so that it can be
// compared after whoever else holds v has changed it.
func deepCopy[T any](v T) T {
	var out T
	clone(reflect.ValueOf(&out).Elem(), reflect.ValueOf(&v).Elem())
	return out
}

func clone(to, from reflect.Value) {
	if from.Kind() == reflect.Struct && from.Type() != reflect.TypeFor[time.Time]() {
		for i := range from.NumField() {
			clone(to.Field(i), from.Field(i))
		}
		return
	}
	to.Set(from)
	switch {
	case from.Kind() == reflect.Slice && !from.IsNil():
		to.Set(reflect.MakeSlice(from.Type(), from.Len(), from.Len()))
		for i := range from.Len() {
			clone(to.Index(i), from.Index(i))
		}
	case from.Kind() == reflect.Pointer && !from.IsNil():
		to.Set(reflect.New(from.Type().Elem()))
		clone(to.Elem(), from.Elem())
	}
}
