package parser

import "github.com/synrun/synrun/synsema/ast"

// nodes hands out the most frequent nodes from chunks and cuts exact slices
// from larger ones, so that a parse makes few allocations.
type nodes struct {
	idents  slab[ast.Ident]
	texts   slab[ast.Text]
	numbers slab[ast.Number]
	calls   slab[ast.Call]
	members slab[ast.Member]
	indexes slab[ast.Index]
	binary  slab[ast.Binary]
	exprst  slab[ast.ExprStmt]
	lets    slab[ast.Let]
	sets    slab[ast.Set]

	args    stack[ast.Arg]
	exprs   stack[ast.Expr]
	entries stack[ast.MapEntry]
	stmts   stack[ast.Stmt]
}

// slab allocates values of T in chunks.
type slab[T any] struct {
	free []T
	size int
}

func (s *slab[T]) new() *T {
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, 4), 256)
		s.free = make([]T, s.size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

// stack collects lists of unknown length that nest: remember mark(), push,
// and cut the list off with take(mark).
type stack[T any] struct {
	items []T
	free  []T
	size  int
}

func (s *stack[T]) mark() int { return len(s.items) }

func (s *stack[T]) push(v T) { s.items = append(s.items, v) }

func (s *stack[T]) take(mark int) []T {
	list := s.items[mark:]
	n := len(list)
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.size = min(max(2*s.size, 8), 512)
		s.free = make([]T, max(s.size, n))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	copy(out, list)
	clear(list)
	s.items = s.items[:mark]
	return out
}
