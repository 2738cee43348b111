// Package process holds the builtins for child processes (60 §60.8).
package process

import (
	"math"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family and select. run_program is the machine's.
var Table = []builtin.Def{
	{Row: &sig.Run, Fn: run, Fresh: true},
	{Row: &sig.ProcSpawn, Fn: spawn},
	{Row: &sig.ProcRecv, Fn: receive, Fresh: true},
	{Row: &sig.ProcSelect, Fn: procSelect, Fresh: true},
	{Row: &sig.Select, Fn: anySelect, Fresh: true},
	{Row: &sig.ProcSend, Fn: send},
	{Row: &sig.ProcCloseStdin, Fn: closeStdin},
	{Row: &sig.ProcStatus, Fn: status},
	{Row: &sig.ProcKill, Fn: kill},
	{Row: &sig.ProcWait, Fn: wait, Fresh: true},
	{Row: &sig.ProcStats, Fn: stats, Fresh: true},
	{Row: &sig.ProcClose, Fn: closeProcess},
	{Row: &sig.ProcResize, Fn: resize},
}

func run(t value.Thread, args []value.Value) (value.Value, error) {
	p := gate.Program{Timeout: 120, MaxOutput: 10 << 20}
	var err error
	if p.Command, err = builtin.RawStr(t, args[0]); err != nil {
		return value.Value{}, err
	}
	items, ok := arg.List(args[1])
	if !ok {
		return value.Value{}, value.Errorf("run: args must be a list")
	}
	for _, v := range items {
		s, err := builtin.RawStr(t, v)
		if err != nil {
			return value.Value{}, err
		}
		p.Args = append(p.Args, s)
	}
	if !args[2].Absent() {
		if p.Timeout, err = arg.Number(args[2]); err != nil {
			return value.Value{}, err
		}
	}
	if opts, ok := args[3].AsMap(); ok {
		if err := runOptions(t, opts, &p); err != nil {
			return value.Value{}, err
		}
	}
	out, err := t.Gate().Run(t.At(), p)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Record(t, "exit_code", out.ExitCode, "stdout", gate.Text(out.Stdout), "stderr", gate.Text(out.Stderr),
		"stdout_truncated", out.StdoutTruncated, "stderr_truncated", out.StderrTruncated)
}

// runOptions takes what is understood; the rest is ignored.
func runOptions(t value.Thread, opts *value.Map, p *gate.Program) error {
	if v, _ := opts.Get("cwd"); v.IsText() {
		p.Dir = v.Str()
	}
	if v, _ := opts.Get("env"); v.IsMap() {
		for k, v := range v.Map().All() {
			s, err := builtin.RawStr(t, v)
			if err != nil {
				return err
			}
			p.Env = append(p.Env, [2]string{k.String(), s})
		}
	}
	switch v, _ := opts.Get("stdin"); {
	case v.IsText():
		p.Stdin, p.HasStdin = []byte(v.Str()), true
	case v.Kind() == value.KBytes:
		p.Stdin, p.HasStdin = v.Bytes(), true
	}
	if v, ok := opts.Get("max_output"); ok {
		if n, ok := arg.Float(v); ok {
			p.MaxOutput = max(math.Trunc(n), 0)
		}
	}
	return nil
}

func spawn(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[0].IsText() {
		return value.Value{}, value.Errorf("proc_spawn: the command must be text, got %s", value.TypeName(args[0]))
	}
	items, ok := arg.List(args[1])
	if !ok {
		return value.Value{}, value.Errorf("proc_spawn: args must be a list")
	}
	o := gate.SpawnOptions{
		Lines: true, OnFull: "block", MaxQueue: 4096, MaxQueueBytes: 64 << 20, Group: true, Cols: 80, Rows: 24, Term: "xterm-256color",
	}
	for _, v := range items {
		if v.Kind() == value.KSecret {
			return value.Value{}, value.Errorf("proc_spawn: cannot pass a secret as a process argument (reveal() it explicitly if you truly must)")
		}
		s, err := value.DisplayIn(t, v)
		if err != nil {
			return value.Value{}, err
		}
		o.Args = append(o.Args, s)
	}
	start, err := t.Gate().Spawn(t.At(), args[0].Str())
	if err != nil {
		return value.Value{}, err
	}
	if !args[2].Absent() {
		m, ok := args[2].AsMap()
		if !ok {
			return value.Value{}, value.Errorf("proc_spawn: options must be a map, got %s", value.TypeName(args[2]))
		}
		if err := spawnOptions(t, m, &o); err != nil {
			return value.Value{}, err
		}
	}
	id, err := start.Start(o)
	if err != nil {
		return value.Value{}, err
	}
	return value.OfInt(id), nil
}

// spawnOptions reads the options in the order of the rules.
func spawnOptions(t value.Thread, m *value.Map, o *gate.SpawnOptions) error {
	get := func(key string) value.Value { v, _ := m.Get(key); return v }
	if v := get("cwd"); v.IsText() {
		o.Dir = v.Str()
	}
	if v := get("env"); v.IsMap() {
		for k, v := range v.Map().All() {
			if v.Kind() == value.KSecret {
				return value.Errorf(`proc_spawn: cannot pass a secret in the process env (key "%s"); reveal() it explicitly if you truly must`, k)
			}
		}
		var err error
		if o.Env, err = arg.Pairs(t, v, false); err != nil {
			return err
		}
	}
	if err := flag(m, "line_mode", &o.Lines); err != nil {
		return err
	}
	if v := get("stderr"); !v.IsUnset() {
		switch {
		case v.IsText() && v.Str() == "merge":
			o.Merge = true
		case v.IsText() && v.Str() == "separate":
		default:
			return value.Errorf(`proc_spawn: stderr must be "separate" or "merge"`)
		}
	}
	if v := get("on_full"); !v.IsUnset() {
		if !v.IsText() || v.Str() != "block" && v.Str() != "drop_oldest" && v.Str() != "error" {
			return value.Errorf(`proc_spawn: on_full must be "block", "drop_oldest" or "error"`)
		}
		o.OnFull = v.Str()
	}
	n, err := positive(m, "max_queue", float64(o.MaxQueue), 1_000_000)
	if err != nil {
		return err
	}
	o.MaxQueue = int(n)
	if o.MaxQueueBytes, err = positive(m, "max_queue_bytes", float64(o.MaxQueueBytes), 1<<30); err != nil {
		return err
	}
	if err := flag(m, "process_group", &o.Group); err != nil {
		return err
	}
	if err := flag(m, "pty", &o.Pty); err != nil {
		return err
	}
	for _, key := range [...]string{"cols", "rows", "term"} {
		if !o.Pty && !get(key).IsUnset() {
			return value.Errorf("proc_spawn: cols/rows/term only apply with pty: true")
		}
	}
	if !o.Pty {
		return nil
	}
	cols, err := positive(m, "cols", float64(o.Cols), math.MaxUint16)
	if err != nil {
		return err
	}
	rows, err := positive(m, "rows", float64(o.Rows), math.MaxUint16)
	if err != nil {
		return err
	}
	o.Cols, o.Rows = int(cols), int(rows)
	if v := get("term"); v.IsText() {
		o.Term = v.Str()
	}
	return nil
}

func flag(m *value.Map, key string, to *bool) error {
	v, ok := m.Get(key)
	if !ok {
		return nil
	}
	if !v.IsBool() {
		return value.Errorf("proc_spawn: %s must be a boolean, got %s", key, value.TypeName(v))
	}
	*to = v.Bool()
	return nil
}

func positive(m *value.Map, key string, def, highest float64) (int64, error) {
	v, ok := m.Get(key)
	if !ok {
		return int64(def), nil
	}
	f, ok := arg.Float(v)
	switch {
	case !ok:
		return 0, value.Errorf("proc_spawn: %s must be a number, got %s", key, value.TypeName(v))
	case !(f >= 1) || math.IsInf(f, 0):
		return 0, value.Errorf("proc_spawn: %s must be a positive number", key)
	}
	return int64(min(f, highest)), nil
}

func receive(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("proc_recv", "process", args[0])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[1])
	if err != nil {
		return value.Value{}, err
	}
	ev, ok, err := t.Gate().ProcReceive(id, seconds)
	if err != nil || !ok {
		return value.Nothing, err
	}
	return arg.Event(t, ev, "")
}

