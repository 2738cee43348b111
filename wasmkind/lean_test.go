package wasmkind

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/synrun/synrun/manifest/wasmbin"
)

// piece is a data segment of a test.
type piece struct {
	at   uint32
	data string
}

func dataSection(pieces ...piece) []byte {
	b := binary.AppendUvarint(nil, uint64(len(pieces)))
	for _, p := range pieces {
		b = append(b, 0, opI32Const)
		b = append(appendS32(b, int32(p.at)), opEnd)
		b = append(binary.AppendUvarint(b, uint64(len(p.data))), p.data...)
	}
	return b
}

func TestMergeData(t *testing.T) {
	zeros := func(n int) string { return string(make([]byte, n)) }
	for _, c := range []struct {
		name       string
		have, want []byte
	}{
		{"none", dataSection(), dataSection()},
		{"one", dataSection(piece{5, "a"}), dataSection(piece{5, "a"})},
		{"adjacent", dataSection(piece{5, "a"}, piece{6, "b"}), dataSection(piece{5, "ab"})},
		{"a gap", dataSection(piece{5, "a"}, piece{8, "b"}), dataSection(piece{5, "a" + zeros(2) + "b"})},
		{"in any order", dataSection(piece{70, "c"}, piece{5, "a"}, piece{8, "b"}), dataSection(piece{5, "a" + zeros(2) + "b" + zeros(61) + "c"})},
		{"far away", dataSection(piece{5, "a"}, piece{6 + maxGap + 1, "b"}), dataSection(piece{5, "a"}, piece{6 + maxGap + 1, "b"})},
		{"as far as can be", dataSection(piece{5, "a"}, piece{6 + maxGap, "b"}), dataSection(piece{5, "a" + zeros(maxGap) + "b"})},
		{"overlapping", dataSection(piece{5, "aaa"}, piece{7, "b"}), nil},
		{"more than memory", dataSection(piece{5, "a"}, piece{memoryPages << 16, "b"}), nil},
		{"passive", []byte{1, 1, 1, 'x'}, nil},
		{"another expression", []byte{1, 0, 0x23, 0, opEnd, 1, 'x'}, nil},
		{"cut off", dataSection(piece{5, "abc"})[:6], nil},
		{"with more behind", append(dataSection(piece{5, "abc"}), 0), nil},
		{"nothing at all", nil, nil},
		{"a count that lies", []byte{0xff, 0xff, 0xff, 0xff, 0x0f}, nil},
	} {
		if c.want == nil {
			c.want = c.have
		}
		if got := mergeData(c.have); !bytes.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What is merged fills memory as what was not.
func TestMergeDataAtRandom(t *testing.T) {
	fill := func(section []byte) []byte {
		memory := make([]byte, 1<<16)
		r := wasmbin.Reader{B: section}
		for n := r.U32(); n > 0; n-- {
			r.U32()
			r.Byte()
			at := r.S32()
			r.Byte()
			copy(memory[at:], r.Bytes(r.U32()))
		}
		if r.Bad || len(r.B) > 0 {
			t.Fatalf("%q is no section", section)
		}
		return memory
	}
	for seed := range uint64(500) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var pieces []piece
		for range rnd.IntN(12) {
			data := make([]byte, rnd.IntN(90))
			for i := range data {
				data[i] = byte(rnd.Uint32())
			}
			pieces = append(pieces, piece{uint32(rnd.IntN(1 << 15 >> rnd.IntN(8))), string(data)})
		}
		section := dataSection(pieces...)
		if merged := mergeData(section); !bytes.Equal(fill(section), fill(merged)) {
			t.Errorf("seed %d: %q became %q", seed, section, merged)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, n := range []int32{0, 1, 63, 64, -1, -64, -65, 127, 128, 1 << 20, -1 << 20, 1<<31 - 1, -1 << 31} {
		r := wasmbin.Reader{B: appendS32(nil, n)}
		if got := r.S32(); got != n || r.Bad || len(r.B) > 0 {
			t.Errorf("%d became %d", n, got)
		}
	}
	for _, b := range []string{"", "\x80", "\x80\x80\x80\x80\x80\x01", "\xff\xff\xff\xff\x1f"} {
		if r := (&wasmbin.Reader{B: []byte(b)}); r.U32() != 0 || !r.Bad {
			t.Errorf("%q is a number", b)
		}
		if r := (&wasmbin.Reader{B: []byte(b)}); r.S32() != 0 || !r.Bad {
			t.Errorf("%q is a number", b)
		}
	}
}

func TestSections(t *testing.T) {
	for _, c := range []struct {
		name, module, lean, shell string
	}{
		{"not a module", "hello", "", ""},
		{"nothing", wasmMagic, wasmMagic, wasmMagic},
		{"cut off", wasmMagic + "\x01\x05x", "", ""},
		{"custom sections", wasmMagic + "\x00\x02ab\x01\x01x\x00\x00", wasmMagic + "\x01\x01x", wasmMagic + "\x01\x01x"},
		{"functions", wasmMagic + "\x0a\x09\x02\x04abcd\x02ef", wasmMagic + "\x0a\x09\x02\x04abcd\x02ef", wasmMagic + "\x0a\x09\x02\x03\x00\x00\x0b\x03\x00\x00\x0b"},
		{"functions that lie", wasmMagic + "\x0a\x02\x7f\x01", wasmMagic + "\x0a\x02\x7f\x01", ""},
		{"data without memory of its own", wasmMagic + "\x0b\x0d\x02\x00A\x05\x0b\x01a\x00A\x06\x0b\x01b", wasmMagic + "\x0b\x0d\x02\x00A\x05\x0b\x01a\x00A\x06\x0b\x01b", ""},
		{"data that instructions name", wasmMagic + "\x05\x03\x01\x00\x01\x0c\x01\x02\x0b\x0d\x02\x00A\x05\x0b\x01a\x00A\x06\x0b\x01b", wasmMagic + "\x05\x03\x01\x00\x01\x0c\x01\x02\x0b\x0d\x02\x00A\x05\x0b\x01a\x00A\x06\x0b\x01b", ""},
		{"two sections of tables", wasmMagic + "\x04\x04\x01\x70\x00\x01\x04\x04\x01\x70\x00\x01", "", ""},
		{"data", wasmMagic + "\x05\x03\x01\x00\x01\x0b\x0d\x02\x00A\x05\x0b\x01a\x00A\x06\x0b\x01b", wasmMagic + "\x05\x03\x01\x00\x01\x0b\x08\x01\x00A\x05\x0b\x02ab", ""},
	} {
		quick, err := lean([]byte(c.module))
		if string(quick) != c.lean || (err != nil) != (c.lean == "") {
			t.Errorf("%s: %q %v, want %q", c.name, quick, err, c.lean)
		}
		if got, ok := shell(quick); ok && c.shell != "" && string(got) != c.shell || ok != (c.shell != "" || c.name[:4] == "data") {
			t.Errorf("%s: the shell is %q %t, want %q", c.name, got, ok, c.shell)
		}
	}
}

func TestBoundTables(t *testing.T) {
	tables := func(limits ...uint64) []byte { // pairs of least and most
		b := binary.AppendUvarint(nil, uint64(len(limits)/2))
		for i := 0; i < len(limits); i += 2 {
			b = binary.AppendUvarint(append(b, 0x70, 1), limits[i])
			b = binary.AppendUvarint(b, limits[i+1])
		}
		return b
	}
	huge := binary.AppendUvarint([]byte{1, 0x70, 0}, maxTable+1)
	for _, c := range []struct {
		name       string
		have, want []byte
	}{
		{"none", []byte{0}, []byte{0}},
		{"fixed", tables(7, 7), tables(7, 7)},
		{"open", []byte{1, 0x6f, 0, 3}, append([]byte{1, 0x6f}, tables(3, maxTable)[2:]...)},
		{"more than all", tables(3, 1<<32-1), tables(3, maxTable)},
		{"shared out", tables(0, maxTable, 10, maxTable), tables(0, maxTable/2-5, 10, maxTable/2+5)},
		{"begins with too much", huge, nil},
		{"together too much", tables(maxTable/2+1, maxTable, maxTable/2, maxTable), nil},
		{"less than it begins with", tables(7, 6), nil},
		{"another kind", []byte{1, 0x40, 0, 0x70, 0, 1, 0x41, 0, 0x0b}, nil},
		{"other limits", []byte{1, 0x70, 2, 1}, nil},
		{"cut off", []byte{1, 0x70, 0}, nil},
		{"with more behind", []byte{1, 0x70, 0, 1, 0}, nil},
		{"a count that lies", []byte{0xff, 0xff, 0xff, 0xff, 0x0f, 0x70, 0, 1}, nil},
	} {
		if got, ok := boundTables(c.have); !bytes.Equal(got, c.want) || ok != (c.want != nil) {
			t.Errorf("%s: %q %t, want %q", c.name, got, ok, c.want)
		}
	}
}

// What is made lean runs, and its tables do not grow over their share.
func TestLeanRuns(t *testing.T) {
	part := func(id byte, body string) string {
		return string(id) + string(binary.AppendUvarint(nil, uint64(len(body)))) + body
	}
	start := func(body string) string {
		body = "\x00" + body + "\x0b"
		return part(sectionCode, "\x01"+string(binary.AppendUvarint(nil, uint64(len(body))))+body)
	}
	before := wasmMagic + part(1, "\x01\x60\x00\x00") + part(3, "\x01\x00")
	memory := part(sectionMemory, "\x01\x00\x01") + part(7, "\x01\x06_start\x00\x00")
	data := part(sectionData, string(dataSection(piece{5, "a"}, piece{6, "b"})))
	for _, c := range []struct{ name, module string }{
		{"segments are counted", before + memory + part(sectionDataCount, "\x02") + start("") + data},
		{"segments are dropped", before + memory + part(sectionDataCount, "\x02") + start("\xfc\x09\x01") + data},
		// It traps when the table grew by as much as it may have.
		{"a table grows", before + part(sectionTable, "\x01\x70\x00\x01") + memory +
			start("\xd0\x70\x41\x80\x80\xc0\x00\xfc\x0f\x00\x41\x7f\x47\x04\x40\x00\x0b")},
	} {
		quick, err := lean([]byte(c.module))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		m, err := compile("x", quick, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if _, err := m.runtime.InstantiateModule(withMemory(t.Context()), m.code, wazero.NewModuleConfig()); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		m.close()
	}
}
