package runtime

import (
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
)

// service names what a statement or expression asks of the surroundings of
// the machine: people, models, agents, output.
type service int32

const (
	svcLog service = iota
	svcShow
	svcApprove
	svcConfirm
	svcAsk
	svcCheckModel
	svcReason
	svcDecide
	svcAnalyze
	svcGenerate
	svcCheckJudge
	svcCheckServe
	svcJudge
	svcAgent
	svcSpawn
	svcShare
	svcObserve
	svcSignal
	svcWaitFor
	svcRefused // a serve statement outside a server; the text is the operand
)

// ask emits a service with its operands in consecutive registers; nil
// operands are unset.
func (f *fn) ask(s service, dst uint16, at ast.Node, operands ...ast.Expr) {
	first := f.regs(len(operands))
	for i, o := range operands {
		if o == nil {
			f.emit(instr{op: opUnset, a: first + uint16(i), b: 1})
		} else {
			f.owned(o, first+uint16(i))
		}
	}
	f.at = at.Pos()
	f.emit(instr{op: opService, a: dst, b: first, c: uint16(len(operands)), d: int32(s)})
}

// literal is an operand that is known text.
func literal(s string) ast.Expr { return &ast.Text{Value: s} }

func number(x float64) ast.Expr { return &ast.Number{Kind: ast.Float, Float: x} }

func within(w ast.Within) ast.Expr {
	if w.Set {
		return number(w.Seconds)
	}
	return nil
}

// pairs are operands for `with k = v`: name and value in turn.
func pairs(list []ast.NamedArg) []ast.Expr {
	var out []ast.Expr
	for _, a := range list {
		out = append(out, literal(a.Name), a.Value)
	}
	return out
}

func optText(s string, has bool) ast.Expr {
	if has {
		return literal(s)
	}
	return nil
}

// service compiles the expressions that ask for one.
func (f *fn) service(e ast.Expr, dst uint16) {
	switch e := e.(type) {
	case *ast.Show:
		f.ask(svcShow, dst, e, e.X, optText(e.Label, e.HasLabel))
	case *ast.Approve:
		f.ask(svcApprove, dst, e, e.X, within(e.Within))
	case *ast.Confirm:
		f.ask(svcConfirm, dst, e, e.X, within(e.Within))
	case *ast.Ask:
		f.ask(svcAsk, dst, e, e.Prompt, e.Options, within(e.Within))
	case *ast.Reason:
		f.ask(svcCheckModel, dst, e)
		f.ask(svcReason, dst, e, append([]ast.Expr{e.X}, pairs(e.With)...)...)
	case *ast.Decide:
		f.ask(svcCheckModel, dst, e)
		f.ask(svcDecide, dst, e, e.Between, e.Given)
	case *ast.Analyze:
		f.ask(svcCheckModel, dst, e)
		f.ask(svcAnalyze, dst, e, e.X, optText(e.For, e.HasFor))
	case *ast.Generate:
		f.ask(svcCheckModel, dst, e)
		f.ask(svcGenerate, dst, e, append([]ast.Expr{literal(e.Text), e.Given}, pairs(e.With)...)...)
	case *ast.Judge:
		f.ask(svcCheckJudge, dst, e)
		f.ask(svcJudge, dst, e, e.State)
	}
}

// Texts of server statements that run outside a server (20 §23).
const (
	serveText  = "serve is only available through the Synsema engine runtime"
	sendText   = "send can only be used inside a stream route handler"
	proxyText  = "proxy is only available inside a serve route"
	mountText  = "'mount' is only valid inside a serve block"
	socketText = `socket is only available inside a serve route (route "GET /path" + socket block)`
	expectText = "expect can only be used inside an HTTP route handler"
	// the others have no text of their own
	notExecutedText = ": recognised, but not executed by this runtime"
)

// serviceStmt compiles the statements that ask for a service.
func (f *fn) serviceStmt(s ast.Stmt, dst int) {
	r := f.regFor(dst)
	valued := false
	switch s := s.(type) {
	case *ast.Log:
		f.ask(svcLog, f.reg(), s, s.X)
	case *ast.Share:
		f.ask(svcShare, r, s, s.X, s.Key)
		valued = true
	case *ast.Signal:
		f.ask(svcSignal, f.reg(), s, s.Event, s.With)
	case *ast.Observe:
		f.ask(svcObserve, r, s, s.Key)
		f.bind(&s.Name, r)
		f.result(r, dst)
		valued = true
	case *ast.WaitFor:
		f.ask(svcWaitFor, r, s, s.Event, s.Timeout)
		if s.Name.Text != "" {
			f.bind(&s.Name, r)
		}
		f.result(r, dst)
		valued = true
	case *ast.Spawn:
		f.ask(svcSpawn, r, s, append([]ast.Expr{literal(s.Name.Text)}, pairs(s.With)...)...)
		valued = true
	case *ast.Agent:
		p := f.function(s, s.Name.Text, s.Body)
		f.p.protos = append(f.p.protos, p)
		w := f.reg()
		f.emit(instr{op: opConst, a: w, d: f.text(s.Name.Text)})
		f.emit(instr{op: opClosure, a: f.reg(), d: int32(len(f.p.protos) - 1)})
		f.emit(instr{op: opService, a: r, b: w, c: 2, d: int32(svcAgent)})
		f.bind(&s.Name, r)
		if dst != none {
			f.emit(instr{op: opOwn, a: r})
		}
		valued = true
	case *ast.Serve:
		f.ask(svcCheckServe, f.reg(), s, s.Port)
		f.refuse(serveText)
	case *ast.Send:
		f.refuse(sendText)
	case *ast.Proxy:
		f.refuse(proxyText)
	case *ast.Mount:
		f.refuse(mountText)
	case *ast.Socket:
		f.refuse(socketText)
	case *ast.Expect:
		f.refuse(expectText)
	case *ast.Stream:
		f.refuse("stream" + notExecutedText)
	case *ast.Timeout:
		f.refuse("timeout" + notExecutedText)
	case *ast.RateLimit:
		f.refuse("rate_limit" + notExecutedText)
	case *ast.Private:
		f.refuse("private" + notExecutedText)
	}
	if !valued && dst != none {
		f.nothing(r)
	}
}

func (f *fn) refuse(text string) {
	f.emit(instr{op: opNotExecuted, d: f.constant(value.Constant(text))})
}
