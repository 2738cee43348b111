package wasmkind

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/synrun/synrun/manifest/wasmbin"
)

// The sections of a module that are looked at here.
const (
	sectionCustom    = 0
	sectionTable     = 4
	sectionMemory    = 5
	sectionCode      = 10
	sectionData      = 11
	sectionDataCount = 12
)

const (
	opUnreachable = 0x00
	opEnd         = 0x0b
	opI32Const    = 0x41
)

// maxGap is how many zero bytes are copied rather than starting a data segment
// of its own.
const maxGap = 1 << 10

// section is a part of a module.
type section struct {
	id   byte
	body []byte
}

const wasmMagic = "\x00asm\x01\x00\x00\x00"

// sections takes a module apart; ok is false when it is not well formed, which
// is left to wazero to explain.
func sections(code []byte) (list []section, ok bool) {
	rest, ok := bytes.CutPrefix(code, []byte(wasmMagic))
	for ok && len(rest) > 0 {
		r := wasmbin.Reader{B: rest[1:]}
		body := r.Bytes(r.U32())
		list = append(list, section{rest[0], body})
		rest, ok = r.B, !r.Bad
	}
	return list, ok
}

// join puts a module together again.
func join(list []section) []byte {
	size := len(wasmMagic)
	for _, s := range list {
		size += len(s.body) + 1 + binary.MaxVarintLen32
	}
	out := append(make([]byte, 0, size), wasmMagic...)
	for _, s := range list {
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(s.body)))
		out = append(out, s.body...)
	}
	return out
}

// maxTable is how many elements the tables of a module may have together. They
// lie in this program's own memory, 8 bytes each; a large Go program has some ten
// thousand.
const maxTable = 1 << 20

var (
	errMalformed = errors.New("the module is not well formed")
	errTables    = fmt.Errorf("the module's tables are not plain ones of at most %d elements", maxTable)
)

// lean is a module that does the same, in bounds, and is quicker to make an
// instance of: its tables have a maximum, its custom sections (names, debug
// information) are gone and its data lies in few segments. Go's linker leaves
// the zeros between its data out and so makes thousands of segments, each with an
// expression for its address that every instance evaluates.
func lean(code []byte) ([]byte, error) {
	list, ok := sections(code)
	if !ok {
		return nil, errMalformed
	}
	kept := list[:0]
	memories, tables := 0, 0
	counted := false // instructions name segments by their number
	for _, s := range list {
		switch s.id {
		case sectionCustom:
			continue
		case sectionTable:
			if tables++; tables > 1 {
				return nil, errMalformed
			}
			if s.body, ok = boundTables(s.body); !ok {
				return nil, errTables
			}
		case sectionMemory:
			memories++
		case sectionDataCount:
			counted = true
		case sectionData:
			// Memory of its own is zero before the segments are copied to it.
			if memories == 1 && !counted {
				s.body = mergeData(s.body)
			}
		}
		kept = append(kept, s)
	}
	return join(kept), nil
}

// boundTables gives each table a maximum, so that they cannot grow beyond
// maxTable together: what they do not begin with is shared out evenly. ok is
// false when they begin with more, or are of a kind that no toolchain makes yet.
func boundTables(body []byte) (out []byte, ok bool) {
	type table struct {
		kind        byte
		least, most uint64
	}
	r := wasmbin.Reader{B: body}
	var list []table
	spare := uint64(maxTable)
	for n := r.U32(); n > 0 && !r.Bad; n-- {
		t := table{kind: r.Byte(), most: maxTable}
		flags := r.Byte()
		t.least = uint64(r.U32())
		if flags == 1 {
			t.most = uint64(r.U32())
		}
		plain := (t.kind == 0x70 || t.kind == 0x6f) && flags <= 1 // funcref, externref
		if !plain || t.least > spare || t.most < t.least {
			return nil, false
		}
		spare -= t.least
		list = append(list, t)
	}
	if r.Bad || len(r.B) > 0 {
		return nil, false
	}
	out = binary.AppendUvarint(nil, uint64(len(list)))
	for _, t := range list {
		out = binary.AppendUvarint(append(out, t.kind, 1), t.least)
		out = binary.AppendUvarint(out, min(t.most, t.least+spare/uint64(len(list))))
	}
	return out, true
}

// mergeData merges segments that lie close to each other. They stay as they are
// when one is not simply copied to a constant address, or when they overlap, so
// that their order matters.
func mergeData(body []byte) []byte {
	type segment struct {
		at, end uint64
		data    []byte
	}
	r := wasmbin.Reader{B: body}
	var list []segment
	for n := r.U32(); n > 0; n-- {
		if r.U32() != 0 || r.Byte() != opI32Const {
			return body
		}
		at := uint64(uint32(r.S32()))
		if r.Byte() != opEnd {
			return body
		}
		data := r.Bytes(r.U32())
		end := at + uint64(len(data))
		if r.Bad || end > memoryPages<<16 {
			return body
		}
		list = append(list, segment{at, end, data})
	}
	if r.Bad || len(r.B) > 0 {
		return body
	}
	slices.SortStableFunc(list, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	for i := range list[min(1, len(list)):] {
		if list[i+1].at < list[i].end {
			return body
		}
	}
	var merged []byte
	count := 0
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].at-list[n-1].end <= maxGap {
			n++
		}
		whole := list[0].at
		merged = append(merged, 0, opI32Const)
		merged = append(appendS32(merged, int32(whole)), opEnd)
		merged = binary.AppendUvarint(merged, list[n-1].end-whole)
		for _, s := range list[:n] {
			merged = append(append(merged, make([]byte, s.at-whole)...), s.data...)
			whole = s.end
		}
		list = list[n:]
		count++
	}
	return append(binary.AppendUvarint(make([]byte, 0, len(merged)+5), uint64(count)), merged...)
}

// shell is a module with the same types, imports, functions, memory and data,
// but with nothing in its functions: what wazero needs to know of a module whose
// machine code it has. Decoding and validating the functions again would take
// most of the time that a call takes in a fresh process.
func shell(code []byte) (out []byte, ok bool) {
	list, ok := sections(code)
	if !ok {
		return nil, false
	}
	for i, s := range list {
		if s.id != sectionCode {
			continue
		}
		r := wasmbin.Reader{B: s.body}
		n := r.U32()
		if int64(n) > int64(len(s.body)) {
			return nil, false
		}
		body := binary.AppendUvarint(make([]byte, 0, 5+4*uint64(n)), uint64(n))
		for range n {
			if r.Bytes(r.U32()); r.Bad {
				return nil, false
			}
			body = append(body, 3, 0 /* locals */, opUnreachable, opEnd)
		}
		list[i].body = body
	}
	return join(list), true
}

func appendS32(b []byte, n int32) []byte {
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
