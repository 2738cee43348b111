package synrun

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// setMember sets a text member of the JSON object in src and leaves all other
// members in their order. The result is indented as manifests are.
func setMember(src []byte, key, text string) ([]byte, error) {
	doc, err := jsondoc.Parse(src)
	if err != nil {
		return nil, err
	}
	doc.Set(key, jsondoc.String(text))
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(doc.Compact()), "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// observedTool reads the value of --observe: arguments, or a tool and its
// arguments. A plugin with one tool needs no name.
func observedTool(p *manifest.Plugin, words string) (*manifest.Tool, []byte, error) {
	name, args := "", strings.TrimSpace(words)
	if !strings.HasPrefix(args, "{") {
		name, args, _ = strings.Cut(args, " ")
	}
	if strings.TrimSpace(args) == "" {
		args = "{}"
	}
	if name == "" && len(p.Tools) == 1 {
		return &p.Tools[0], []byte(args), nil
	}
	var known []string
	for i := range p.Tools {
		if p.Tools[i].Name == name {
			return &p.Tools[i], []byte(args), nil
		}
		known = append(known, p.Tools[i].Name)
	}
	return nil, nil, usageError("which_tool", "which tool?", "--observe='"+known[0]+" {}' (tools: "+strings.Join(known, ", ")+")")
}
