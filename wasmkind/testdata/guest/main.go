// The guest of the tests: a module that does what its tool is called.
package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sort"
	"strings"
	"time"
)

func main() {
	switch tool := os.Getenv("PLUGIN_TOOL"); tool {
	case "hello":
		in, _ := io.ReadAll(os.Stdin)
		fmt.Println("hello", os.Args, os.Getenv("PLUGIN_ARGS"), len(in))
		fmt.Fprintln(os.Stderr, "and goodbye")
	case "env":
		env := os.Environ()
		sort.Strings(env)
		fmt.Println(strings.Join(env, "\n"))
	case "files":
		files(strings.Split(os.Getenv("PLUGIN_ARGS"), " "))
	case "exit":
		os.Exit(7)
	case "spin":
		for {
		}
	case "sleep":
		fmt.Println("sleeping")
		time.Sleep(time.Hour)
	case "memory":
		var all [][]byte
		for {
			b := make([]byte, 1<<20)
			b[0] = 1
			all = append(all, b)
		}
	case "gigabyte":
		part := make([]byte, 1<<20)
		for range 1 << 10 {
			os.Stdout.Write(part)
		}
	case "time":
		fmt.Println(time.Now().Year() >= 2024)
	case "random":
		var b [8]byte
		_, err := rand.Read(b[:])
		fmt.Println(b, err)
	}
}

// files does one thing with a file after the other: the words are pairs of what
// to do and a path.
func files(words []string) {
	for i := 0; i+1 < len(words); i += 2 {
		path := words[i+1]
		var err error
		var got any = "ok"
		switch words[i] {
		case "read":
			var b []byte
			b, err = os.ReadFile(path)
			got = string(b)
		case "write":
			err = os.WriteFile(path, []byte("written"), 0o644)
		case "append":
			var f *os.File
			if f, err = os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0); err == nil {
				_, err = f.WriteString("+more")
				f.Close()
			}
		case "list":
			var list []fs.DirEntry
			list, err = os.ReadDir(path)
			got = list
		case "stat":
			var info fs.FileInfo
			if info, err = os.Stat(path); err == nil {
				got = fmt.Sprint(info.Size(), info.IsDir())
			}
		case "mkdir":
			err = os.Mkdir(path, 0o755)
		case "remove":
			err = os.Remove(path)
		case "rename":
			err = os.Rename(path, path+"-moved")
		case "link":
			err = os.Link(path, path+"-linked")
		case "symlink":
			err = os.Symlink("../../home/secret", path)
		case "symlink-in":
			err = os.Symlink("x.txt", path)
		case "truncate":
			err = os.Truncate(path, 2)
		case "times":
			err = os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0))
		}
		var pe *fs.PathError
		var le *os.LinkError
		switch {
		case errors.As(err, &pe):
			err = pe.Err
		case errors.As(err, &le):
			err = le.Err
		}
		if err != nil {
			got = err
		}
		fmt.Println(words[i], path, got)
	}
}
