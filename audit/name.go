package audit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Slug names the state of a workspace inside home: something a person can
// read, and enough of the path's hash to tell two folders of one name apart.
// The path is absolute, with its links resolved.
func Slug(workspace string) string {
	if last := lastSlug.Load(); last != nil && last.workspace == workspace {
		return last.slug
	}
	s := slug(workspace)
	lastSlug.Store(&slugged{workspace, s})
	return s
}

// lastSlug spares a host, which asks several times a call, the same work.
var lastSlug atomic.Pointer[slugged]

type slugged struct{ workspace, slug string }

func slug(workspace string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(lastComponent(workspace)) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		} else {
			b.WriteByte('-')
		}
	}
	name := strings.Trim(b.String(), "-")
	name = name[:min(len(name), 24)]
	sum := sha256.Sum256([]byte(workspace))
	return name + "-" + hex.EncodeToString(sum[:4])
}

func lastComponent(path string) string {
	base := filepath.Base(path)
	if base == string(filepath.Separator) || base == "." || !utf8.ValidString(base) {
		return ""
	}
	return base
}

// Dir is the folder of home that holds the records.
func Dir(home string) string { return filepath.Join(home, "audit") }

func keyDir(home string) string { return filepath.Join(home, "keys") }

// rotated is a file of a record that is complete: <slug>.<n>.jsonl.
type rotated struct {
	path string
	n    int
}

// listRotated returns the complete files of a record, oldest first.
func listRotated(dir, slug string) ([]rotated, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		if os.IsNotExist(err) {
			return nil, nil
		}
		return nil, err
	}
	var list []rotated
	for _, e := range entries {
		if s, n := splitName(e.Name()); s == slug && n > 0 {
			list = append(list, rotated{filepath.Join(dir, e.Name()), n})
		}
	}
	slices.SortFunc(list, func(a, b rotated) int { return cmp.Compare(a.n, b.n) })
	return list, nil
}

// splitName takes the name of a record's file apart: <slug>.jsonl gives 0,
// <slug>.<n>.jsonl gives n. Other names give an empty slug.
func splitName(name string) (slug string, n int) {
	stem, ok := strings.CutSuffix(name, ".jsonl")
	if !ok {
		return "", 0
	}
	slug, number, ok := strings.Cut(stem, ".")
	if !ok {
		return slug, 0
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || strconv.Itoa(n) != number {
		return "", 0
	}
	return slug, n
}
