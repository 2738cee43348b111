package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

// LampProtocol is the version of the protocol that the lamps' server speaks.
const LampProtocol = "2024-11-05"

// lampRows is how many rows of the lamps' log an agent gets.
const lampRows = 200

// Lamps is what the lamps' own server offers: every lamp that is on, a list of
// all of them, their log, and, where the user's own ceiling allows it, programs
// written on the spot. A call is that of an agent: mode ask, with nobody to
// ask, denies it, so that the commands serve lamps in the mode yolo: enabling a
// lamp was the yes to what its ceiling lets it do.
type Lamps struct {
	Host *host.Host
	Mode host.Mode
}

func object(properties string, required ...string) json.RawMessage {
	s := `{"type":"object","properties":{` + properties + `}`
	if len(required) > 0 {
		s += `,"required":["` + strings.Join(required, `","`) + `"]`
	}
	return json.RawMessage(s + "}")
}

// Tools implements Surface.
func (l *Lamps) Tools(context.Context) ([]*mcp.Tool, error) {
	tools := []*mcp.Tool{
		{Name: "lamps_list", Description: "Lists the lamps here: their ceilings, whether they are enabled, and whether their source keeps to what they declare.", InputSchema: object("")},
		{Name: "lamps_audit", Description: "The last 200 calls of lamps: what each was granted and refused.", InputSchema: object("")},
	}
	session, err := l.Host.Places().Session()
	if err != nil {
		return nil, err
	}
	if session.Ceiling != nil && session.Eval {
		tools = append(tools, &mcp.Tool{
			Name: "lamps_eval", Description: "Runs a Synsema program under the user's own ceiling: " + session.Ceiling.Text,
			InputSchema: object(`"source":{"type":"string"}`, "source"),
		})
	}
	rows, err := l.Host.Lamps()
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i := range rows {
		r := &rows[i]
		if r.Broken != "" || !r.Enabled {
			continue
		}
		for j := range r.Plugin.Tools {
			t := &r.Plugin.Tools[j]
			if seen[t.Full] {
				continue // an earlier one has the name, and gets the calls
			}
			seen[t.Full] = true
			open := hasNet(r.Effective)
			tools = append(tools, &mcp.Tool{
				Name: t.Full, Description: r.LampDescription(t), InputSchema: schemaOf(t),
				Annotations: &mcp.ToolAnnotations{ReadOnlyHint: t.ReadOnly, OpenWorldHint: &open},
			})
		}
	}
	return tools, nil
}

// schemaOf is the schema of a tool's arguments. Clients refuse one that is not
// about an object.
func schemaOf(t *manifest.Tool) json.RawMessage {
	var s struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(t.Schema, &s) != nil || s.Type != "object" {
		return json.RawMessage(`{"type":"object"}`)
	}
	return t.Schema
}

func hasNet(ceiling string) bool {
	for item := range strings.SplitSeq(ceiling, ",") {
		family, _, _ := strings.Cut(strings.TrimSpace(item), "=")
		if family == "net" {
			return true
		}
	}
	return false
}

// Call implements Surface.
func (l *Lamps) Call(ctx context.Context, name string, args json.RawMessage) (*mcp.CallToolResult, error) {
	switch name {
	case "lamps_list":
		return l.list()
	case "lamps_audit":
		rows, err := l.Host.LampLog(lampRows)
		if err != nil {
			return nil, err
		}
		return asText(rows)
	case "lamps_eval":
		return l.eval(ctx, args)
	}
	rows, err := l.Host.Lamps()
	if err != nil {
		return nil, err
	}
	for i := range rows {
		r := &rows[i]
		for j := range r.Plugin.Tools {
			if t := &r.Plugin.Tools[j]; t.Full == name && r.Broken == "" {
				return l.call(ctx, r, t, args)
			}
		}
	}
	return Failed("unknown tool " + name), nil
}

func (l *Lamps) call(ctx context.Context, r *host.LampRow, t *manifest.Tool, args json.RawMessage) (*mcp.CallToolResult, error) {
	p := r.Plugin
	if !r.Enabled {
		status, _, err := l.Host.Status(p)
		switch {
		case err != nil:
			return nil, err
		case status == host.Changed:
			return Failed("lamp " + p.ID + " " + host.ChangedNote), nil
		case p.Scope == manifest.ScopeProject:
			return Failed("lamp " + p.ID + " is not enabled (synrun lamp trust " + p.ID + ")"), nil
		}
		return Failed("lamp " + p.ID + " is not enabled (lamp enable " + p.ID + ")"), nil
	}
	res, err := l.Host.Call(ctx, host.Request{
		Plugin: p, Name: t.Name, Args: args, Actor: host.ActorMCP, Mode: l.Mode, Source: "mcp",
	})
	if err != nil {
		return nil, err
	}
	if !res.OK {
		return Failed(res.Output), nil
	}
	return Text(res.LampText()), nil
}

func (l *Lamps) list() (*mcp.CallToolResult, error) {
	session, err := l.Host.Places().Session()
	if err != nil {
		return nil, err
	}
	rows, err := l.Host.Lamps()
	if err != nil {
		return nil, err
	}
	var ceiling *string
	if session.Ceiling != nil {
		ceiling = &session.Ceiling.Text
	}
	return asText(struct {
		Session *string        `json:"session_ceiling"`
		Lamps   []host.LampRow `json:"lamps"`
	}{ceiling, rows})
}

func (l *Lamps) eval(ctx context.Context, args json.RawMessage) (*mcp.CallToolResult, error) {
	session, err := l.Host.Places().Session()
	if err != nil {
		return nil, err
	}
	if session.Ceiling == nil || !session.Eval {
		return Failed(l.Host.EvalOff().Error()), nil
	}
	var in struct {
		Source *string `json:"source"`
	}
	if json.Unmarshal(args, &in) != nil || in.Source == nil {
		return Failed("lamps_eval needs a source"), nil
	}
	r, err := l.Host.Eval(ctx, *in.Source)
	var said *host.Error
	switch {
	case errors.As(err, &said):
		return Failed(said.Text), nil
	case err != nil:
		return nil, err
	case !r.OK:
		return Failed(r.Output), nil
	}
	return Text(r.Output), nil
}

// asText is a result whose text is JSON.
func asText(v any) (*mcp.CallToolResult, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return Text(host.Spaced(bytes.TrimSpace(b.Bytes()))), nil
}
