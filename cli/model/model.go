// Package model lets programs ask a language model: it is the host's side of
// `reason`, `decide`, `analyze`, `generate`, llm_step and llm_stream (70 §9).
//
// Settings are resolved once from the environment and the .env of the command;
// the key never reaches the program, and no `net` capability is involved. The
// Model that Open gives speaks to one provider in one of two dialects,
// anthropic.go or openai.go, streamed (stream.go) or in one piece.
package model

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/synrun/synrun/gate"
)

// Source says where a setting comes from.
type Source string

// The sources, strongest first.
const (
	FromFlag    Source = "flag"
	FromEnviron Source = "environ"
	FromEnvFile Source = ".env"
	FromDefault Source = "default"
	Unset       Source = "unset"
)

// Lookup finds a setting by the name of its variable.
type Lookup func(name string) (value string, from Source)

// From looks settings up as every knob of the runtime: environment, then .env;
// blank values count as unset.
func From(env gate.Environ, file *gate.EnvFile) Lookup {
	return func(name string) (string, Source) {
		if v, ok := env.Lookup(name); ok && strings.TrimSpace(v) != "" {
			return strings.TrimSpace(v), FromEnviron
		}
		if v, ok := file.Lookup(name); ok && strings.TrimSpace(v) != "" {
			return strings.TrimSpace(v), FromEnvFile
		}
		return "", Unset
	}
}

// provider is one that we know how to speak to.
type provider struct {
	name, alias, keyName, model, base string
	dialect                           dialect
}

var providers = [...]provider{
	{"anthropic", "claude", "ANTHROPIC_API_KEY", "claude-sonnet-4-6", "https://api.anthropic.com", anthropic{}},
	{"openai", "gpt", "OPENAI_API_KEY", "gpt-4o", "https://api.openai.com/v1", openAI{}},
	{"minimax", "", "MINIMAX_API_KEY", "MiniMax-M3", "https://api.minimax.io/anthropic", anthropic{}},
	{"deepseek", "", "DEEPSEEK_API_KEY", "deepseek-chat", "https://api.deepseek.com", openAI{}},
}

// Setting is one resolved value.
type Setting struct {
	Value string
	From  Source
}

// Settings are what the environment says of models.
type Settings struct {
	// Provider is the name of the provider, as it was asked for when it is
	// none of ours; Value is "" when nothing names one.
	Provider                                        Setting
	Model, Base, MaxTokens, Timeout, Stream, Budget Setting
	// KeyName is the variable of the key; Key says where it was found.
	KeyName string
	Key     Source

	provider  *provider
	key       string
	maxTokens int64
	timeout   time.Duration
	stream    bool
	budget    int64 // 0 for none
}

// Resolve reads the settings.
func Resolve(find Lookup) *Settings {
	s := &Settings{Key: Unset}
	name, from := find("SYNSEMA_LLM_PROVIDER")
	s.Provider = Setting{name, from}
	for i := range providers {
		p := &providers[i]
		key, at := find(p.keyName)
		lower := strings.ToLower(name)
		if name == "" && at != Unset || name != "" && (lower == p.name || lower == p.alias) {
			s.provider, s.key, s.Key, s.KeyName = p, key, at, p.keyName
			if name == "" {
				s.Provider = Setting{p.name, FromDefault}
			} else {
				s.Provider.Value = p.name
			}
			break
		}
	}
	var p provider
	if s.provider != nil {
		p = *s.provider
	}
	s.Model = setting(find, "SYNSEMA_LLM_MODEL", p.model)
	s.Base = setting(find, "SYNSEMA_LLM_BASE_URL", p.base)
	s.Base.Value = strings.TrimRight(s.Base.Value, "/")

	s.maxTokens, s.MaxTokens = count(find, "SYNSEMA_LLM_MAX_TOKENS", 4096)
	s.budget, s.Budget = count(find, "SYNSEMA_LLM_BUDGET", 0)

	s.Timeout = setting(find, "SYNSEMA_LLM_TIMEOUT", "60")
	seconds, err := strconv.ParseFloat(s.Timeout.Value, 64)
	if err != nil || !(seconds > 0) || seconds > math.MaxInt32 {
		seconds, s.Timeout = 60, Setting{"60", FromDefault}
	}
	s.timeout = time.Duration(seconds * float64(time.Second))

	s.Stream = setting(find, "SYNSEMA_LLM_HTTP_STREAM", "1")
	switch strings.ToLower(s.Stream.Value) {
	case "0", "false":
	default:
		s.stream = true
	}
	return s
}

func setting(find Lookup, name, def string) Setting {
	if v, from := find(name); from != Unset {
		return Setting{v, from}
	}
	return Setting{def, FromDefault}
}

// count reads a whole number above 0; 0 is the default of a limit that is not
// there.
func count(find Lookup, name string, def int64) (int64, Setting) {
	if v, from := find(name); from != Unset {
		if n, err := strconv.ParseInt(v, 10, 64); err == nil && n > 0 {
			return n, Setting{v, from}
		}
	}
	if def == 0 {
		return 0, Setting{"", FromDefault}
	}
	return def, Setting{strconv.FormatInt(def, 10), FromDefault}
}

// Live reports that there is a provider and its key.
func (s *Settings) Live() bool { return s.provider != nil && s.key != "" }

// Open gives the model that the settings describe, nil when programs are to be
// offline. What is returned counts tokens for as long as it lives: one is
// opened for each run.
func (s *Settings) Open() gate.Model {
	if !s.Live() {
		return nil
	}
	return &client{Settings: s, http: &http.Client{
		// The key goes to the host that was configured and to no other.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// client asks one provider.
type client struct {
	*Settings
	http *http.Client
	used atomic.Int64
}

// Used implements gate.Model.
func (c *client) Used() int64 { return c.used.Load() }
