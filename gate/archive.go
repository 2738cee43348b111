package gate

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/synrun/synrun/caps"
)

// ArchiveEntry is one file of an archive to be made: its content, or the file
// that holds it.
type ArchiveEntry struct {
	Path  string // inside the archive, cleaned
	Bytes []byte
	From  string // used when HasFrom
	// HasFrom says that the content is read from From.
	HasFrom bool
}

// contents fills in what comes from files, entry by entry.
func (g *Gate) contents(at At, entries []ArchiveEntry) ([]ArchiveEntry, error) {
	name := strings.TrimSuffix(at.Source, "()")
	out := make([]ArchiveEntry, len(entries))
	for i, e := range entries {
		if e.HasFrom {
			p, err := g.reach(at, caps.FileRead, e.From)
			if err != nil {
				return nil, err
			}
			f, err := g.openFile(p)
			if err == nil {
				e.Bytes, err = g.drain(f, f.size)
				f.done()
			}
			var fatal *Error
			if errors.As(err, &fatal) {
				return nil, fatal
			}
			if err != nil {
				return nil, ioError(name+": cannot read "+p.shown+": "+osText(err), err)
			}
		}
		out[i] = e
	}
	return out, nil
}

// ZipCreate makes a zip archive. The same entries give the same bytes.
func (g *Gate) ZipCreate(at At, entries []ArchiveEntry) ([]byte, error) {
	if e := g.native(at, noFiles); e != nil {
		return nil, e
	}
	entries, err := g.contents(at, entries)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, e := range entries {
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.Path, Method: zip.Deflate})
		if err != nil {
			return nil, ioError("zip_create: "+err.Error(), err)
		}
		if _, err := f.Write(e.Bytes); err != nil {
			return nil, ioError("zip_create: "+err.Error(), err)
		}
		if e := g.Stopped(); e != nil {
			return nil, e
		}
	}
	if err := w.Close(); err != nil {
		return nil, ioError("zip_create: "+err.Error(), err)
	}
	return buf.Bytes(), nil
}

// TarCreate makes a tar archive, compressed or not. The same entries give the
// same bytes.
func (g *Gate) TarCreate(at At, entries []ArchiveEntry, compress bool) ([]byte, error) {
	if e := g.native(at, noFiles); e != nil {
		return nil, e
	}
	entries, err := g.contents(at, entries)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	var out io.Writer = &buf
	var zw *gzip.Writer
	if compress {
		zw = gzip.NewWriter(&buf)
		out = zw
	}
	w := tar.NewWriter(out)
	for _, e := range entries {
		err := w.WriteHeader(&tar.Header{Name: e.Path, Typeflag: tar.TypeReg, Size: int64(len(e.Bytes)), Mode: 0o644, ModTime: time.Unix(0, 0)})
		if err == nil {
			_, err = w.Write(e.Bytes)
		}
		if err != nil {
			return nil, ioError("tar_create: "+err.Error(), err)
		}
		if e := g.Stopped(); e != nil {
			return nil, e
		}
	}
	err = w.Close()
	if zw != nil && err == nil {
		err = zw.Close()
	}
	if err != nil {
		return nil, ioError("tar_create: "+err.Error(), err)
	}
	return buf.Bytes(), nil
}

// ExtractLimits bound what an archive may become.
type ExtractLimits struct {
	MaxEntries float64
	MaxBytes   float64
}

// extraction collects what is to be written while an archive is read. Nothing
// is written before all of it was read and allowed.
type extraction struct {
	g     *Gate
	at    At
	name  string
	dest  string // canonical
	lim   ExtractLimits
	total int64
	files []extracted
}

type extracted struct {
	place place
	name  string
	data  []byte
	dir   bool
}

func (g *Gate) extraction(at At, dest string, lim ExtractLimits) *extraction {
	return &extraction{g: g, at: at, name: strings.TrimSuffix(at.Source, "()"), dest: g.canonical(dest), lim: lim}
}