func procSelect(t value.Thread, args []value.Value) (value.Value, error) {
	return arg.Select(t, "proc_select", "process", "process", args)
}

func anySelect(t value.Thread, args []value.Value) (value.Value, error) {
	return arg.Select(t, "select", "", "", args)
}

func send(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("proc_send", "process", args[0])
	if err != nil {
		return value.Value{}, err
	}
	var data []byte
	switch v := args[1]; {
	case v.IsText():
		data = []byte(v.Str())
	case v.Kind() == value.KBytes:
		data = v.Bytes()
	case v.Kind() == value.KSecret:
		return value.Value{}, value.Errorf("proc_send: cannot send a secret to a process (reveal() it first if you truly must)")
	default:
		return value.Value{}, value.Errorf("proc_send: the data must be text or bytes, got %s", value.TypeName(v))
	}
	return value.True, t.Gate().ProcSend(id, data)
}

func closeStdin(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("proc_close_stdin", "process", args[0])
	if err != nil {
		return value.Value{}, err
	}
	return value.True, t.Gate().ProcCloseStdin(id)
}

func status(t value.Thread, args []value.Value) (value.Value, error) {
	return arg.Text(t, t.Gate().ProcStatus(arg.Handle(args[0])))
}

func kill(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("proc_kill", "process", args[0])
	if err != nil {
		return value.Value{}, err
	}
	signal := "TERM"
	if !args[1].Absent() {
		signal = ""
		if args[1].IsText() {
			signal = args[1].Str()
		}
	}
	return value.True, t.Gate().ProcKill(id, signal)
}

