//go:build ignore

// Command zonegen packs the time zone database of the Go tree into zones.bin:
//
//	go run zonegen.go "$(go env GOROOT)/lib/time/zoneinfo.zip"
//
// The file begins with an index: the number of names, then for every name in
// order its length, the name, and offset, packed size and size of its data.
// The data are compressed one by one and equal ones stored once, so that a
// program pays for the zones it uses.
package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"log"
	"os"
	"sort"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run zonegen.go zoneinfo.zip")
	}
	z, err := zip.OpenReader(os.Args[1])
	check(err)
	sort.Slice(z.File, func(i, j int) bool { return z.File[i].Name < z.File[j].Name })
	type place struct{ offset, packed, size int }
	seen := map[string]place{}
	var index, data []byte
	count := 0
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") || f.Name == "Factory" || f.Name == "posixrules" {
			continue
		}
		r, err := f.Open()
		check(err)
		raw, err := io.ReadAll(r)
		check(err)
		p, ok := seen[string(raw)]
		if !ok {
			var b bytes.Buffer
			w, err := flate.NewWriter(&b, flate.BestCompression)
			check(err)
			_, err = w.Write(raw)
			check(err)
			check(w.Close())
			p = place{len(data), b.Len(), len(raw)}
			seen[string(raw)] = p
			data = append(data, b.Bytes()...)
		}
		count++
		index = append(index, byte(len(f.Name)))
		index = append(index, f.Name...)
		for _, n := range []int{p.offset, p.packed, p.size} {
			index = binary.AppendUvarint(index, uint64(n))
		}
	}
	out := binary.AppendUvarint(nil, uint64(count))
	out = append(append(out, index...), data...)
	check(os.WriteFile("zones.bin", out, 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
