package runtime

import (
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/token"
)

// instr is one instruction of the register machine. a, b and c name
// registers or small numbers, d is a jump target, an immediate or an index,
// e is the step count that a jump or call settles (see steps.go).
type instr struct {
	op      op
	a, b, c uint16
	d, e    int32
}

type op uint16

// The instructions. R[x] is a register of the running frame, K[x] a constant
// of the function, "→d" a jump. Jumps that depend on a condition are taken
// when its truth equals a != 0.
const (
	opNop op = iota

	// Loads and variables
	opConst   // R[a] = K[d]
	opInt     // R[a] = d
	opBuiltin // R[a] = K[d], the value of the global K[e] unless it was replaced
	opMove    // R[a] = R[b]
	opTake    // R[a] = R[b], which becomes unset
	opMoveOwn // R[a] = R[b], which gets a second holder
	opOwn     // R[a] gets a second holder
	opUnset   // R[a] … R[a+b-1] = unset
	opGlobal  // R[a] = global d, which must be bound
	opSetGlobal
	opModVar // R[a] = variable d of the module, which must be bound
	opSetModVar
	opNewCell // R[a] = a new cell, unset
	opBoxCell // R[a] = a new cell that holds R[a]
	opCell    // R[a] = content of the cell in R[b]; d names it in K
	opSetCell // content of the cell in R[a] = R[b]
	opFree    // R[a] = content of captured cell b; d names it in K
	opSetFree // content of captured cell a = R[b]
	opIfSet   // variable of kind a and slot b is bound → d
	opUndefined
	opSetUndefined

	// Arithmetic: R[a] = R[b] op R[c]; the I forms take d for R[c]
	opAdd
	opSub
	opMul
	opDiv
	opFloorDiv
	opMod
	opPow
	opAddI
	opSubI
	opMulI
	opModI
	opFloorDivI
	opNeg
	opNot   // R[a] = not R[b]
	opTruth // R[a] = truth of R[b]
	opIn    // R[a] = R[b] in R[c]
	opNotIn
	opTemplate    // R[a] = texts of R[b] … R[b+c-1] joined
	opAddTo       // variable of kind a and slot b: = itself + R[c]; d = 1: R[c+1] holds it, held
	opAddTemplate // the same, with the e pieces of a template, from R[c+2] on, joined for R[c]

	// Comparison, then jump or value
	opLt // R[a] = R[b] < R[c]
	opLe
	opGt
	opGe
	opEq
	opNe
	opJump  // → d
	opJumpT // truth of R[b] → d
	opJumpLt
	opJumpLe
	opJumpGt
	opJumpGe
	opJumpEq
	opJumpNe
	opJumpLtI // R[b] < int16(c) → d
	opJumpLeI
	opJumpGtI
	opJumpGeI
	opJumpEqI
	opJumpNeI
	opLoop // → d, backwards

	// Containers
	opList   // R[a] = list of R[b] … R[b+c-1]
	opExtend // list R[a] grows by R[b] … R[b+c-1]
	opMap    // R[a] = map of c pairs from R[b] on
	opPut    // map R[a]: pairs from R[b] on
	opIndex  // R[a] = R[b][R[c]]
	opMember // R[a] = R[b].K[d]; c = 1 inside an `of`
	opSetIndex
	opSetPath   // assignment through a path, paths[d]
	opUpdate    // what stands at paths[d] is changed in place by its update
	opCheckPath // reads the first c steps of paths[d] for their errors
	opAppend    // variable of kind a and slot b: append R[c]; d = 1: R[c+1] holds it, held
	opHold      // R[a] is in use elsewhere: nobody may change it in place
	opRelease   // R[a] is no longer held, and forgotten

	// Loops
	opRange     // checks R[a], R[a+1], R[a+2] as start, end, step; c arguments were given
	opRangeNext // next integer to R[b] → d, the state in R[a] …
	opIter      // prepares R[a] … R[a+1] for walking R[a]
	opIterNext  // next item to R[b] → d
	opIterEnd   // done with walking R[a]

	// Calls: a = destination, b = first register of the window, c = arguments
	opCall        // callee R[b], arguments from R[b+1]
	opCallGlobal  // callee global d, arguments from R[b]
	opCallBuiltin // callee builtin d, arguments from R[b]
	opGet         // the same for get, whose result gets no second holder
	opCallNamed   // callee R[b], arguments from R[b+1], names in names[d]
	opCallLoose   // callee R[b] with R[b+1] alone, lenient
	opIfArg       // parameter R[a] is given → d
	opClosure     // R[a] = closure of protos[d]
	opDeclare     // closure R[a] declares capability K[d] with scope R[b] if c = 1
	opReturn      // result R[a]
	opStopOut     // stop without a loop
	opProtected   // R[a] must be a builtin; K[d] is its name
	opStray       // give or stop at the top of the program

	// Errors and scopes
	opTry    // errors go → d, the text in R[a]
	opEndTry // drops c handlers
	opSandbox
	opUnder // narrows to the map R[a]
	opInvariant
	opBadTarget
	opNotExecuted

	// Patterns: on failure → d
	opMatchEq      // R[a] == R[b], or fail
	opMatchList    // R[a] is a list of at least (c = 1) or exactly b items
	opMatchItem    // R[a] = item c of list R[b], from the end if d = 1
	opMatchRest    // R[a] = items of R[b] after the first c, without the last d
	opMatchMap     // R[a] is a map
	opMatchKey     // R[a] = value of key K[c] of R[b]
	opIfEnum       // R[a] is an enum → d
	opMatchVariant // R[a] is variant K[c] of enum R[b]; fields[e] binds

	// Definitions and services
	opType    // R[a] = constructor types[d]
	opEnum    // R[a] = enum enums[d]
	opUse     // R[a] = module K[d]
	opExport  // exports the variable K[d] of module slot b
	opRequire // K[d] with scope R[a] if c = 1
	opIntent
	opFreeze
	opService // a = destination, b = first register, d = service; c = count
	opEnd     // end of the file
)

