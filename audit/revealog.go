package audit

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// RevealLog is the persistent log of revealed secrets, reveal.log: a line for
// every attempt, outside any workspace, that holds names and never values.
type RevealLog struct {
	Env func(name string) (string, bool) // os.LookupEnv
	Now func() time.Time                 // nil: time.Now
}

// Reveal is one attempt to turn a secret back into plaintext.
type Reveal struct {
	Name    string // name or label of the secret
	Granted bool
	File    string // place of the call
	Line    int
	Program string // path of the program; its stem is logged
}

// Append writes the line of an attempt. A granted attempt whose line cannot be
// written must not happen. The error is worded for people.
func (l *RevealLog) Append(r *Reveal) error {
	dir, err := l.dir()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return errors.New(reason(err))
	}
	now := time.Now
	if l.Now != nil {
		now = l.Now
	}
	f, err := os.OpenFile(filepath.Join(dir, "reveal.log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND|noFollow, 0o600)
	if err != nil {
		return errors.New(reason(err))
	}
	_, err = f.Write(r.line(now()))
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.New(reason(err))
	}
	return nil
}

func (r *Reveal) line(at time.Time) []byte {
	b := at.UTC().AppendFormat(nil, "2006-01-02T15:04:05Z")
	b = append(b, " reveal result="...)
	if r.Granted {
		b = append(b, "granted"...)
	} else {
		b = append(b, "denied"...)
	}
	b = append(b, " name="...)
	b = appendField(b, r.Name)
	b = append(b, " at="...)
	b = appendField(b, r.File)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(r.Line), 10)
	b = append(b, " program="...)
	stem := filepath.Base(r.Program)
	b = appendField(b, strings.TrimSuffix(stem, filepath.Ext(stem)))
	return append(b, '\n')
}

// dir is the folder of the persistent logs.
func (l *RevealLog) dir() (string, error) {
	env := l.Env
	if env == nil {
		env = os.LookupEnv
	}
	if dir, ok := env("SYNSEMA_AUDIT_DIR"); ok && dir != "" {
		return dir, nil
	}
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home, ok := env(name); ok && home != "" {
			return filepath.Join(home, ".synsema", "audit"), nil
		}
	}
	return "", errors.New("no home directory (set SYNSEMA_AUDIT_DIR)")
}

// appendField appends a field of a log line. What could end the field, the
// line or the terminal's patience becomes \xHH.
func appendField(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ' || c == 0x7f || c == '"' || c == '\'' || c == '\\':
			b = append(b, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return b
}
