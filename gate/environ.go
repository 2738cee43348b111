package gate

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/synrun/synrun/caps"
)

// Environ is a process environment: the real one, or the one that a host made
// for a program. It is read at call time.
type Environ interface {
	Lookup(name string) (value string, ok bool)
	// List gives all of it as NAME=VALUE.
	List() []string
}

// ProcessEnviron is the environment of this process.
func ProcessEnviron() Environ { return processEnviron{} }

type processEnviron struct{}

func (processEnviron) Lookup(name string) (string, bool) { return os.LookupEnv(name) }
func (processEnviron) List() []string                    { return os.Environ() }

// MapEnviron is an environment of exactly these variables.
func MapEnviron(m map[string]string) Environ { return mapEnviron(maps.Clone(m)) }

type mapEnviron map[string]string

func (m mapEnviron) Lookup(name string) (string, bool) { v, ok := m[name]; return v, ok }

func (m mapEnviron) List() []string {
	list := make([]string, 0, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, k+"="+m[k])
	}
	return list
}

// EnvFile is a loaded .env.
type EnvFile struct{ values map[string]string }

// Lookup finds a key.
func (f *EnvFile) Lookup(name string) (string, bool) {
	if f == nil {
		return "", false
	}
	v, ok := f.values[name]
	return v, ok
}

// LoadEnvFile reads a .env file. Every line that is not understood, and a file
// that cannot be read, gives a warning line for standard error; a missing file
// gives one only when it was named.
func LoadEnvFile(path string, named bool) (*EnvFile, []string) {
	text, err := os.ReadFile(path)
	if err != nil {
		if !named && errors.Is(err, fs.ErrNotExist) {
			return &EnvFile{}, nil
		}
		return &EnvFile{}, []string{"synsema: warning: cannot read env file '" + path + "': " + osText(err)}
	}
	return ParseEnvFile(text)
}

// ParseEnvFile reads the text of a .env file.
func ParseEnvFile(text []byte) (*EnvFile, []string) {
	f := &EnvFile{values: map[string]string{}}
	var warnings []string
	n := 0
	for line := range strings.SplitSeq(Text(text), "\n") {
		n++
		line = strings.TrimLeft(strings.TrimSuffix(line, "\r"), " \t\r\v\f")
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			warnings = append(warnings, "synsema: warning: ignoring malformed .env line "+strconv.Itoa(n)+": no '='")
			continue
		}
		key = strings.TrimSpace(key)
		if !isEnvKey(key) {
			warnings = append(warnings, "synsema: warning: ignoring invalid .env key on line "+strconv.Itoa(n)+": '"+key+"'")
			continue
		}
		f.values[key] = envValue(value)
	}
	return f, warnings
}

func isEnvKey(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func envValue(v string) string {
	rest := strings.TrimLeft(v, " \t\r\v\f")
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		if inside, _, ok := strings.Cut(rest[1:], rest[:1]); ok {
			return inside
		}
		return strings.TrimSpace(rest[1:])
	}
	// A note starts at a # after a blank; the blanks before the value count.
	for i := 1; i < len(v); i++ {
		if v[i] == '#' && (v[i-1] == ' ' || v[i-1] == '\t') {
			v = v[:i]
			break
		}
	}
	return strings.TrimSpace(v)
}

// Env reads a variable as text. def is the default, nil for none.
func (g *Gate) Env(at At, name string, def *string) (string, error) {
	return g.variable(at, caps.Env, name, def)
}

// Secret reads a variable whose plaintext the caller seals at once. With a nil
// error and found false the default is wanted: it may be a secret itself.
func (g *Gate) Secret(at At, name string, hasDefault bool) (plain string, found bool, err error) {
	none := ""
	def := &none
	if !hasDefault {
		def = nil
	}
	plain, err = g.variable(at, caps.Secret, name, def)
	if err != nil {
		return "", false, err
	}
	_, found = g.lookup(name)
	return plain, found, nil
}

func (g *Gate) variable(at At, kind caps.Kind, name string, def *string) (string, error) {
	if err := g.ask(at, g.caps.Platform().Request(kind, name)); err != nil {
		return "", err
	}
	if v, ok := g.lookup(name); ok {
		return v, nil
	}
	if def != nil {
		return *def, nil
	}
	return "", ioError(kind.String()+`("`+name+`"): variable not defined (not in the process environ, .env, or a default)`, nil)
}

// lookup resolves a variable for the program: the environment, then the .env.
func (g *Gate) lookup(name string) (string, bool) {
	if v, ok := g.cfg.Environ.Lookup(name); ok {
		return v, true
	}
	return g.cfg.EnvFile.Lookup(name)
}

// Knob reads a setting of the runtime itself; a blank value is an unset one.
// It asks nothing, because no program sees it.
func (g *Gate) Knob(name string) string {
	if v, ok := g.cfg.HostEnviron.Lookup(name); ok && strings.TrimSpace(v) != "" {
		return v
	}
	if v, ok := g.cfg.EnvFile.Lookup(name); ok && strings.TrimSpace(v) != "" {
		return v
	}
	return ""
}

// KnobInt reads a setting that is a whole number from 1 to highest.
func (g *Gate) KnobInt(name string, def, highest int) int {
	n, err := strconv.Atoi(strings.TrimSpace(g.Knob(name)))
	if err != nil || n < 1 {
		return def
	}
	return min(n, highest)
}
