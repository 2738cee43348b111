package model

import (
	"encoding/json"
	"errors"

	"github.com/synrun/synrun/gate"
)

// anthropic is the dialect of the Messages API.
type anthropic struct{}

func (anthropic) request(s *Settings, q *gate.ModelRequest) (string, map[string]string, map[string]any) {
	body := map[string]any{
		"model":      s.Model.Value,
		"max_tokens": s.maxTokens,
		"messages":   []any{map[string]any{"role": "user", "content": q.Prompt}},
	}
	var tools []any
	for _, t := range q.Tools {
		tools = append(tools, map[string]any{"name": t.Name, "description": t.Description, "input_schema": schema(t.Params)})
	}
	if len(q.Options) > 0 {
		tools = []any{map[string]any{"name": choice, "description": "Give the decision.", "input_schema": choiceSchema(q.Options)}}
		body["tool_choice"] = map[string]any{"type": "tool", "name": choice}
	}
	if len(tools) > 0 {
		body["tools"] = tools
	}
	return "/v1/messages", map[string]string{"x-api-key": s.key, "anthropic-version": "2023-06-01"}, body
}

type anthropicUsage struct {
	Input      int64 `json:"input_tokens"`
	Output     int64 `json:"output_tokens"`
	CacheWrite int64 `json:"cache_creation_input_tokens"`
	CacheRead  int64 `json:"cache_read_input_tokens"`
}

// count keeps the newest figures: those of a stream are running totals.
func (u *anthropicUsage) count(a *answer) {
	if in := u.Input + u.CacheWrite + u.CacheRead; in > 0 {
		a.in = in
	}
	if u.Output > 0 {
		a.out = u.Output
	}
}

type anthropicBlock struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

type anthropicError struct {
	Message string `json:"message"`
}

func (anthropic) whole(body []byte, a *answer) error {
	var r struct {
		Content []anthropicBlock `json:"content"`
		Usage   anthropicUsage   `json:"usage"`
		Error   *anthropicError  `json:"error"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return errors.New("the answer is no JSON")
	}
	if r.Error != nil {
		return errors.New(r.Error.Message)
	}
	r.Usage.count(a)
	for _, b := range r.Content {
		switch b.Type {
		case "text":
			if err := a.say(b.Text); err != nil {
				return err
			}
		case "tool_use":
			if a.tool == "" {
				a.tool = b.Name
				a.args.Write(b.Input)
			}
		}
	}
	return nil
}

func (anthropic) event(data []byte, a *answer) error {
	var e struct {
		Type    string `json:"type"`
		Message struct {
			Usage anthropicUsage `json:"usage"`
		} `json:"message"`
		Usage anthropicUsage `json:"usage"`
		Block anthropicBlock `json:"content_block"`
		Delta struct {
			Type, Text string
			Partial    string `json:"partial_json"`
		} `json:"delta"`
		Index int             `json:"index"`
		Error *anthropicError `json:"error"`
	}
	if err := json.Unmarshal(data, &e); err != nil {
		return errors.New("an event is no JSON")
	}
	switch e.Type {
	case "message_start":
		e.Message.Usage.count(a)
	case "message_delta":
		e.Usage.count(a)
	case "message_stop":
		a.ended = true
	case "error":
		if e.Error != nil {
			return errors.New(e.Error.Message)
		}
		return errors.New("the provider reports an error")
	case "content_block_start":
		switch {
		case e.Block.Type == "tool_use" && a.tool == "":
			a.tool, a.toolIndex = e.Block.Name, e.Index
		case e.Block.Type == "text":
			return a.say(e.Block.Text)
		}
	case "content_block_delta":
		switch {
		case e.Delta.Type == "text_delta":
			return a.say(e.Delta.Text)
		case e.Delta.Type == "input_json_delta" && a.tool != "" && e.Index == a.toolIndex:
			a.args.WriteString(e.Delta.Partial)
		}
	}
	return nil
}
