package caps_test

import (
	"fmt"

	"github.com/synrun/synrun/caps"
)

// A program under a ceiling: what it may do is what it declares and the
// ceiling covers.
func Example() {
	p := caps.DefaultPlatform("/home/ada")
	ceiling, err := p.ParseList("stdout,time,file.read=docs/*")
	if err != nil {
		fmt.Println(err)
		return
	}
	set := caps.New(caps.Config{
		Platform: p,
		Ceilings: []*caps.List{ceiling},
		Sink: func(e caps.Entry) {
			fmt.Println(e.Granted, e.Capability(), "by", e.Source, "-", e.Reason)
		},
	})
	set.Grant(p.Item(caps.FileRead, "docs/*"), caps.At{})
	set.Grant(p.Item(caps.FileRead, "/etc/*"), caps.At{})

	for _, path := range []string{"./docs//a.md", "/etc/passwd", "docs/../key"} {
		d := set.Check(p.Request(caps.FileRead, path), caps.At{Source: "read_file()"})
		fmt.Println(d.Granted, d.Cause == caps.AboveCeiling)
	}
	// Output:
	// false file_read("/etc/*") by ceiling - above host ceiling (--sandbox/--cap-set)
	// true file_read("docs/a.md") by read_file() - Granted by file_read("docs/*")
	// true false
	// false file_read("/etc/passwd") by read_file() - above host ceiling (--sandbox/--cap-set)
	// false true
	// false file_read("key") by read_file() - No matching grant found
	// false false
}

// Two ceilings are compared by what they cover, not by how they are written.
func ExampleCompare() {
	p := caps.DefaultPlatform("")
	a, _ := p.ParseList("net=*.example.com,file.read=./data/")
	b, _ := p.ParseList("file.read=data,net=api.example.com,exec=git")
	c := caps.Compare(a, b)
	fmt.Println(c.Verdict, c.Added, c.Removed)
	// Output: different [exec("git")] [net("*.example.com")]
}
