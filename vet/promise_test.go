package vet

import (
	"reflect"
	"testing"
)

func TestLint(t *testing.T) {
	for _, c := range []struct {
		name, source, ceiling string
		overreach, sloppy     []string
	}{
		{"kept", "require env(\"LAMP_*\")\nprint(1)", "stdout,env=LAMP_*", nil, nil},
		{"no family is exempt", "require time\n  require stdout", "env=X", []string{"time", "stdout"}, nil},
		{"the part before the dot will do", "require file.read(\"x\")", "file=x", nil, nil},
		{"not the other way round", "require file(\"x\")", "file.read=x", []string{`file("x")`}, nil},
		{"comments are not asked", "-- require net\nlet x be \"require net\"", "stdout", nil, nil},
		{"an expression has no label", "require net(host)", "stdout", []string{"net"}, nil},
		{"careless", "", "net,exec=*,file.read=/*,db=**,stdout", nil, []string{
			"net is bare: it grants the whole family", "exec=* grants the whole family",
			"file.read=/* grants the whole family", "db=** grants the whole family"}},
	} {
		got := Lint(c.source, c.ceiling)
		if c.overreach == nil {
			c.overreach = []string{}
		}
		if c.sloppy == nil {
			c.sloppy = []string{}
		}
		want := Promise{len(c.overreach) == 0, c.overreach, c.sloppy}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
	}
}
