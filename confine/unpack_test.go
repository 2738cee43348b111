//go:build linux

package confine

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// The tricks of archives. They are played on a program that unpacks as the
// simplest do: it believes every name and follows every link.

// entry is a member of an archive.
type entry struct {
	name string
	kind byte
	link string
	body string
}

// packed makes an archive.
func packed(entries []entry) (io.Reader, error) {
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	for _, e := range entries {
		h := tar.Header{Name: e.name, Typeflag: e.kind, Linkname: e.link, Size: int64(len(e.body)), Mode: 0o644, Devmajor: 1, Devminor: 3}
		if err := w.WriteHeader(&h); err != nil {
			return nil, err
		}
		if _, err := io.WriteString(w, e.body); err != nil {
			return nil, err
		}
	}
	err := errors.Join(w.Close(), gz.Close())
	return &b, err
}

// unpack packs the entries and unpacks them into a folder.
func unpack(dir string, entries ...entry) error {
	archive, err := packed(entries)
	if err != nil {
		return err
	}
	gz, err := gzip.NewReader(archive)
	if err != nil {
		return err
	}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		path := h.Name
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		switch h.Typeflag {
		case tar.TypeSymlink:
			_ = os.RemoveAll(path)
			err = os.Symlink(h.Linkname, path)
		case tar.TypeLink:
			_ = os.RemoveAll(path)
			err = os.Link(h.Linkname, path)
		case tar.TypeChar:
			_ = os.RemoveAll(path)
			err = unix.Mknod(path, unix.S_IFCHR|0o666, int(unix.Mkdev(uint32(h.Devmajor), uint32(h.Devminor))))
		default:
			var f *os.File
			if f, err = os.Create(path); err == nil {
				_, err = io.Copy(f, r)
				err = errors.Join(err, f.Close())
			}
		}
		if err != nil {
			return err
		}
	}
}

var unpackAttacks = []attack{
	{name: "unpack an absolute name", off: files, run: func(s *scene) error {
		return unpack(s.Work, entry{name: filepath.Join(s.Outside, "new.txt"), body: "x"})
	}},
	{name: "unpack a name that leads up", off: files, run: func(s *scene) error {
		return unpack(s.Work, entry{name: "a/../../outside/new.txt", body: "x"})
	}},
	{name: "unpack through a link of the archive", off: files, run: func(s *scene) error {
		return unpack(s.Work, entry{name: "unpacked", kind: tar.TypeSymlink, link: s.Outside}, entry{name: "unpacked/new.txt", body: "x"})
	}},
	{name: "unpack one name twice", off: files, run: func(s *scene) error {
		return unpack(s.Work, entry{name: "unpacked", kind: tar.TypeSymlink, link: filepath.Join(s.Outside, "victim.txt")}, entry{name: "unpacked", body: "x"})
	}},
	// A link between two mounts, or into another part of the tree, is refused as
	// if it led to another disk.
	{name: "unpack a hard link", off: files, also: []syscall.Errno{unix.EXDEV}, run: func(s *scene) error {
		err := unpack(s.Work, entry{name: "unpacked", kind: tar.TypeLink, link: s.secret()})
		if err == nil {
			err = readAll(filepath.Join(s.Work, "unpacked"))
		}
		return err
	}},
	{name: "unpack a device", root: true, bare: true, off: layerLandlock | layerSeccomp | layerPrivileges, run: func(s *scene) error {
		return unpack(s.Work, entry{name: "unpacked", kind: tar.TypeChar})
	}},
	{name: "unpack over a protected folder", off: layerMounts, run: func(s *scene) error {
		return unpack(s.Work, entry{name: ".host/x", body: "x"})
	}},
	{name: "unpack a bomb", off: layerLimits, also: []syscall.Errno{unix.EFBIG}, policy: func(p *Policy) { p.Limits.FileSize = 1 << 20 }, run: func(s *scene) error {
		signal.Ignore(unix.SIGXFSZ)
		defer os.Remove(filepath.Join(s.Work, "unpacked"))
		return unpack(s.Work, entry{name: "unpacked", body: string(make([]byte, 8<<20))})
	}},
}
