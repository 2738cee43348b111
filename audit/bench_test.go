package audit

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// benchEntry makes a record of 350 bytes and more, as a check of a path under
// a workspace does.
func benchEntry() *Entry {
	return &Entry{Context: "program", Capability: `file_read("workspace/data/input-2026.csv")`, Granted: true,
		Source: "read_file()", Reason: `Granted by file_read("workspace/data/*")`, Origin: "program", File: "main.syn", Line: 17}
}

// benchLine is one such record, chained.
func benchLine() []byte {
	var q layout
	e := benchEntry()
	e.At = testTime
	s := newSubject(&testID)
	q.check(&s, e, "file.read", "workspace/data/input-2026.csv")
	end := origin()
	return q.chain(nil, &end)
}

func openBench(b *testing.B) *Log {
	l, err := Open(Options{Home: b.TempDir(), Workspace: "/w/bench"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	return l
}

// BenchmarkHash is the yardstick of BenchmarkCheck: the SHA-256 of the bytes
// of one record.
func BenchmarkHash(b *testing.B) {
	line := benchLine()
	if len(line) < 350 {
		b.Fatalf("the record has only %d bytes", len(line))
	}
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		sha256.Sum256(line)
	}
}

// BenchmarkCheck records granted checks that wait in the queue; the writes of
// the queue are in the figure.
func BenchmarkCheck(b *testing.B) {
	call := openBench(b).Begin(testID)
	e := benchEntry()
	b.ReportAllocs()
	for b.Loop() {
		if err := call.Check(e); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckBeforeAct records checks that must be in the file at once.
func BenchmarkCheckBeforeAct(b *testing.B) {
	call := openBench(b).Begin(testID)
	e := benchEntry()
	e.Capability = `file_write("workspace/data/input-2026.csv")`
	b.ReportAllocs()
	for b.Loop() {
		if err := call.Check(e); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBatch compares the log with bare writes of the same batches: ten
// records, as a call leaves them, and a thousand; with and without waiting for
// the disk after each.
func BenchmarkBatch(b *testing.B) {
	for _, batch := range []int{10, 1000} {
		for _, sync := range []bool{false, true} {
			name := fmt.Sprintf("records=%d/sync=%v", batch, sync)
			b.Run(name+"/log", func(b *testing.B) { benchLog(b, batch, sync) })
			b.Run(name+"/bare", func(b *testing.B) { benchBare(b, batch, sync) })
		}
	}
}

func benchLog(b *testing.B, batch int, sync bool) {
	l := openBench(b)
	call := l.Begin(testID)
	e := benchEntry()
	end := l.Flush
	if sync {
		end = l.Sync
	}
	for b.Loop() {
		for range batch {
			if err := call.Check(e); err != nil {
				b.Fatal(err)
			}
		}
		if err := end(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "records/s")
}

func benchBare(b *testing.B, batch int, sync bool) {
	lines := bytes.Repeat(benchLine(), batch)
	dir := b.TempDir()
	var f *os.File
	defer func() { f.Close() }()
	size, n := defaultMaxFile, 0
	for b.Loop() {
		if size >= defaultMaxFile { // as the log, a new file from time to time
			f.Close()
			n++
			var err error
			if f, err = os.OpenFile(filepath.Join(dir, strconv.Itoa(n)), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
				b.Fatal(err)
			}
			size = 0
		}
		for rest := lines; len(rest) > 0; {
			n := min(len(rest), maxQueue)
			if _, err := f.Write(rest[:n]); err != nil {
				b.Fatal(err)
			}
			rest = rest[n:]
		}
		if sync {
			if err := dataSync(f); err != nil {
				b.Fatal(err)
			}
		}
		size += len(lines)
	}
	b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkStream writes checks to the plain stream, which flushes every line.
func BenchmarkStream(b *testing.B) {
	s, err := OpenStream(filepath.Join(b.TempDir(), "audit.jsonl"), StreamOptions{})
	if err != nil {
		b.Fatal(err)
	}
	e := benchEntry()
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Entry(e); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(0); err != nil {
		b.Fatal(err)
	}
}

// benchSource writes a record of n checks.
func benchSource(b *testing.B, n int) (*Source, int64) {
	opt := Options{Home: b.TempDir(), Workspace: "/w/bench"}
	l, err := Open(opt)
	if err != nil {
		b.Fatal(err)
	}
	call := l.Begin(testID)
	for range n {
		if err := call.Check(benchEntry()); err != nil {
			b.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(l.path())
	if err != nil {
		b.Fatal(err)
	}
	return Workspace(opt.Home, opt.Workspace), info.Size()
}

func BenchmarkVerify(b *testing.B) {
	s, size := benchSource(b, 100_000)
	b.SetBytes(size)
	for b.Loop() {
		v, err := Verify(s, VerifyOptions{})
		if err != nil || !v.OK() {
			b.Fatal(err, v)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	line := benchLine()
	line = line[:len(line)-1]
	b.SetBytes(int64(len(line)))
	var r Record
	for b.Loop() {
		if err := r.Parse(line); err != nil {
			b.Fatal(err)
		}
	}
}
