package runtime

import (
	"fmt"
	"math/big"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// coreTable gives the builtins that are part of the machine: they raise, end
// the program, count steps or change what a call may do.
func coreTable() []builtin.Def {
	return []builtin.Def{
		{Row: &sig.Raise, Fn: raise},
		{Row: &sig.Exit, Fn: exit},
		{Row: &sig.Steps, Fn: stepCount},
		{Row: &sig.CallTool, Fn: callTool},
		{Row: &sig.Declassify, Fn: declassify},
		{Row: &sig.LabelOf, Fn: labelOf, Fresh: true},
		{Row: &sig.IsPrivate, Fn: isPrivate},
		{Row: &sig.Agents, Fn: listAgents, Fresh: true},
		{Row: &sig.AgentStop, Fn: agentStop},
		{Row: &sig.ParallelMap, Fn: parallelMap, Fresh: true},
		{Row: &sig.RunProgram, Fn: runProgram, Fresh: true},
		{Row: &sig.LlmAvailable, Fn: llmAvailable},
		{Row: &sig.LlmUsage, Fn: llmUsage},
		{Row: &sig.LlmStep, Fn: llmStep, Fresh: true},
		{Row: &sig.LlmStream, Fn: llmStream},
		{Row: &sig.JudgeAvailable, Fn: func(value.Thread, []value.Value) (value.Value, error) { return value.False, nil }},
		{Row: &sig.JudgeUsage, Fn: func(value.Thread, []value.Value) (value.Value, error) { return value.OfInt(0), nil }},
		{Row: &sig.JudgeModel, Fn: func(value.Thread, []value.Value) (value.Value, error) { return value.Nothing, nil }},
	}
}

func raise(t value.Thread, args []value.Value) (value.Value, error) {
	if args[0].IsUnset() {
		return value.Value{}, value.NewError("raise expects a message")
	}
	s, err := value.RawIn(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	return value.Value{}, value.NewError(s)
}

func exit(_ value.Thread, args []value.Value) (value.Value, error) {
	code := 0
	if v := args[0]; !v.IsUnset() {
		i, ok := builtin.Integer(v)
		if !ok || i.Sign() < 0 || i.Cmp(big.NewInt(255)) > 0 {
			shown := value.TypeName(v)
			if v.IsNumber() || v.IsDecimal() {
				shown = value.Display(v)
			}
			return value.Value{}, value.NewError(fmt.Sprintf("exit: the code must be an integer from 0 to 255, got %s", shown))
		}
		code = int(i.Int64())
	}
	return value.Value{}, &Exit{Code: code}
}

func stepCount(t value.Thread, _ []value.Value) (value.Value, error) {
	return value.OfInt(t.(*Machine).steps.used()), nil
}

func callTool(t value.Thread, args []value.Value) (value.Value, error) {
	var named []value.NamedArg
	if !args[1].IsNothing() {
		mp, ok := args[1].AsMap()
		if !ok {
			return value.Value{}, value.NewError("call_tool expects a map of named args, got " + value.TypeName(args[1]))
		}
		for k, v := range mp.All() {
			named = append(named, value.NamedArg{Name: k.String(), Value: v})
		}
	}
	return t.(*Machine).callTool(args[0], named)
}

// Information-flow labels are off: the rules of 20 §22.2.

func declassify(_ value.Thread, args []value.Value) (value.Value, error) {
	if !args[1].IsText() || args[1].Str() == "" {
		return value.Value{}, value.NewError("declassify: reason must be a non-empty text")
	}
	return args[0], nil
}

func labelOf(value.Thread, []value.Value) (value.Value, error) {
	return value.NewFreshList(nil), nil
}

func isPrivate(value.Thread, []value.Value) (value.Value, error) { return value.False, nil }
