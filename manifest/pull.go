package manifest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/synrun/synrun/manifest/jsondoc"
)

// Bounds of a lamp that is pulled.
const (
	maxLampFile  = 1 << 20
	maxLampFiles = 64
)

// LampRef names a lamp to be pulled.
type LampRef struct {
	Text   string // as it was given
	Local  string // a folder of this machine; the rest is empty then
	Owner  string
	Repo   string
	Folder string // in the repository, with a slash at the end; empty: its root
	Tag    string // empty: the newest
}

// ParseLampRef reads a reference: a folder, <name>, <owner>/<repo>[/<folder>],
// each with @<tag> if wanted.
func ParseLampRef(text string) (LampRef, error) {
	ref := LampRef{Text: text}
	if IsLocalRef(text) {
		ref.Local, ref.Owner, ref.Tag = text, "local", "local"
		return ref, nil
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(text, "https://"), "github.com/")
	rest, ref.Tag, _ = strings.Cut(rest, "@")
	parts := strings.Split(strings.Trim(rest, "/"), "/")
	for _, p := range parts {
		if p == "" || p == "." || p == ".." || strings.ContainsAny(p, "\\?#% \t\n:") {
			return ref, fmt.Errorf("bad lamp reference '%s'", text)
		}
	}
	if strings.ContainsAny(ref.Tag, "\\?#% \t\n:") || strings.Contains(ref.Tag, "..") {
		return ref, fmt.Errorf("bad lamp reference '%s'", text)
	}
	switch {
	case len(parts) == 1:
		ref.Owner, ref.Repo, ref.Folder = "synsema", "lamps", parts[0]+"/"
	case len(parts) == 2 && parts[0] == "synsema":
		ref.Owner, ref.Repo, ref.Folder = "synsema", "lamps", parts[1]+"/"
	default:
		ref.Owner, ref.Repo = parts[0], parts[1]
		if len(parts) > 2 {
			ref.Folder = strings.Join(parts[2:], "/") + "/"
		}
	}
	return ref, nil
}

// IsLocalRef reports whether a reference, or the name of a lamp, is a folder.
func IsLocalRef(text string) bool {
	return strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") || strings.HasPrefix(text, "/") ||
		strings.Contains(text, ":/") && !strings.HasPrefix(text, "https://")
}

// Name is the name that the lamp must have: that of its folder or repository.
func (r LampRef) Name() string {
	switch {
	case r.Local != "":
		return filepath.Base(filepath.Clean(r.Local))
	case r.Folder != "":
		return path.Base(r.Folder)
	}
	return r.Repo
}

// GitHost is where lamps are pulled from.
type GitHost interface {
	// Tags lists the tags of a repository, newest first.
	Tags(ctx context.Context, owner, repo string) ([]string, error)
	// File returns a file of a repository at a tag or branch, of at most limit bytes.
	File(ctx context.Context, owner, repo, tag, file string, limit int64) ([]byte, error)
}

// PulledLamp is what came of a pull.
type PulledLamp struct {
	Lamp    *Plugin
	Tag     string
	Files   []PulledFile
	Current bool // everything was there already
}

// PulledFile is one file of a pulled lamp.
type PulledFile struct{ Name, SHA256 string }

// pulledRecord is .pulled: where a lamp came from and what its files hash to.
type pulledRecord struct {
	Ref   string            `json:"ref"`
	Tag   string            `json:"tag"`
	At    string            `json:"at"`
	Files map[string]string `json:"files"`
}

// Pull fetches a lamp, checks it in a folder of its own and moves it into the
// store. A lamp that does not pass leaves nothing. git may be nil for a folder of
// this machine; at is the time of now for the record.
func (p Places) Pull(ctx context.Context, ref LampRef, git GitHost, at string) (*PulledLamp, error) {
	read, tag, err := ref.reader(ctx, git)
	if err != nil {
		return nil, err
	}
	name := ref.Name()
	dir := filepath.Join(p.Lamps, "lamps", ref.Owner, name)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, err
	}
	stage, err := os.MkdirTemp(filepath.Dir(dir), ".staging-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(stage)
	staged := filepath.Join(stage, name)
	files, err := fetchLamp(staged, read)
	if err != nil {
		return nil, err
	}
	l := ReadLamp(staged, ref.Owner)
	if l.Broken() {
		return nil, errors.New(strings.ReplaceAll(l.Err, staged, name))
	}
	out := &PulledLamp{Tag: tag, Files: files}
	old := pulled(dir)
	out.Current = old != nil && len(old.Files) == len(files)
	rec := pulledRecord{Ref: ref.Text, Tag: tag, At: at, Files: map[string]string{}}
	for _, f := range files {
		rec.Files[f.Name] = f.SHA256
		out.Current = out.Current && old.Files[f.Name] == f.SHA256
	}
	if out.Current && CheckPulled(ReadLamp(dir, ref.Owner)) == nil {
		out.Lamp = ReadLamp(dir, ref.Owner)
		return out, nil
	}
	out.Current = false
	if err := WriteState(filepath.Join(staged, ".pulled"), rec); err != nil {
		return nil, err
	}
	gone := filepath.Join(stage, "gone")
	if err := os.Rename(dir, gone); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := os.Rename(staged, dir); err != nil {
		_ = os.Rename(gone, dir) // put back what was there
		return nil, err
	}
	out.Lamp = ReadLamp(dir, ref.Owner)
	return out, nil
}

