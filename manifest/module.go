package manifest

import (
	"errors"
	"path/filepath"

	"github.com/synrun/synrun/manifest/wasmbin"
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
	r := &wasmbin.Reader{B: body}
	for n := r.U32(); body != nil && n > 0 && !r.Bad; n-- {
		names = append(names, string(r.Bytes(r.U32())))
		r.Byte()
		r.U32()
	}
	return names, !r.Bad || body == nil
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
	r := &wasmbin.Reader{B: b[len(magic):]}
	for len(r.B) > 0 {
		id, size := r.Byte(), r.U32()
		if id > wanted && id != 12 && id != 13 { // of later versions: the data count and the tags, which stand before
			return nil, nil
		}
		body := r.Bytes(size)
		if r.Bad {
			return nil, errModule
		}
		if id == wanted {
			return body, nil
		}
	}
	return nil, nil
}

func importSection(b []byte) ([]Import, error) {
	r := &wasmbin.Reader{B: b}
	var out []Import
	for n := r.U32(); n > 0 && !r.Bad; n-- {
		im := Import{Module: string(r.Bytes(r.U32())), Name: string(r.Bytes(r.U32()))}
		switch r.Byte() {
		case 0: // function
			r.U32()
			im.Func = true
		case 1: // table
			r.Byte()
			skipLimits(r)
		case 2: // memory
			skipLimits(r)
		case 3: // global
			r.Bytes(2)
		case 4: // tag
			r.Byte()
			r.U32()
		default:
			r.Bad = true
		}
		out = append(out, im)
	}
	if r.Bad {
		return nil, errModule
	}
	return out, nil
}

func skipLimits(r *wasmbin.Reader) {
	flags := r.Byte()
	r.U32()
	if flags&1 != 0 {
		r.U32()
	}
}