// entryName makes the name of an entry relative to the destination; ok is
// false when it leaves it.
func entryName(name string) (clean string, ok bool) {
	name = strings.ReplaceAll(name, `\`, "/")
	if strings.HasPrefix(name, "/") || len(name) >= 2 && name[1] == ':' && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z') {
		return "", false
	}
	if strings.IndexByte(name, 0) >= 0 {
		return "", false
	}
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		switch part {
		case "", ".":
		case "..":
			if len(parts) == 0 {
				return "", false
			}
			parts = parts[:len(parts)-1]
		default:
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/"), true
}

// add allows one file or directory of the archive and reads it.
func (x *extraction) add(name string, isDir bool, content io.Reader, hint int64) error {
	if e := x.g.Stopped(); e != nil {
		return e
	}
	clean, ok := entryName(Text([]byte(name)))
	if !ok {
		return ioError(x.name+`: entry "`+name+`" would escape the destination directory (rejected, nothing written)`, nil)
	}
	if clean == "" && isDir {
		return nil // the destination itself
	}
	if clean == "" {
		return ioError(x.name+`: entry "`+name+`" would escape the destination directory (rejected, nothing written)`, nil)
	}
	p, err := x.g.reachCanonical(x.at, caps.FileWrite, join(x.dest, clean))
	if err != nil {
		return err
	}
	f := extracted{place: p, name: clean, dir: isDir}
	if !isDir {
		if f.data, err = x.read(content, hint); err != nil {
			return err
		}
	}
	x.files = append(x.files, f)
	return nil
}

var errTooMuch = errors.New("too much")

// read decompresses one file within what is left of the allowed total.
func (x *extraction) read(r io.Reader, hint int64) ([]byte, error) {
	left := int64(math.MaxInt64) - 1
	if x.lim.MaxBytes < float64(left) {
		left = int64(x.lim.MaxBytes)
	}
	left -= x.total
	over := ioError(x.name+": uncompressed size above max_bytes "+number(x.lim.MaxBytes)+" (nothing written)", errTooMuch)
	memory := x.g.cfg.Limits.Memory
	var buf bytes.Buffer
	if hint > 0 && hint <= left && hint < 64<<20 {
		buf.Grow(int(hint) + bytes.MinRead)
	}
	for {
		n, err := io.CopyN(&buf, r, 4<<20)
		x.total += n
		left -= n
		switch {
		case left < 0:
			return nil, over
		case memory > 0 && x.total > memory:
			return nil, x.g.exceeded("memory", memory)
		case errors.Is(err, io.EOF):
			return buf.Bytes(), nil
		case err != nil:
			return nil, err
		}
		if e := x.g.Stopped(); e != nil {
			return nil, e
		}
	}
}

// write puts everything on disk and returns the names of the files.
func (x *extraction) write() ([]string, error) {
	names := []string{}
	for _, f := range x.files {
		if e := x.g.Stopped(); e != nil {
			return nil, e
		}
		var err error
		if f.dir {
			err = f.place.mkdir()
		} else {
			err = f.place.overwrite(f.data)
			names = append(names, f.name)
		}
		if err != nil {
			return nil, ioError(x.name+": "+f.place.shown+": "+osText(err), err)
		}
	}
	return names, nil
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// asFailure words what went wrong in reading an archive, unless it has a text
// already.
func (x *extraction) asFailure(prefix string, err error) error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return ioError(prefix+err.Error(), err)
}

// ZipExtract writes the files of a zip archive below dest and returns their
// names.
func (g *Gate) ZipExtract(at At, archive []byte, dest string, lim ExtractLimits) ([]string, error) {
	if e := g.native(at, noFiles); e != nil {
		return nil, e
	}
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, ioError("zip_extract: not a zip: "+strings.TrimPrefix(err.Error(), "zip: "), err)
	}
	if float64(len(r.File)) > lim.MaxEntries {
		return nil, ioError(fmt.Sprintf("zip_extract: %d entries, above max_entries %s", len(r.File), number(lim.MaxEntries)), nil)
	}
	x := g.extraction(at, dest, lim)
	for _, f := range r.File {
		mode := f.Mode()
		isDir := strings.HasSuffix(f.Name, "/") || strings.HasSuffix(f.Name, `\`) || mode.IsDir()
		if !isDir && !mode.IsRegular() {
			continue
		}
		if isDir {
			if err := x.add(f.Name, true, nil, 0); err != nil {
				return nil, err
			}
			continue
		}
		content, err := f.Open()
		if err != nil {
			return nil, x.asFailure("zip_extract: ", err)
		}
		err = x.add(f.Name, false, content, int64(min(f.UncompressedSize64, math.MaxInt64)))
		content.Close()
		if err != nil {
			return nil, x.asFailure("zip_extract: ", err)
		}
	}
	return x.write()
}

// TarExtract writes the files of a tar archive, compressed or not, below dest
// and returns their names.
func (g *Gate) TarExtract(at At, archive []byte, dest string, lim ExtractLimits) ([]string, error) {
	if e := g.native(at, noFiles); e != nil {
		return nil, e
	}
	if len(archive) == 0 {
		return nil, ioError("tar_extract: not a tar: it is empty", io.ErrUnexpectedEOF)
	}
	var in io.Reader = bytes.NewReader(archive)
	if bytes.HasPrefix(archive, []byte{0x1f, 0x8b}) {
		zr, err := gzip.NewReader(in)
		if err != nil {
			return nil, ioError("tar_extract: not a tar: "+err.Error(), err)
		}
		in = zr
	}
	x := g.extraction(at, dest, lim)
	// What the reader itself passes over (padding, skipped entries) is bounded
	// too: a small archive can decompress to a great deal of nothing.
	bounded := &boundedReader{r: in, x: x}
	r := tar.NewReader(bounded)
	for n := 1; ; n++ {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return x.write()
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return nil, x.asFailure("tar_extract: not a tar: ", err)
		}
		if float64(n) > lim.MaxEntries {
			return nil, ioError("tar_extract: more than max_entries "+number(lim.MaxEntries)+" entries (nothing written)", nil)
		}
		switch h.Typeflag {
		case tar.TypeReg:
			isDir := strings.HasSuffix(h.Name, "/")
			if err := x.add(h.Name, isDir, r, h.Size); err != nil {
				return nil, x.asFailure("tar_extract: ", err)
			}
		case tar.TypeDir:
			if err := x.add(h.Name, true, nil, 0); err != nil {
				return nil, err
			}
		}
	}
}

// boundedReader stops a stream that yields far more than the entries may hold.
type boundedReader struct {
	r io.Reader
	x *extraction
	n int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.n += int64(n)
	// Headers and padding take at most some 2 KiB an entry.
	allowed := b.x.lim.MaxBytes + 4096*(b.x.lim.MaxEntries+4)
	if float64(b.n) > allowed {
		return 0, ioError(b.x.name+": uncompressed size above max_bytes "+number(b.x.lim.MaxBytes)+" (nothing written)", errTooMuch)
	}
	if e := b.x.g.Stopped(); e != nil {
		return 0, e
	}
	return n, err
}

// overwrite writes a checked place in place.
func (p place) overwrite(data []byte) error {
	f, err := p.create(truncate)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}

// ArchiveName cleans the path of an archive entry to be made. It reports what
// is wrong with it, in the words that follow `entry path "…"`.
func ArchiveName(path string) (clean, wrong string) {
	p := strings.ReplaceAll(path, `\`, "/")
	var parts []string
	for part := range strings.SplitSeq(p, "/") {
		switch part {
		case "", ".":
		case "..":
			return "", "contains '..'"
		default:
			parts = append(parts, part)
		}
	}
	if strings.HasPrefix(p, "/") || filepath.VolumeName(p) != "" || len(p) >= 2 && p[1] == ':' && p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z' {
		return "", "must be relative"
	}
	if len(parts) == 0 {
		return "", "is empty"
	}
	return strings.Join(parts, "/"), ""
}