// reader returns how the files of a lamp are read, and its tag.
func (r LampRef) reader(ctx context.Context, git GitHost) (func(string) ([]byte, error), string, error) {
	if r.Local != "" {
		root, err := os.OpenRoot(r.Local)
		if err != nil {
			return nil, "", fmt.Errorf("no lamp.json in %s", r.Local)
		}
		return func(file string) ([]byte, error) {
			f, err := root.Open(filepath.FromSlash(file))
			if err != nil {
				return nil, reason(err)
			}
			defer f.Close()
			return readLimited(f, maxLampFile)
		}, r.Tag, nil
	}
	if git == nil {
		return nil, "", errors.New("pulling from the network needs --network")
	}
	tag := r.Tag
	if tag == "" {
		tags, err := git.Tags(ctx, r.Owner, r.Repo)
		if err != nil {
			return nil, "", err
		}
		if tag = "main"; len(tags) > 0 {
			tag = tags[0]
		}
	}
	return func(file string) ([]byte, error) {
		return git.File(ctx, r.Owner, r.Repo, tag, r.Folder+file, maxLampFile)
	}, tag, nil
}

// fetchLamp writes a lamp's files below dir.
func fetchLamp(dir string, read func(string) ([]byte, error)) ([]PulledFile, error) {
	src, err := read("lamp.json")
	if err != nil {
		return nil, fmt.Errorf("lamp.json: %w", err)
	}
	doc, err := jsondoc.Parse(src)
	if err != nil || doc.Kind != jsondoc.Object {
		return nil, errors.New("lamp.json is not valid JSON")
	}
	names, f := texts(doc, "files", []string{"lamp.syn"})
	if f != nil {
		return nil, errors.New(f.text)
	}
	if len(names) > maxLampFiles {
		return nil, fmt.Errorf("more than %d files", maxLampFiles)
	}
	var out []PulledFile
	put := func(name string, data []byte) error {
		sum := sha256.Sum256(data)
		out = append(out, PulledFile{name, hex.EncodeToString(sum[:])})
		return writeFile(filepath.Join(dir, filepath.FromSlash(name)), data, 0o644)
	}
	if err := put("lamp.json", src); err != nil {
		return nil, err
	}
	for _, name := range names {
		if !SafeLampFile(name) {
			return nil, fmt.Errorf("manifest file escapes the lamp folder: %s", name)
		}
		if name == "lamp.json" || path.Clean(name) == ".pulled" {
			continue
		}
		data, err := read(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := put(path.Clean(name), data); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func pulled(dir string) *pulledRecord {
	src, err := os.ReadFile(filepath.Join(dir, ".pulled"))
	if err != nil {
		return nil
	}
	var rec pulledRecord
	if json.Unmarshal(src, &rec) != nil {
		return nil
	}
	return &rec
}

// PulledFrom says where a pulled lamp came from; empty when nothing is known.
func PulledFrom(l *Plugin) (ref, tag, at string) {
	if rec := pulled(l.Dir); rec != nil {
		return rec.Ref, rec.Tag, rec.At
	}
	return "", "", ""
}

// CheckPulled compares the files of a pulled lamp with what they were when it
// was pulled. A lamp of the project, and one without a record, has nothing to be
// compared with.
func CheckPulled(l *Plugin) error {
	if l.Scope == ScopeProject {
		return nil
	}
	rec := pulled(l.Dir)
	if rec == nil {
		return nil
	}
	names := make([]string, 0, len(rec.Files))
	for name := range rec.Files {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		hash := ""
		if SafeLampFile(name) {
			hash, _ = hashFile(filepath.Join(l.Dir, filepath.FromSlash(name))) // what cannot be read has no hash
		}
		if hash != rec.Files[name] {
			return fmt.Errorf("%s: %s changed since it was pulled — lamp pull again", l.ID, name)
		}
	}
	return nil
}