// Kinds of variables, in opIfSet, opAddTo, opAppend and paths.
const (
	inReg uint16 = iota
	inCell
	inFree
	inGlobal
	inModule
)

// proto is a compiled function.
type proto struct {
	name   string
	file   string
	params []string
	// optional marks parameters with a default.
	optional []bool
	nregs    int
	code     []instr
	pos      []token.Pos
	cost     []int32 // steps before each instruction, one more entry than code
	consts   []value.Value
	protos   []*proto
	paths    []path
	names    [][]string
	types    []*value.Maker
	enums    []enumDef
	fields   [][]uint16
	free     []freeRef
	loops    []loopRange
	module   bool // its variables of the top level are a module's
	// outer are the globals that the body of an agent binds.
	outer []string
	// shown are the registers of top-level variables, for reports.
	shown []shownVar
}

type freeRef struct {
	fromReg bool // a cell in a register of the defining frame, else its own free
	index   uint16
}

// loopRange is a loop body: a stop that comes out of a call made at a pc in
// [from, to) goes to exit, after dropping handlers down to depth.
type loopRange struct {
	from, to, exit int32
	handlers       int32
}

type shownVar struct {
	name string
	reg  uint16
}

// path is the target of an assignment through members and indexes.
type path struct {
	kind, slot uint16
	name       string // of the root
	rootPos    token.Pos
	value      uint16 // register of the value
	hold       uint16 // register of the root as it was before the indexes, 0 for none
	steps      []pathStep
	update     *pathUpdate // what opUpdate does there
}

// pathUpdate is a change of what stands at a path. The arguments stand in
// the window, the container first.
type pathUpdate struct {
	row    int // of the builtin, or addLists
	window uint16
	args   int
	held   bool // the first argument is held
}

// addLists stands for the operator + in a pathUpdate.
const addLists = -1

// slots is the number of registers that the window needs.
func (u *pathUpdate) slots() int {
	if u.row == addLists {
		return u.args
	}
	return max(u.args, builtinTable()[u.row].slots)
}

type pathStep struct {
	member *value.Text // nil for an index
	reg    uint16
	pos    token.Pos
}

type enumDef struct {
	name     string
	variants []*value.Maker
}

// Globals names the slots of the global scope. A compiled program owns one;
// a run works on a copy, because modules that are loaded while it runs may
// name more.
type globalNames struct {
	index map[string]int
	names []string
}

func newGlobalNames() *globalNames { return &globalNames{index: map[string]int{}} }

func (g *globalNames) clone() *globalNames {
	c := &globalNames{make(map[string]int, len(g.index)), append([]string(nil), g.names...)}
	for k, v := range g.index {
		c.index[k] = v
	}
	return c
}

func (g *globalNames) slot(name string) int {
	if i, ok := g.index[name]; ok {
		return i
	}
	i := len(g.names)
	g.index[name] = i
	g.names = append(g.names, name)
	return i
}
