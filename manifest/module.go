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

// NotOffered is how the fault of a module ends that imports what no host offers.
const NotOffered = "which this host does not offer"

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
			return faultf("entry", "entry %s imports %s.%s, %s", quoted(p.Entry), im.Module, im.Name, NotOffered)
		}
	}
	return nil
}

// ReadImports reads the import section of a module file without compiling it.
func ReadImports(path string) ([]Import, error) {
	body, err := readSection(path, 2)
	if body == nil || err != nil {
		return nil, err
	}
	return importSection(body)
}

// ReadExports reads the names that a module file exports. The answer is not
// known, and false, when the section does not lie in the first MiB.
func ReadExports(path string) (names []string, known bool) {
	body, err := readSection(path, 7)
	if err != nil {
		return nil, false
	}
	r := &wasmReader{b: body}
	for n := r.u32(); body != nil && n > 0 && !r.bad; n-- {
		names = append(names, string(r.bytes(r.u32())))
		r.byte()
		r.u32()
	}
	return names, !r.bad || body == nil
}

// readSection reads as much of a module file as it takes to find a section, up
// to the first MiB.
func readSection(path string, wanted byte) ([]byte, error) {
	f, err := srcfile.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	for size := 16 << 10; ; size = min(8*size, maxModule) {
		head := make([]byte, size)
		n, _ := f.ReadAt(head, 0)
		// What was cut off looks like what is broken, or as if it were not there.
		if body, err := section(head[:n], wanted); body != nil || n < size || size == maxModule {
			return body, err
		}
	}
}

// section is the body of the section with that number, nil when the module has
// none. Sections stand in the order of their numbers, but for custom ones (0).
func section(b []byte, wanted byte) ([]byte, error) {
	const magic = "\x00asm\x01\x00\x00\x00"
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, errModule
	}
	r := &wasmReader{b: b[len(magic):]}
	for len(r.b) > 0 {
		id, size := r.byte(), r.u32()
		if id > wanted && id != 12 && id != 13 { // of later versions: the data count and the tags, which stand before
			return nil, nil
		}
		body := r.bytes(size)
		if r.bad {
			return nil, errModule
		}
		if id == wanted {
			return body, nil
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