func ended(exit *gate.Exit) (code, signal value.Value) {
	if exit == nil {
		return value.Nothing, value.Nothing
	}
	signal = value.Nothing
	if exit.Signal != 0 {
		signal = value.OfInt(int64(exit.Signal))
	}
	return value.OfInt(int64(exit.Code)), signal
}

func wait(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("proc_wait", "process", args[0])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[1])
	if err != nil {
		return value.Value{}, err
	}
	exit, err := t.Gate().ProcWait(id, seconds)
	if err != nil || exit == nil {
		return value.Nothing, err
	}
	code, signal := ended(exit)
	return arg.Record(t, "exit_code", code, "signal", signal)
}

func stats(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("proc_stats", "process", args[0])
	if err != nil {
		return value.Value{}, err
	}
	s, err := t.Gate().ProcStats(id)
	if err != nil {
		return value.Value{}, err
	}
	code, _ := ended(s.Exit)
	return arg.Record(t, "pid", s.PID, "cmd", s.Command, "status", s.Status, "exit_code", code, "pty", s.Pty, "tree", s.Tree,
		"queued", s.Queued, "queued_bytes", s.QueuedBytes, "dropped", s.Dropped, "uptime", s.Uptime)
}

func closeProcess(t value.Thread, args []value.Value) (value.Value, error) {
	return value.True, t.Gate().ProcClose(arg.Handle(args[0]))
}

func resize(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("proc_resize", "process", args[0])
	if err != nil {
		return value.Value{}, err
	}
	var size [2]int
	for i, key := range [...]string{"cols", "rows"} {
		f, ok := arg.Float(args[i+1])
		if !ok || !(f >= 1) || f > math.MaxUint16 {
			return value.Value{}, value.Errorf("proc_resize: %s must be a positive number", key)
		}
		size[i] = int(f)
	}
	return value.True, t.Gate().ProcResize(id, size[0], size[1])
}
