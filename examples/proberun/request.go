package proberun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/handfast-go/handfast/probe"
)

// newClient makes a client that shows a response as it came: not through a
// proxy that the environment names, not from behind a redirect, not unpacked.
func newClient() *http.Client {
	return &http.Client{
		Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}

// Request sends an HTTP entry below the base URL.
func (r *Runner) Request(ctx context.Context, entry probe.HTTP, limit int) (probe.HTTPResult, error) {
	if r.baseURL == nil {
		return probe.HTTPResult{}, ErrNoBaseURL
	}
	address, err := below(r.baseURL, entry.Path)
	if err != nil {
		return probe.HTTPResult{}, err
	}
	request, err := http.NewRequestWithContext(ctx, entry.Method, address.String(), http.NoBody)
	if err != nil {
		return probe.HTTPResult{}, fmt.Errorf("proberun: the request: %w", err)
	}
	response, err := r.client.Do(request)
	if err != nil {
		return probe.HTTPResult{}, fmt.Errorf("proberun: there was no response: %w", err)
	}
	defer response.Body.Close() //nolint:errcheck // what was wanted of it has been read
	body, err := io.ReadAll(io.LimitReader(response.Body, int64(limit)+1))
	if err != nil {
		return probe.HTTPResult{}, fmt.Errorf("proberun: the response broke off: %w", err)
	}
	return probe.HTTPResult{Status: response.StatusCode, Body: body}, nil
}

func parseBase(base string) (*url.URL, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("proberun: the base URL: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New("proberun: the base URL is no http or https URL: " + base)
	}
	return &url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: u.Path, RawPath: u.RawPath}, nil
}

// below puts a path, with a query when it has one, under a base. Whatever stands
// in the path, the host stays that of the base.
func below(base *url.URL, path string) (*url.URL, error) {
	path, query, _ := strings.Cut(path, "?")
	escaped := strings.TrimSuffix(base.EscapedPath(), "/") + "/" + escape(strings.TrimPrefix(path, "/"))
	decoded, err := url.PathUnescape(escaped)
	if err != nil {
		return nil, fmt.Errorf("proberun: the path: %w", err)
	}
	u := *base
	u.Path, u.RawPath, u.RawQuery = decoded, escaped, escape(query)
	return &u, nil
}

// escape escapes what cannot stand in a URL, and leaves what is escaped already
// as it was written.
func escape(text string) string {
	const allowed = "-._~!$&'()*+,;=:@/?%"
	var b strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(allowed, c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
