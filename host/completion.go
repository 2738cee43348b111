package host

import (
	"context"
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

// Command runs what somebody typed behind a slash, cut into words: a documented
// path of an rpc plugin, which is that of a tool when its words, the plugin's
// own aside, are the tool's name. What follows are arguments as `synrun call`
// takes them. A path that names no tool, or is followed by anything else, is
// documentation only, and the error says so. req says how else it is called; its
// name and arguments come from the words.
func (h *Host) Command(ctx context.Context, words []string, src ArgSource, req Request) (*Result, error) {
	var p *manifest.Plugin
	if len(words) > 0 {
		p = h.find.RPCPlugin(words[0])
	}
	if p == nil || p.Broken() {
		return nil, unknownCommand(words)
	}
	path := CompletionTree(p).Path(words)
	if path == nil {
		return nil, unknownCommand(words)
	}
	tool, rest := commandTool(p, path[1:]), words[len(path):]
	if tool == nil || !areArguments(rest) {
		return nil, usage("documentation", fmt.Sprintf("'/%s' is documentation only: external plugins cannot run commands; use their tools", strings.Join(path, " ")), "")
	}
	args, err := ParseArgs(rest, tool, src)
	if err != nil {
		return nil, err
	}
	req.Name, req.Format, req.Args = p.ID+"."+tool.Name, manifest.FormatRPC, args
	return h.Call(ctx, req)
}

func unknownCommand(words []string) error {
	return usage("unknown_command", fmt.Sprintf("unknown command '/%s'", strings.Join(words, " ")), "")
}

// commandTool is the tool that the words of a path name: as one word, or joined
// by what names of tools are joined by.
func commandTool(p *manifest.Plugin, words []string) *manifest.Tool {
	if len(words) == 0 {
		return nil
	}
	for _, joint := range []string{"_", "-"} {
		if t := p.Tool(strings.Join(words, joint)); t != nil {
			return t
		}
	}
	return nil
}

// areArguments reports whether words are in one of the forms of arguments: one
// JSON object, or KEY=VALUE and KEY:=JSON.
func areArguments(words []string) bool {
	if len(words) == 1 && isJSON(words[0]) {
		return true
	}
	for _, w := range words {
		if key, _, ok := strings.Cut(w, "="); !ok || key == "" || strings.ContainsAny(key, " \t{\"") {
			return false
		}
	}
	return true
}
