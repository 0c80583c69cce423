package drift_test

import (
	"regexp"
	"slices"
	"strings"
)

// This file holds a second, slow reading of D-6 that shares nothing with the
// library: a tokenizer that knows only the quoting rules of POSIX, and a
// grammar of regular expressions over the words. The fuzz test demands that the
// library accepts nothing that this one refuses.

// referenceWords splits a command into words. It reports false for everything
// that could mean more than words of text to some shell.
func referenceWords(command string) ([]string, bool) {
	var words []string
	var word []byte
	inWord := false
	for i := 0; i < len(command); i++ {
		c := command[i]
		if c != '\t' && (c < ' ' || c > '~') {
			return nil, false
		}
		switch {
		case c == ' ' || c == '\t':
			if inWord {
				words, word, inWord = append(words, string(word)), nil, false
			}
			continue
		case c == '\'':
			end := strings.IndexByte(command[i+1:], '\'')
			if end < 0 {
				return nil, false
			}
			word = append(word, command[i+1:i+1+end]...)
			i += 1 + end
		case c == '"':
			for i++; ; i++ {
				if i >= len(command) {
					return nil, false
				}
				if command[i] == '"' {
					break
				}
				if command[i] == '\\' && i+1 < len(command) && strings.IndexByte("$`\"\\", command[i+1]) >= 0 {
					i++
				} else if strings.IndexByte("$`!", command[i]) >= 0 {
					return nil, false
				}
				word = append(word, command[i])
			}
		case c == '\\':
			if i++; i >= len(command) {
				return nil, false
			}
			word = append(word, command[i])
		case c == '=' && !inWord: // the path of a program to zsh
			return nil, false
		case strings.IndexByte("!#$&()*;<>?[]^`{|}~", c) >= 0:
			return nil, false
		default:
			word = append(word, c)
		}
		inWord = true
	}
	if inWord {
		words = append(words, string(word))
	}
	return words, len(words) > 0
}

var (
	kubeOption   = regexp.MustCompile(`\x00(?:--context(?:=|\x00)([\w.:@/+=-]+)|(?:--namespace(?:=|\x00)|-n=?|-n\x00)([\w.-]+)|(?:--output(?:=|\x00)|-o=?|-o\x00)(json|yaml|wide|name))(?:\x00|$)`)
	kubeRead     = regexp.MustCompile(`^(?:kubectl|oc)\x00(?:get|describe)(?:\x00[\w.-]+(?:[\x00/][\w.:@-]+)?)?$`)
	kubeSecret   = regexp.MustCompile(`(?i)^(?:kubectl|oc)\x00(?:get|describe)\x00secrets?(?:[.\x00/]|$)`)
	gcloudOption = regexp.MustCompile(`\x00--(?:project(?:=|\x00)([\w.:-]+)|format(?:=|\x00)(json|yaml)|region(?:=|\x00)([\w.-]+)|zone(?:=|\x00)([\w.-]+))(?:\x00|$)`)
	gcloudRead   = regexp.MustCompile(`^gcloud\x00(?:run|container|compute|sql|functions|pubsub|storage)((?:\x00[a-z-]+)*?)\x00(?:list|describe(?:\x00(?:gs://)?[\w./-]+)?)$`)
	gcloudNoVerb = regexp.MustCompile(`^(?:(?:create|delete|update|deploy|add|remove|set|get|ssh|cp|mv|rm|start|stop|reset|resize|list|describe|export|import|call|login|connect)(?:-[a-z-]+)?)$`)
)

// referenceAccepts reports whether words are one of the reads of D-6, with no
// option there twice.
func referenceAccepts(words []string) bool {
	if slices.Contains(words, "") {
		return false
	}
	for _, w := range words {
		if strings.ContainsAny(w, "\x00 ") {
			return false
		}
	}
	option, kube := gcloudOption, words[0] != "gcloud"
	if kube {
		option = kubeOption
	}
	text := strings.Join(words, "\x00")
	seen := map[int]bool{}
	for {
		at := option.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		for group := 1; group < len(at)/2; group++ {
			if at[2*group] < 0 {
				continue
			}
			if value := text[at[2*group]:at[2*group+1]]; seen[group] || value[0] == '-' {
				return false
			}
			seen[group] = true
		}
		rest := text[at[1]:]
		if at[1] > 0 && text[at[1]-1] == 0 {
			rest = text[at[1]-1:]
		}
		text = text[:at[0]] + rest
	}
	if strings.Contains(text, "\x00-") {
		return false
	}
	if kube {
		return kubeRead.MatchString(text) && !kubeSecret.MatchString(text)
	}
	read := gcloudRead.FindStringSubmatch(text)
	if read == nil {
		return false
	}
	for noun := range strings.SplitSeq(strings.TrimPrefix(read[1], "\x00"), "\x00") {
		if gcloudNoVerb.MatchString(noun) {
			return false
		}
	}
	return true
}
