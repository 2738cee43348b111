package manifest

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Bounds of an archive with a plugin.
const (
	MaxPacked    = 32 << 20
	maxUnpacked  = 128 << 20
	maxMember    = 64 << 20
	maxMembers   = 2000
	maxEntryName = 255
)

var errUnpack = errors.New("cannot unpack archive")

// Unpack writes the folders and files of a .tar.gz below dir, which must exist
// and be empty. An archive with anything else in it, or with a name that could
// lead outside or mean two things, is refused as a whole. What was written by
// then is left to the caller to remove.
func Unpack(packed io.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	gz, err := gzip.NewReader(io.LimitReader(packed, MaxPacked+1))
	if err != nil {
		return errUnpack
	}
	u := &unpacker{root: root, names: map[string]bool{}}
	archive := tar.NewReader(gz)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errUnpack
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue // remarks of the program that packed it
		}
		if err := u.entry(h, archive); err != nil {
			return err
		}
	}
}

type unpacker struct {
	root    *os.Root
	names   map[string]bool // lower case → it is a folder
	entries int
	bytes   int64
}

func (u *unpacker) entry(h *tar.Header, body io.Reader) error {
	unsafe := func(why string) error { return fmt.Errorf("unsafe entry in archive: %s (%s)", h.Name, why) }
	if u.entries++; u.entries > maxMembers {
		return unsafe(fmt.Sprintf("more than %d entries", maxMembers))
	}
	folder := h.Typeflag == tar.TypeDir
	switch h.Typeflag {
	case tar.TypeDir, tar.TypeReg:
	case tar.TypeSymlink, tar.TypeLink:
		return unsafe("a link")
	default:
		return unsafe("neither a file nor a folder")
	}
	name, why := entryName(h.Name)
	if why != "" {
		return unsafe(why)
	}
	if name == "" {
		if folder {
			return nil // the top folder itself
		}
		return unsafe("no name")
	}
	if why := u.claim(name, folder); why != "" {
		return unsafe(why)
	}
	if folder {
		return u.mkdir(name)
	}
	if h.Size > maxMember {
		return unsafe(fmt.Sprintf("larger than %d MiB", maxMember>>20))
	}
	if u.bytes += h.Size; u.bytes > maxUnpacked {
		return unsafe(fmt.Sprintf("more than %d MiB in all", maxUnpacked>>20))
	}
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		if err := u.mkdir(name[:i]); err != nil {
			return err
		}
	}
	mode := fs.FileMode(0o644)
	if h.FileInfo().Mode()&0o111 != 0 {
		mode = 0o755
	}
	f, err := u.root.OpenFile(filepath.FromSlash(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return fmt.Errorf("%w: %v", errUnpack, reason(err))
	}
	if _, err = io.CopyN(f, body, h.Size); err == nil {
		err = f.Chmod(mode) // whatever the umask is
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return errUnpack
	}
	return nil
}

// mkdir makes a folder and those above it.
func (u *unpacker) mkdir(name string) error {
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		err := u.root.Mkdir(filepath.FromSlash(name[:i]), 0o755)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%w: %v", errUnpack, reason(err))
		}
	}
	return nil
}

// claim notes a name and says why it must not be used, or nothing. Names count
// as the same when they differ only in case: some file systems think so.
func (u *unpacker) claim(name string, folder bool) (why string) {
	lower := strings.ToLower(name)
	if was, taken := u.names[lower]; taken && !(was && folder) {
		return "the same name twice"
	}
	for i := strings.IndexByte(lower, '/'); i >= 0; {
		if was, taken := u.names[lower[:i]]; taken && !was {
			return "a file and a folder of the same name"
		}
		u.names[lower[:i]] = true
		next := strings.IndexByte(lower[i+1:], '/')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	u.names[lower] = folder
	return ""
}

// entryName cleans the name of an entry, or says why it is not safe.
func entryName(raw string) (name, why string) {
	switch {
	case len(raw) > maxEntryName:
		return "", fmt.Sprintf("a name longer than %d bytes", maxEntryName)
	case !utf8.ValidString(raw):
		return "", "a name that is not UTF-8"
	case strings.ContainsRune(raw, 0):
		return "", "NUL in the name"
	case strings.HasPrefix(raw, "/"):
		return "", "an absolute path"
	case strings.Contains(raw, `\`):
		return "", "a backslash"
	case len(raw) > 1 && raw[1] == ':':
		return "", "a drive letter"
	}
	for _, r := range raw {
		if r < 0x20 || r == 0x7f {
			return "", "a control character in the name"
		}
	}
	var parts []string
	for _, part := range strings.Split(raw, "/") {
		switch part {
		case "", ".":
		case "..":
			return "", ".."
		default:
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/"), ""
}

// ReadStaged reads an unpacked archive: the plugin lies at the top of the folder
// or in the only folder at its top. The plugin's ID is the one it will have.
func ReadStaged(dir string) (*Plugin, error) {
	at := dir
	if !hasManifest(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		if len(entries) != 1 || !entries[0].IsDir() || !hasManifest(filepath.Join(dir, entries[0].Name())) {
			return nil, errors.New("archive does not contain manifest.json")
		}
		at = filepath.Join(dir, entries[0].Name())
	}
	if exists(filepath.Join(at, "manifest.json")) {
		return readRPC(at, ScopeUser, ""), nil
	}
	probe := ReadPlugin(at, ScopeGlobal, false)
	id := probe.Title
	if src, err := Source(probe); err == nil && id == "" {
		id = loose(src, "name")
	}
	if id == "" && at != dir {
		id = filepath.Base(at)
	}
	return readPluginAs(at, id, ScopeGlobal, false), nil
}

func hasManifest(dir string) bool {
	return exists(filepath.Join(dir, "manifest.json")) || exists(filepath.Join(dir, "plugin.json"))
}

// CompareVersions orders two versions MAJOR.MINOR.PATCH[-pre]: below, equal or
// above 0. A version that is none is older than any.
func CompareVersions(a, b string) int {
	va, vb := semver(a), semver(b)
	if !va || !vb {
		switch {
		case va:
			return 1
		case vb:
			return -1
		}
		return 0
	}
	coreA, preA := splitVersion(a)
	coreB, preB := splitVersion(b)
	if c := compareParts(coreA, coreB); c != 0 {
		return c
	}
	switch {
	case preA == preB:
		return 0
	case preA == "":
		return 1
	case preB == "":
		return -1
	}
	return compareParts(preA, preB)
}

func splitVersion(v string) (core, pre string) {
	v, _, _ = strings.Cut(v, "+")
	core, pre, _ = strings.Cut(v, "-")
	return core, pre
}

// compareParts compares dotted texts: numbers by value and below words, words
// by bytes, and what goes on above what ends.
func compareParts(a, b string) int {
	pa, pb := strings.Split(a, "."), strings.Split(b, ".")
	for i := 0; i < len(pa) && i < len(pb); i++ {
		x, y := pa[i], pb[i]
		nx, ny := digitsOnly(x), digitsOnly(y)
		switch {
		case nx && ny:
			x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
		case nx:
			return -1
		case ny:
			return 1
		}
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
	}
	return len(pa) - len(pb)
}

func digitsOnly(s string) bool {
	return s != "" && each(s, func(c byte) bool { return c >= '0' && c <= '9' })
}
