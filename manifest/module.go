package manifest

import (
	"errors"
	"path/filepath"

	"github.com/synrun/synrun/synsema/srcfile"
)

// Import is one entry of the import section of a WebAssembly module.
type Import struct {
	Module, Name string
	Func         bool
}

// wasi is the only module whose functions the host offers.
const wasi = "wasi_snapshot_preview1"

var errModule = errors.New("not a WebAssembly module")

// maxModule bounds what is read for the import section, which comes first.
const maxModule = 1 << 20

func (p *Plugin) checkModule() *fault {
	imports, err := ReadImports(filepath.Join(p.Dir, p.Entry))
	if err != nil {
		return faultf("entry", "entry %s is %v", quoted(p.Entry), err)
	}
	for _, im := range imports {
		if im.Module != wasi || !im.Func {
			return faultf("entry", "entry %s imports %s.%s, which this host does not offer", quoted(p.Entry), im.Module, im.Name)
		}
	}
	return nil
}

// ReadImports reads the import section of a module file without compiling it.
func ReadImports(path string) ([]Import, error) {
	f, err := srcfile.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	head := make([]byte, maxModule)
	n, _ := f.ReadAt(head, 0)
	return imports(head[:n])
}

// imports walks the sections up to the import section. Sections before it are
// the types and custom ones.
func imports(b []byte) ([]Import, error) {
	const magic = "\x00asm\x01\x00\x00\x00"
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, errModule
	}
	r := &wasmReader{b: b[len(magic):]}
	for len(r.b) > 0 {
		id, size := r.byte(), r.u32()
		body := r.bytes(size)
		if r.bad {
			return nil, errModule
		}
		switch {
		case id == 2:
			return importSection(body)
		case id > 2:
			return nil, nil // no import section
		}
	}
	return nil, nil
}

func importSection(b []byte) ([]Import, error) {
	r := &wasmReader{b: b}
	var out []Import
	for n := r.u32(); n > 0 && !r.bad; n-- {
		im := Import{Module: string(r.bytes(r.u32())), Name: string(r.bytes(r.u32()))}
		switch r.byte() {
		case 0: // function
			r.u32()
			im.Func = true
		case 1: // table
			r.byte()
			r.limits()
		case 2: // memory
			r.limits()
		case 3: // global
			r.bytes(2)
		case 4: // tag
			r.byte()
			r.u32()
		default:
			r.bad = true
		}
		out = append(out, im)
	}
	if r.bad {
		return nil, errModule
	}
	return out, nil
}

// wasmReader reads the binary format; after a fault all reads give zero.
type wasmReader struct {
	b   []byte
	bad bool
}

func (r *wasmReader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *wasmReader) u32() uint32 {
	var n uint32
	for shift := 0; shift < 35; shift += 7 {
		c := r.byte()
		n |= uint32(c&0x7f) << shift
		if c < 0x80 {
			return n
		}
	}
	r.bad = true
	return 0
}

func (r *wasmReader) bytes(n uint32) []byte {
	if uint64(n) > uint64(len(r.b)) {
		r.bad = true
		n = 0
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *wasmReader) limits() {
	flags := r.byte()
	r.u32()
	if flags&1 != 0 {
		r.u32()
	}
}
