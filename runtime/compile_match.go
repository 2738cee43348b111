package runtime

import (
	"github.com/synrun/synrun/synsema/ast"
)

// match compiles the arms in order; a pattern or guard that fails goes on
// with the next arm.
func (f *fn) match(s *ast.Match, dst int) {
	subject := f.reg()
	f.owned(s.X, subject)
	var ends []int
	outer := f.scope
	for i := range s.Arms {
		arm := &s.Arms[i]
		mark := f.next
		f.at = arm.At
		f.scope = f.info.Scopes[arm.Pattern]
		f.place(f, f.scope)
		fails := f.pattern(arm.Pattern, subject)
		if arm.Guard != nil {
			fails = append(fails, f.jumpIf(arm.Guard, false)...)
		}
		f.stmts(arm.Body, dst)
		ends = append(ends, f.jump()...)
		f.patch(fails)
		f.scope = outer
		f.next = mark
	}
	if s.Else != nil {
		f.stmts(s.Else, dst)
	} else if dst != none {
		f.nothing(uint16(dst))
	}
	f.patch(ends)
}

// pattern tests the value in a register and binds its names; it gives the
// jumps taken on failure.
func (f *fn) pattern(p ast.Pattern, v uint16) []int {
	mark := f.next
	defer func() { f.next = mark }()
	f.tick()
	f.at = p.Pos()
	switch p := p.(type) {
	case *ast.Wildcard:
		return nil
	case *ast.BindPattern:
		f.bindPattern(&p.Name, v)
		return nil
	case *ast.ExprPattern:
		x := f.operand(p.X)
		return []int{f.emit(instr{op: opMatchEq, a: v, b: x})}
	case *ast.ListPattern:
		return f.listPattern(p, v)
	case *ast.MapPattern:
		fails := []int{f.emit(instr{op: opMatchMap, a: v})}
		for i := range p.Entries {
			e := &p.Entries[i]
			r := f.reg()
			fails = append(fails, f.emit(instr{op: opMatchKey, a: r, b: v, c: f.shortText(e.Key)}))
			fails = append(fails, f.pattern(e.Pattern, r)...)
		}
		return fails
	case *ast.VariantPattern:
		return f.variantPattern(p, v)
	}
	return nil
}

func (f *fn) bindPattern(n *ast.Name, v uint16) {
	r := f.reg()
	f.emit(instr{op: opMoveOwn, a: r, b: v})
	f.bind(n, r)
}

func (f *fn) listPattern(p *ast.ListPattern, v uint16) []int {
	n := len(p.Prefix) + len(p.Suffix)
	in := instr{op: opMatchList, a: v, b: uint16(n)}
	if p.HasRest {
		in.c = 1
	}
	fails := []int{f.emit(in)}
	for i, q := range p.Prefix {
		r := f.reg()
		f.emit(instr{op: opMatchItem, a: r, b: v, c: uint16(i)})
		fails = append(fails, f.pattern(q, r)...)
	}
	if p.HasRest && p.Rest.Text != "" {
		r := f.reg()
		f.emit(instr{op: opMatchRest, a: r, b: v, c: uint16(len(p.Prefix)), d: int32(len(p.Suffix))})
		f.bind(&p.Rest, r)
	}
	for i, q := range p.Suffix {
		r := f.reg()
		f.emit(instr{op: opMatchItem, a: r, b: v, c: uint16(len(p.Suffix) - i), d: 1})
		fails = append(fails, f.pattern(q, r)...)
	}
	return fails
}

// variantPattern evaluates what stands before the dot: an enum makes it a
// variant pattern, anything else a comparison with the value of the whole.
func (f *fn) variantPattern(p *ast.VariantPattern, v uint16) []int {
	x := f.reg()
	f.expr(p.Variant.X, x)
	f.at = p.Variant.At
	isEnum := f.emit(instr{op: opIfEnum, a: x})
	w := f.reg()
	f.emit(instr{op: opMember, a: w, b: x, d: f.text(p.Variant.Name)})
	if p.Call != nil {
		named := false
		for _, a := range p.Call.Args {
			named = named || a.Name != ""
		}
		mark := f.next
		base := f.regs(len(p.Call.Args) + 1)
		f.emit(instr{op: opMove, a: base, b: w})
		f.args(p.Call, nil, base+1, true)
		in := instr{op: opCall, a: w, b: base, c: uint16(len(p.Call.Args))}
		if named {
			names := make([]string, len(p.Call.Args))
			for i, a := range p.Call.Args {
				names[i] = a.Name
			}
			f.p.names = append(f.p.names, names)
			in.op, in.d = opCallNamed, int32(len(f.p.names)-1)
		}
		f.at = p.Call.At
		f.emit(in)
		f.next = mark
	}
	fails := []int{f.emit(instr{op: opMatchEq, a: v, b: w})}
	matched := f.jump()
	f.patch([]int{isEnum})

	f.at = p.Variant.At
	in := instr{op: opMatchVariant, a: v, b: x, c: f.shortText(p.Variant.Name)}
	regs := make([]uint16, len(p.Args))
	if p.Call == nil {
		in.e = -1 // whatever its payload
	} else {
		for i := range p.Args {
			regs[i] = f.reg()
		}
		f.p.fields = append(f.p.fields, regs)
		in.e = int32(len(f.p.fields) - 1)
	}
	fails = append(fails, f.emit(in))
	for i, q := range p.Args {
		fails = append(fails, f.pattern(q, regs[i])...)
	}
	f.patch(matched)
	return fails
}
