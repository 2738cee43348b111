package sig

// Rows of the family concurrency.
var (
	AgentStop = Row{Name: "agent_stop", Family: "concurrency", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "stop an agent"}
	Agents = Row{Name: "agents", Family: "concurrency", Status: Extended,
		Doc: "list of agents"}
	BusPublish = Row{Name: "bus_publish", Family: "concurrency", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "publish an event"}
	BusRecv = Row{Name: "bus_recv", Family: "concurrency", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "next event or nothing"}
	BusSubscribe = Row{Name: "bus_subscribe", Family: "concurrency", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "subscribe to topics"}
	BusTopics = Row{Name: "bus_topics", Family: "concurrency", Status: Recognised,
		Doc: "topics and subscriber counts"}
	BusUnsubscribe = Row{Name: "bus_unsubscribe", Family: "concurrency", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "end a subscription"}
	ParallelMap = Row{Name: "parallel_map", Family: "concurrency", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "apply a task to items in worker threads"}
	Pipe = Row{Name: "pipe", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "options", Opt: true}},
		Doc:     "in-process channel",
		Example: "length(pipe())",
		Shows:   "2"}
	PipeClose = Row{Name: "pipe_close", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "end"}, {Name: "what", Opt: true}},
		Doc:     "close a channel",
		Example: "pipe_close(pipe().a)",
		Shows:   "true"}
	PipeRecv = Row{Name: "pipe_recv", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "end"}, {Name: "timeout", Opt: true}},
		Doc:     "receive from a channel",
		Example: "let p be pipe()\npipe_send(p.a, \"hi\")\npipe_recv(p.b).data",
		Shows:   "hi"}
	PipeSend = Row{Name: "pipe_send", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "end"}, {Name: "data"}, {Name: "timeout", Opt: true}},
		Doc:     "send on a channel",
		Example: `pipe_send(pipe().a, "hi")`,
		Shows:   "true"}
	Select = Row{Name: "select", Family: "concurrency", Status: Core,
		Params:  []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:     "first ready event of several handles",
		Example: "select([], 0)",
		Shows:   "nothing"}
)

var rowsConcurrency = []*Row{
	&AgentStop,
	&Agents,
	&BusPublish,
	&BusRecv,
	&BusSubscribe,
	&BusTopics,
	&BusUnsubscribe,
	&ParallelMap,
	&Pipe,
	&PipeClose,
	&PipeRecv,
	&PipeSend,
	&Select,
}
