package checker

import (
	"errors"
	"strings"
	"testing"
)

func TestAsksOfKnownAndUnknownScopes(t *testing.T) {
	const lib = `let base be "data"
export task load(name)
    require file.read(base + "/*")
    give read_file(base + "/" + name)
`
	const main = `use "./lib.syn" as lib
let dir be "out"
let where be dir + "/deep"
require file.write(` + "`{where}/*`" + `)
let host be env("HOST", "x")
require net(host)
write_file(where + "/a.txt", "x")
print(lib.load("a"))
task tool()
    require secret("TOK" + "EN")
    give secret("TOKEN")
let which be "a"
set which to "b"
require exec(which)
let other be "z"
task shadow(other)
    give delete_file(other)
delete_file(host)
`
	opt := Options{Fold: true, All: true, Read: func(file string) ([]byte, error) {
		if strings.HasSuffix(file, "lib.syn") {
			return []byte(lib), nil
		}
		return nil, errors.New("no such file")
	}}
	r := Check("main.syn", []byte(main), opt)
	if !r.OK() {
		t.Fatal(r.Diagnostics)
	}
	var b strings.Builder
	r.WriteAsks(&b)
	want := `asks  file_write("out/deep/*")  line 4  (require)
asks  net(?)  line 6  (require)
asks  secret("TOKEN")  line 10  (require)
asks  exec(?)  line 14  (require)
asks  file_read("data/*")  line 3  (require)
asks  env("HOST")  line 5  (used, not declared)
asks  file_read(?)  line 4  (used, not declared)
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	// What the language prescribes knows literals alone.
	opt.Fold = false
	b.Reset()
	Check("main.syn", []byte("let d be \"x\"\nrequire file.read(d)\nprint(read_file(d))\n"), opt).WriteAsks(&b)
	if !strings.HasPrefix(b.String(), "asks  file_read(?)") {
		t.Errorf("%s", b.String())
	}
}
