package probe

import "time"

// Limits bound what is read and written. A member that is zero or negative
// stands for its default.
type Limits struct {
	// MaxBytes is the largest document, in bytes; the default is 8 MiB.
	MaxBytes int
	// MaxDepth is the deepest nesting, the root counting 1; the default is 256.
	MaxDepth int
}

// The defaults of the options.
const (
	defaultMaxBytes    = 8 << 20
	defaultMaxDepth    = 256
	defaultTimeout     = time.Minute
	defaultOutputLimit = 1 << 20
)

// config is what the options set.
type config struct {
	name        string
	tools       []string
	limits      Limits
	timeout     time.Duration
	outputLimit int
	normalize   func(Output, []byte) []byte
}

// Option changes a default. A call ignores the options that do not concern it.
type Option func(*config)

func configure(opts []Option) config {
	c := config{name: ManifestName, timeout: defaultTimeout, outputLimit: defaultOutputLimit}
	for _, o := range opts {
		o(&c)
	}
	if c.limits.MaxBytes <= 0 {
		c.limits.MaxBytes = defaultMaxBytes
	}
	if c.limits.MaxDepth <= 0 {
		c.limits.MaxDepth = defaultMaxDepth
	}
	return c
}

// WithName takes another base name for the manifest; "" keeps the default.
func WithName(name string) Option {
	return func(c *config) {
		if name != "" {
			c.name = name
		}
	}
}

// WithTools names the host's tools that record probes, for the refusal of
// [RefuseHandEdit]; without any, it names the commands of handfast.
func WithTools(names ...string) Option {
	tools := append([]string(nil), names...)
	return func(c *config) { c.tools = tools }
}

// WithLimits bounds the documents that are read and written.
func WithLimits(l Limits) Option {
	return func(c *config) { c.limits = l }
}

// WithTimeout bounds each entry of a replay, and a recording. The default is
// one minute; zero or less is no bound but that of the context.
func WithTimeout(d time.Duration) Option {
	return func(c *config) { c.timeout = d }
}

// WithOutputLimit bounds each output that a runner returns, in bytes. The
// default is 1 MiB; zero or less keeps it. A longer output fails its entry.
func WithOutputLimit(bytes int) Option {
	return func(c *config) {
		if bytes > 0 {
			c.outputLimit = bytes
		}
	}
}

// WithNormalizer passes the recorded and the observed output of shell and HTTP
// entries through f before they are compared, for outputs that differ from run
// to run in a way that the host knows to mean nothing. Without it outputs are
// compared byte for byte. f must not change its argument in place; it is never
// called concurrently by one replay.
func WithNormalizer(f func(Output, []byte) []byte) Option {
	return func(c *config) { c.normalize = f }
}
