package wholetoken

// Find reports whether token stands in text where accept says that it counts:
// it is Index for callers whose tokens are bounded by other rules. accept is
// called for each occurrence in order, overlapping ones too, with where it
// begins and ends. An empty token is nowhere. The cost is linear in text and
// token.
func Find(text, token string, accept func(start, end int) bool) bool {
	return token != "" && scan(text, token, 0, accept) >= 0
}
