package wasmkind

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
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
		r := decoder{b: section}
		for n := r.u32(); n > 0; n-- {
			r.u32()
			r.byte()
			at := r.s32()
			r.byte()
			copy(memory[at:], r.bytes(r.u32()))
		}
		if r.bad || len(r.b) > 0 {
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
		r := decoder{b: appendS32(nil, n)}
		if got := r.s32(); got != n || r.bad || len(r.b) > 0 {
			t.Errorf("%d became %d", n, got)
		}
	}
	for _, b := range []string{"", "\x80", "\x80\x80\x80\x80\x80\x01", "\xff\xff\xff\xff\x1f"} {
		if r := (&decoder{b: []byte(b)}); r.u32() != 0 || !r.bad {
			t.Errorf("%q is a number", b)
		}
		if r := (&decoder{b: []byte(b)}); r.s32() != 0 || !r.bad {
			t.Errorf("%q is a number", b)
		}
	}
}

func TestSections(t *testing.T) {
	for _, c := range []struct {
		name, module, lean, shell string
	}{
		{"not a module", "hello", "hello", ""},
		{"nothing", wasmMagic, wasmMagic, wasmMagic},
		{"cut off", wasmMagic + "\x01\x05x", wasmMagic + "\x01\x05x", ""},
		{"custom sections", wasmMagic + "\x00\x02ab\x01\x01x\x00\x00", wasmMagic + "\x01\x01x", wasmMagic + "\x01\x01x"},
		{"functions", wasmMagic + "\x0a\x09\x02\x04abcd\x02ef", wasmMagic + "\x0a\x09\x02\x04abcd\x02ef", wasmMagic + "\x0a\x09\x02\x03\x00\x00\x0b\x03\x00\x00\x0b"},
		{"functions that lie", wasmMagic + "\x0a\x02\x7f\x01", wasmMagic + "\x0a\x02\x7f\x01", ""},
		{"data without memory of its own", wasmMagic + "\x0b\x0d\x02\x00A\x05\x0b\x01a\x00A\x06\x0b\x01b", wasmMagic + "\x0b\x0d\x02\x00A\x05\x0b\x01a\x00A\x06\x0b\x01b", ""},
		{"data", wasmMagic + "\x05\x03\x01\x00\x01\x0b\x0d\x02\x00A\x05\x0b\x01a\x00A\x06\x0b\x01b", wasmMagic + "\x05\x03\x01\x00\x01\x0b\x08\x01\x00A\x05\x0b\x02ab", ""},
	} {
		if got := lean([]byte(c.module)); string(got) != c.lean {
			t.Errorf("%s: %q, want %q", c.name, got, c.lean)
		}
		if got, ok := shell(lean([]byte(c.module))); ok && c.shell != "" && string(got) != c.shell || ok != (c.shell != "" || c.name[:4] == "data") {
			t.Errorf("%s: the shell is %q %t, want %q", c.name, got, ok, c.shell)
		}
	}
}
