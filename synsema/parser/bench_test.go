package parser

import (
	"strings"
	"testing"
)

// sample is a piece of an ordinary program; the benchmark repeats it.
const sample = `
-- totals of an order, with a discount for regular customers
task total(order, discount = 0.05)
    let sum be 0
    each line in order["lines"]
        when line["count"] <= 0
            raise ` + "`line {line[\"id\"]} has no count`" + `
        otherwise when line["price"] > 1_000 and not order.vip
            set sum to sum + line["price"] * line["count"] * (1 - discount)
        otherwise
            set sum to sum + line["price"] * line["count"]
    give round_to(sum, 2)

let orders be [
    {"id": 1, "vip": false, "lines": [{"id": "a", "price": 12.5, "count": 3}, {"id": "b", "price": 1200, "count": 1}]},
    {"id": 2, "vip": true, "lines": [{"id": "c", "price": 99, "count": 2}]},
]
let totals be orders |> where((o) => length(o["lines"]) > 0) |> apply((o) => total(o))
match totals
    is []
        print("nothing to do")
    is [first, ...rest] when first > 100
        print(` + "`first {first}, then {length(rest)} more`" + `)
    otherwise
        print("small", totals)
try
    let ratio be totals[0] / totals[1]
    print(when ratio > 1 then "down" otherwise "up")
recover err
    log "no ratio: " + err
`

func BenchmarkParse(b *testing.B) {
	src := []byte(strings.Repeat(sample, 1_000_000/len(sample)))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("bench.syn", src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLex(b *testing.B) {
	src := []byte(strings.Repeat(sample, 1_000_000/len(sample)))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := Tokens("bench.syn", src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseSmall(b *testing.B) {
	src := []byte(sample)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("bench.syn", src); err != nil {
			b.Fatal(err)
		}
	}
}
