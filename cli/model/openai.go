package model

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/synrun/synrun/gate"
)

// openAI is the dialect of Chat Completions.
type openAI struct{}

func (openAI) request(s *Settings, q *gate.ModelRequest) (string, map[string]string, map[string]any) {
	body := map[string]any{
		"model":      s.Model.Value,
		"max_tokens": s.maxTokens,
		"messages":   []any{map[string]any{"role": "user", "content": q.Prompt}},
	}
	function := func(name, description string, parameters map[string]any) any {
		return map[string]any{"type": "function", "function": map[string]any{"name": name, "description": description, "parameters": parameters}}
	}
	var tools []any
	for _, t := range q.Tools {
		tools = append(tools, function(t.Name, t.Description, schema(t.Params)))
	}
	if len(q.Options) > 0 {
		tools = []any{function(choice, "Give the decision.", choiceSchema(q.Options))}
		body["tool_choice"] = map[string]any{"type": "function", "function": map[string]any{"name": choice}}
	}
	if len(tools) > 0 {
		body["tools"] = tools
	}
	if s.stream {
		body["stream_options"] = map[string]any{"include_usage": true}
	}
	return "/chat/completions", map[string]string{"Authorization": "Bearer " + s.key}, body
}

// openAIReply is a whole answer (message) or a piece of one (delta).
type openAIReply struct {
	Choices []struct {
		Message, Delta struct {
			Content   string
			ToolCalls []struct {
				Index    int
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		Finish *string `json:"finish_reason"`
	}
	Usage *struct {
		Prompt     int64 `json:"prompt_tokens"`
		Completion int64 `json:"completion_tokens"`
	}
	Error *struct{ Message string }
}

func (openAI) read(body []byte, a *answer) error {
	var r openAIReply
	if err := json.Unmarshal(body, &r); err != nil {
		return errors.New("the answer is no JSON")
	}
	if r.Error != nil {
		return errors.New(r.Error.Message)
	}
	if r.Usage != nil {
		a.in, a.out = r.Usage.Prompt, r.Usage.Completion
	}
	if len(r.Choices) == 0 {
		return nil
	}
	c := &r.Choices[0]
	a.ended = a.ended || c.Finish != nil
	for i, m := range [...]*string{&c.Message.Content, &c.Delta.Content} {
		if err := a.say(*m); err != nil {
			return err
		}
		calls := c.Message.ToolCalls
		if i == 1 {
			calls = c.Delta.ToolCalls
		}
		for j, call := range calls {
			index := call.Index
			if i == 0 {
				index = j
			}
			if a.tool == "" && call.Function.Name != "" {
				a.tool, a.toolIndex = call.Function.Name, index
			}
			if a.tool != "" && index == a.toolIndex {
				a.args.WriteString(call.Function.Arguments)
			}
		}
	}
	return nil
}

func (d openAI) whole(body []byte, a *answer) error { return d.read(body, a) }

func (d openAI) event(data []byte, a *answer) error {
	if bytes.Equal(bytes.TrimSpace(data), []byte("[DONE]")) {
		a.ended = true
		return nil
	}
	return d.read(data, a)
}
