package checker

import (
	"github.com/synrun/synrun/synsema/ast"
)

// A list walked by each and an argument of a task are copies: a path written
// into one is lost unless somebody looks at the copy afterwards. These rows
// find writes that nobody can see.

// lostWrites adds the rows about loop variables and task parameters.
func (c *check) lostWrites() {
	written := c.targets
	if len(written) == 0 {
		return
	}
	mark := len(c.found)
	for _, n := range c.eaches {
		v := n.Name.Text
		if !written[v] {
			continue
		}
		if w := lostWrite(n.Body, v); w != nil {
			c.warn(CodeLostWrite, w.At, span(w.At, "set"), "`set "+v+"[…]` changes the loop's copy, not the item in the list (value semantics, v0.6.29) — build the new list: set xs to apply(xs, (r) => merge(r, {…})), or write by index: set xs[i][…] to …")
		}
	}
	c.row(mark)
	mark = len(c.found)
	for _, n := range c.tasks {
		for i := range n.Params {
			v := n.Params[i].Name.Text
			if !written[v] {
				continue
			}
			if w := lostWrite(n.Body, v); w != nil {
				c.warn(CodeLostWrite, w.At, span(w.At, "set"), "`set "+v+"[…]` changes task "+n.Name.Text+"'s own copy of the argument, not the caller's value (value semantics, v0.6.29), and the task does not give it back — end the task with `give "+v+"` and call it as `set x to "+n.Name.Text+"(x)`")
			}
		}
	}
	c.row(mark)
}

// targetPath takes a path of members and indexes apart, last step first. root
// is nil if it does not start at a variable.
func targetPath(x ast.Expr) (root *ast.Ident, steps []ast.Expr) {
	for {
		switch n := x.(type) {
		case *ast.Ident:
			return n, steps
		case *ast.Member:
			steps = append(steps, n)
			x = n.X
		case *ast.Index:
			steps = append(steps, n)
			x = n.X
		default:
			return nil, nil
		}
	}
}

// anyKey stands for a key that is only known at run time.
const anyKey = "\x00any"

// stepKey is the key of one step of a path.
func stepKey(step ast.Expr) string {
	switch n := step.(type) {
	case *ast.Member:
		return n.Name
	case *ast.Index:
		switch k := n.Index.(type) {
		case *ast.Text:
			return k.Value
		case *ast.Number:
			return k.Raw
		}
	}
	return anyKey
}

// lostWrite returns the first statement of body that writes a path of v when
// all such writes are lost: v is never used whole, and no key that is written
// is read elsewhere.
func lostWrite(body []ast.Stmt, v string) *ast.Set {
	var writes []*ast.Set
	var written, read []string
	seen := false // v is used whole, or bound anew, which is too much to follow
	inWrite := false
	isV := func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		return ok && id.Name == v
	}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		ast.Bindings(n, func(b ast.Name) { seen = seen || b.Text == v })
		switch n := n.(type) {
		case *ast.Ident:
			seen = seen || n.Name == v
		case *ast.Member:
			if isV(n.X) {
				if !inWrite {
					read = append(read, n.Name)
				}
				return false
			}
		case *ast.Index:
			if isV(n.X) {
				if !inWrite {
					read = append(read, stepKey(n))
				}
				ast.Walk(n.Index, visit)
				return false
			}
		case *ast.Set:
			root, steps := targetPath(n.Target)
			if root == nil || root.Name != v || len(steps) == 0 {
				break
			}
			writes = append(writes, n)
			written = append(written, stepKey(steps[len(steps)-1]))
			outer := inWrite
			inWrite = true
			for i := len(steps) - 1; i >= 0; i-- {
				if step, ok := steps[i].(*ast.Index); ok {
					ast.Walk(step.Index, visit)
				}
			}
			ast.Walk(n.Value, visit)
			inWrite = outer
			return false
		}
		return !seen
	}
	ast.WalkStmts(body, visit)
	if seen || len(writes) == 0 {
		return nil
	}
	for _, w := range written {
		for _, r := range read {
			if w == r || w == anyKey || r == anyKey {
				return nil
			}
		}
	}
	return writes[0]
}
