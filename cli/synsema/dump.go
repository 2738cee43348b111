package synsema

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/token"
)

// dumpSource reads the one file of tokens or ast.
func (c *command) dumpSource(args []string) (*source, int) {
	if len(args) != 1 || args[0] != "-" && strings.HasPrefix(args[0], "-") {
		if len(args) > 0 && strings.HasPrefix(args[0], "-") && args[0] != "-" {
			return nil, c.usage("unknown flag '%s'", args[0])
		}
		writeHelp(c.Err, c.name)
		return nil, exitUsage
	}
	src, err := c.readSource(args[0], &options{})
	if err != nil {
		return nil, c.unreadable(err)
	}
	return src, exitOK
}

func (c *command) loadFailed(err error) int {
	var pe *parser.Error
	if errors.As(err, &pe) {
		fmt.Fprintf(c.Err, "%s: %s\n", pe.Stage, pe.Error())
	} else {
		fmt.Fprintln(c.Err, err)
	}
	return exitFailure
}

func (c *command) tokens(args []string) int {
	src, code := c.dumpSource(args)
	if src == nil {
		return code
	}
	toks, err := parser.Tokens(src.name, src.text)
	if err != nil {
		return c.loadFailed(err)
	}
	for _, t := range toks {
		fmt.Fprintf(c.Out, "  %-8s %-10s %s\n", t.Pos, t.Kind, src.text[t.Off:t.End])
	}
	return exitOK
}

func (c *command) ast(args []string) int {
	src, code := c.dumpSource(args)
	if src == nil {
		return code
	}
	tree, err := parser.Parse(src.name, src.text)
	if err != nil {
		return c.loadFailed(err)
	}
	for _, s := range tree.Stmts {
		var b strings.Builder
		dumpNode(&b, reflect.ValueOf(s))
		fmt.Fprintln(c.Out, b.String())
	}
	return exitOK
}

var positionType = reflect.TypeFor[token.Pos]()

// dumpNode writes a node as (Type field field …): a debugging aid, for which
// reflection is good enough.
func dumpNode(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			b.WriteString("-")
			return
		}
		dumpNode(b, v.Elem())
	case reflect.Struct:
		if v.Type() == positionType {
			return
		}
		b.WriteString("(" + v.Type().Name())
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() || f.Type == positionType || v.Field(i).IsZero() {
				continue
			}
			b.WriteString(" " + f.Name + "=")
			dumpNode(b, v.Field(i))
		}
		b.WriteString(")")
	case reflect.Slice:
		b.WriteString("[")
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(" ")
			}
			dumpNode(b, v.Index(i))
		}
		b.WriteString("]")
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	default:
		fmt.Fprintf(b, "%v", v)
	}
}
