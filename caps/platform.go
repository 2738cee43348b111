package caps

import (
	"runtime"
	"strings"
)

// A Platform holds what the lexical rules need to know about the machine. It
// is immutable once used; the zero value is a case-sensitive platform without
// a home directory.
type Platform struct {
	// Home replaces a leading "~" of a path: the variable HOME, else
	// USERPROFILE. When it is blank "~" stays as it is.
	Home string
	// FoldPaths compares paths without regard to case.
	FoldPaths bool
	// FoldNames compares environment variable names without regard to case.
	FoldNames bool
}

// DefaultPlatform returns the rules of the operating system this was built
// for, with the given home directory.
func DefaultPlatform(home string) *Platform {
	return &Platform{
		Home:      home,
		FoldPaths: runtime.GOOS == "windows" || runtime.GOOS == "darwin",
		FoldNames: runtime.GOOS == "windows",
	}
}

// Path returns the canonical form of a path: "~" expanded, "\" turned into
// "/", empty and "." segments dropped, ".." resolved against what is written.
// It is purely lexical; links are not looked at and a relative path stays
// relative. The empty path is ".".
//
// Path is not idempotent for a file that is called "~" (written "./~"), so a
// path must pass through it exactly once.
func (p *Platform) Path(path string) string {
	return clean(p.expandHome(path))
}

func (p *Platform) expandHome(path string) string {
	if path == "" || path[0] != '~' || len(path) > 1 && !isSeparator(path[1]) {
		return path
	}
	if strings.TrimSpace(p.Home) == "" {
		return path
	}
	home := strings.TrimRight(p.Home, `/\`)
	if home == "" && len(path) == 1 {
		return "/"
	}
	return home + path[1:]
}

func isSeparator(c byte) bool { return c == '/' || c == '\\' }

// clean applies the lexical rules after "~" was dealt with. A path that is
// canonical already is returned as it is.
func clean(path string) string {
	if isClean(path) {
		return path
	}
	if strings.IndexByte(path, '\\') >= 0 {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	root := rootOf(path)
	rest := path[len(root):]
	buf := make([]byte, 0, len(path))
	buf = append(buf, root...)
	ups := len(root) // end of the part that ".." cannot take away
	for len(rest) > 0 {
		var seg string
		seg, rest, _ = strings.Cut(rest, "/")
		switch {
		case seg == "" || seg == ".":
		case seg == "..":
			if len(buf) > ups {
				// Drop the last segment with its separator.
				i := len(buf) - 1
				for i >= ups && buf[i] != '/' {
					i--
				}
				buf = buf[:max(i, ups)]
			} else if root == "" {
				buf = appendSegment(buf, root, seg)
				ups = len(buf)
			}
		default:
			buf = appendSegment(buf, root, seg)
		}
	}
	if len(buf) == 0 {
		return "."
	}
	return string(buf)
}

func appendSegment(buf []byte, root, seg string) []byte {
	if len(buf) > len(root) {
		buf = append(buf, '/')
	}
	return append(buf, seg...)
}

// isClean reports whether clean would return the path unchanged, without
// allocating.
func isClean(path string) bool {
	if path == "" {
		return false
	}
	if path == "." {
		return true
	}
	root := rootOf(path)
	rest := path[len(root):]
	if rest == "" {
		return true
	}
	named := root != "" // a ".." is now out of place
	start := 0
	for i := 0; i <= len(rest); i++ {
		if i < len(rest) && rest[i] != '/' {
			if rest[i] == '\\' {
				return false
			}
			continue
		}
		switch seg := rest[start:i]; seg {
		case "", ".":
			return false
		case "..":
			if named {
				return false
			}
		default:
			named = true
		}
		start = i + 1
	}
	return true
}

// rootOf returns the prefix that makes a path absolute: "/", "C:/" or "".
func rootOf(path string) string {
	if path == "" {
		return ""
	}
	if path[0] == '/' {
		return path[:1]
	}
	if len(path) >= 3 && path[1] == ':' && path[2] == '/' {
		if c := path[0] | 0x20; 'a' <= c && c <= 'z' {
			return path[:3]
		}
	}
	return ""
}

// ups counts the leading ".." segments of a canonical path.
func ups(path string) int {
	n := 0
	for strings.HasPrefix(path, "..") && (len(path) == 2 || path[2] == '/') {
		n++
		path = path[2:]
		if path == "" {
			break
		}
		path = path[1:]
	}
	return n
}

func slashed(s string) string { return strings.ReplaceAll(s, `\`, "/") }

func hasSeparator(s string) bool { return strings.ContainsAny(s, `/\`) }

func wildIn(s string) bool { return strings.ContainsAny(s, "*?") }
