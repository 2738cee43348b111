package model

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteStatus prints what is resolved and where each value comes from, never
// the key, and gives the exit code: 0 for a live provider, 1 for none. Nothing
// is asked of the network.
func (s *Settings) WriteStatus(w io.Writer, asJSON bool) (code int) {
	if !s.Live() {
		code = 1
	}
	rows := []struct {
		name string
		Setting
	}{
		{"provider", s.Provider},
		{"model", s.Model},
		{"base_url", s.Base},
		{"max_tokens", s.MaxTokens},
		{"timeout", s.Timeout},
		{"http_stream", s.Stream},
		{"budget", s.Budget},
	}
	if asJSON {
		type shown struct {
			Value  any    `json:"value"`
			Source Source `json:"source"`
		}
		values := map[string]shown{}
		for _, r := range rows {
			v := shown{r.Value, r.From}
			if r.Value == "" {
				v.Value = nil
			}
			values[r.name] = v
		}
		b, _ := json.Marshal(map[string]any{ // texts only
			"live": s.Live(), "reason": s.why(), "settings": values,
			"key": map[string]any{"name": s.KeyName, "present": s.Key != Unset, "source": s.Key},
		})
		fmt.Fprintf(w, "%s\n", b)
		return code
	}
	state := "live"
	if code != 0 {
		state = "offline: " + s.why()
	}
	fmt.Fprintf(w, "llm: %s\n", state)
	for _, r := range rows {
		v := r.Value
		if v == "" {
			v = "none"
		}
		fmt.Fprintf(w, "  %-12s %s (%s)\n", r.name, v, r.From)
	}
	switch {
	case s.KeyName == "":
		fmt.Fprintf(w, "  %-12s none of ANTHROPIC_API_KEY, OPENAI_API_KEY, MINIMAX_API_KEY, DEEPSEEK_API_KEY is set\n", "key")
	case s.Key == Unset:
		fmt.Fprintf(w, "  %-12s %s is missing\n", "key", s.KeyName)
	default:
		fmt.Fprintf(w, "  %-12s %s is present (%s)\n", "key", s.KeyName, s.Key)
	}
	return code
}

// why says why programs are offline, "" when they are not.
func (s *Settings) why() string {
	switch {
	case s.Live():
		return ""
	case s.provider != nil:
		return s.KeyName + " is missing"
	case s.Provider.Value == "":
		return "no provider is chosen and no key is set"
	case s.Provider.Value == "local":
		return "the local provider is not supported by this implementation"
	}
	return "unknown provider '" + s.Provider.Value + "'"
}

// Notice is the warning that a run owes its person: a provider that was chosen
// and is not supported. It is "" otherwise.
func (s *Settings) Notice() string {
	if s.Provider.Value == "local" && s.provider == nil {
		return "[synsema] notice: the local model provider is not supported by this implementation; the program runs offline"
	}
	return ""
}
