package trace

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// ContextPreviewChars is the number of characters (Unicode code points) of a
// block that its citation shows.
const ContextPreviewChars = 2000

// Source is where a block of model-visible context came from.
type Source string

// The sources.
const (
	SourceSkill         Source = "skill"
	SourceEventSkill    Source = "event-skill"
	SourceCoaching      Source = "coaching"
	SourceFallbackTrace Source = "fallback-trace"
)

// Block is one piece of context that a model is shown.
type Block struct {
	// ID identifies the block in its run.
	ID     string
	Source Source
	// SkillID is the skill that the block belongs to, "" for none.
	SkillID string
	Text    string
}

// Citation is what a trace keeps of a block: enough to show what the model was
// told, in a size that does not depend on it (T-20).
type Citation struct {
	ID      string `json:"id"`
	Source  Source `json:"source"`
	SkillID string `json:"skillId,omitempty"`
	// Chars is the true length of the block, in characters.
	Chars int `json:"chars"`
	// Preview is the start of the block, with an ellipsis behind it when the
	// block goes on.
	Preview string `json:"preview"`
}

// Cite records a block with a preview of ContextPreviewChars.
func Cite(b Block) Citation { return CiteWithin(b, ContextPreviewChars) }

// CiteWithin records a block with a preview of at most limit characters, or
// ContextPreviewChars when limit is not positive, and the ellipsis.
func CiteWithin(b Block, limit int) Citation {
	if limit <= 0 {
		limit = ContextPreviewChars
	}
	c := Citation{ID: b.ID, Source: b.Source, SkillID: b.SkillID, Chars: utf8.RuneCountInString(b.Text), Preview: b.Text}
	if c.Chars > limit {
		// A new string, so that the citation does not hold the block.
		c.Preview = b.Text[:charsEnd(b.Text, limit)] + ellipsis
	}
	return c
}

// Citations are the citations of one run: one for each distinct block, so that a
// trace grows with what a run was shown, and not with its calls. The zero
// Citations is empty. It is safe for concurrent use.
type Citations struct {
	mu    sync.Mutex
	known map[string]bool
	list  []Citation
}

// Record cites the blocks that this run has not cited yet, by id, and returns
// the ids to attach to the event of the call that shows the blocks: those of all
// blocks, each once, whether they are new or not. fresh are the citations that
// are new, and are recorded now.
func (c *Citations) Record(blocks ...Block) (ids []string, fresh []Citation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = make(map[string]bool)
	}
	listed := make(map[string]bool, len(blocks))
	for _, b := range blocks {
		if !listed[b.ID] {
			listed[b.ID] = true
			ids = append(ids, b.ID)
		}
		if !c.known[b.ID] {
			c.known[b.ID] = true
			fresh = append(fresh, Cite(b))
		}
	}
	c.list = append(c.list, fresh...)
	return ids, fresh
}

// All returns the citations of the run, in the order in which they were
// recorded.
func (c *Citations) All() []Citation {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.list)
}

// Fold renders the tail of a prompt: base, and behind it each block under a
// comment line that names its source and skill. Texts and ids are written as
// they are: ids come from the runtime, and nothing is escaped for a reader who
// reads words.
func Fold(base string, blocks []Block) string {
	var b strings.Builder
	b.WriteString(base)
	for _, block := range blocks {
		b.WriteString("\n\n<!-- context source=" + string(block.Source))
		if block.SkillID != "" {
			b.WriteString(" skill=" + block.SkillID)
		}
		b.WriteString(" -->\n" + block.Text)
	}
	return b.String()
}
