package caps

import (
	"strings"
	"testing"
)

func TestEscapes(t *testing.T) {
	around := Surroundings{
		Dir: "/proj", Names: map[string]string{"workspace": "/proj"}, Code: []string{"/proj/.lampson/plugins/p/main.syn"}, State: []string{"/home/u/.synrun"},
		Find: func(name string) string {
			return map[string]string{"git": "/usr/bin/git", "job": "/proj/bin/job"}[name]
		},
	}
	for _, tt := range []struct {
		list string
		root bool
		want string // pieces of the texts
	}{
		{"file.read=data/*,file.write=out/*,net=api.x,exec=date,env=A_*", false, ""},
		{"file.write=out/*,exec=git", true, "exec=git takes orders from files such as file.write=out/* may write"},
		{"file.write=out/log.txt,exec=git", false, ""},
		{"reveal=KEY", false, ""},
		{"reveal=KEY,net=a.test", false, "reveal=KEY gives the plain text of secrets, and net=a.test sends it away"},
		{"exec=git", true, "exec=git runs as root"},
		{"exec=python3", false, "exec=python3 runs whatever it is told to"},
		{"exec=/usr/bin/env", false, "exec=/usr/bin/env runs whatever"},
		{"exec", false, "exec starts any program"},
		{"exec=*", false, "exec=* starts any program"},
		{"net", false, "net sends whatever"},
		{"net=*", false, "net=* sends whatever"},
		{"file.write=tools/*,exec=./tools/run", false, "file.write=tools/* may replace what exec=./tools/run starts"},
		{"file=tools/run,exec=tools/*", false, ""},
		{"file=tools/*,exec=tools/*", false, "file=tools/* may replace what exec=tools/* starts"},
		{"file.write=tools,exec=tools/run", false, "file.write=tools may replace what exec=tools/run starts"},
		{"file.write=/proj/tools/*,exec=./tools/run", false, "file.write=/proj/tools/* may replace"},
		{"file.write=tools/*,exec=/proj/tools/run", false, "file.write=tools/* may replace"},
		{"file.write=bin/*,exec=job", false, "file.write=bin/* may replace what exec=job starts"},
		{"file.read=bin/*,exec=job", false, ""},
		{"file.write=/home/u/*", false, "file.write=/home/u/* may change what the host keeps"},
		{"file.write=.lampson/*", false, "file.write=.lampson/* may change the code of the plugin itself"},
		{"file.write=workspace/.lampson/plugins/p/*", false, "may change the code of the plugin itself"},
		{"file.read=/proc/*", false, "file.read=/proc/* reads /proc"},
		{"file.read=/proc/self/environ", false, "reads /proc"},
		{"file.read=/*", false, "file.read=/* reads /proc"},
		{"file.read", false, "file.read reads /proc"},
		{"file.read=proc/*,file.read=/processes/*", false, ""},
		{"none", true, ""},
	} {
		s := around
		s.Root = tt.root
		var texts []string
		for _, e := range unix.Escapes(ceiling(t, tt.list), s) {
			texts = append(texts, e.Text)
		}
		got := strings.Join(texts, "; ")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.list, got, tt.want)
		}
	}
	guarded := ceiling(t, "file.write=*,file.write=/home/*").Guard(unix, "/proj", "/home/u/.synrun", "/proj/.lampson", "workspace/.lampson")
	for _, e := range unix.Escapes(guarded, around) {
		t.Errorf("the host's folders are guarded: %s", e.Text)
	}
	confined := around
	confined.Confined, confined.Root = true, true
	for _, e := range unix.Escapes(ceiling(t, "exec=python3,exec=git,exec=./tools/run,file.write=tools/*"), confined) {
		t.Errorf("what a confined process starts is confined: %s", e.Text)
	}
	if unix.Escapes(nil, around) != nil {
		t.Error("escapes of the absent ceiling")
	}
}
