package checker_test

import (
	"strings"
	"testing"

	"github.com/synrun/synrun/synsema/checker"
)

// BenchmarkCheck is the whole of `synsema check`, warnings included.
func BenchmarkCheck(b *testing.B) {
	const sample = `
task area(shape, scale = 1)
    when shape["kind"] == "box"
        give shape["w"] * shape["h"] * scale
    otherwise
        give pi * shape["r"] ** 2 * scale
each shape in [{"kind": "box", "w": 2, "h": 3}, {"kind": "circle", "r": 1.5}]
    print(` + "`{shape[\"kind\"]}: {round_to(area(shape), 2)}`" + `)
    set shape["seen"] to true
    log shape
let text_of be read_file("data/notes.txt") |> split(",") |> apply((s) => trim(s))
`
	src := []byte(strings.Repeat(sample, 1_000_000/len(sample)))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if r := checker.Check("bench.syn", src, checker.Options{}); !r.OK() {
			b.Fatal(r.Diagnostics[0].Plain())
		}
	}
}
