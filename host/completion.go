package host

import (
	"fmt"
	"strings"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// Completion is a node of the tree of commands that an rpc plugin documents.
type Completion struct {
	Name     string
	Help     string
	Man      string
	Choices  []string
	Children []Completion
}

// CompletionTree returns the documented commands of a plugin; its name is empty
// when there are none.
func CompletionTree(p *manifest.Plugin) Completion {
	doc, err := jsondoc.Parse(p.Completion)
	if err != nil {
		return Completion{}
	}
	root, ok := doc.Get(p.ID)
	if !ok {
		return Completion{}
	}
	return node(p.ID, root)
}

func node(name string, doc jsondoc.Value) Completion {
	c := Completion{Name: name, Help: member(doc, "help"), Man: member(doc, "man")}
	choices, _ := doc.Get("choices")
	for _, it := range choices.Items {
		if it.Kind == jsondoc.Text {
			c.Choices = append(c.Choices, it.Text)
		}
	}
	children, _ := doc.Get("children")
	for _, m := range children.Members {
		c.Children = append(c.Children, node(m.Key, m.Value))
	}
	return c
}

// Path is the longest documented path that the words begin with; empty when
// even the first word is none of the plugin's.
func (c Completion) Path(words []string) []string {
	if len(words) == 0 || c.Name == "" || words[0] != c.Name {
		return nil
	}
	path := words[:1]
	at := c
	for _, w := range words[1:] {
		next, ok := at.child(w)
		if !ok {
			break
		}
		path, at = words[:len(path)+1], next
	}
	return path
}

func (c Completion) child(name string) (Completion, bool) {
	for _, k := range c.Children {
		if k.Name == name {
			return k, true
		}
	}
	return Completion{}, false
}

// Documented is the answer to a documented command that somebody typed: it is
// help, not a command.
func (h *Host) Documented(p *manifest.Plugin, words []string) error {
	path := CompletionTree(p).Path(words)
	if path == nil {
		return usage("unknown_command", fmt.Sprintf("unknown command '/%s'", strings.Join(words, " ")), "")
	}
	return usage("documentation", fmt.Sprintf("'/%s' is documentation only: external plugins cannot run commands; use their tools", strings.Join(path, " ")), "")
}
