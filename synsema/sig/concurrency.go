package sig

// Rows of the family concurrency.
var (
	AgentStop = Row{Name: "agent_stop", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "id"}, {Name: "reason", Opt: true}},
		Doc:     "Stops a running agent and says whether there was one to stop",
		Example: `agent_stop("Nobody_0")`,
		Shows:   "false"}
	Agents = Row{Name: "agents", Family: "concurrency", Status: Extended,
		Doc:     "List of {id, name, state, error, started_at, finished_at} of the agents started so far",
		Example: "agents()",
		Shows:   "[]"}
	BusPublish = Row{Name: "bus_publish", Family: "concurrency", Status: Recognised,
		Params: []Param{{Name: "topic"}, {Name: "event", Opt: true}},
		Doc:    "Publish an event"}
	BusRecv = Row{Name: "bus_recv", Family: "concurrency", Status: Recognised,
		Params: []Param{{Name: "subscription"}, {Name: "timeout", Opt: true}},
		Doc:    "Next event or nothing"}
	BusSubscribe = Row{Name: "bus_subscribe", Family: "concurrency", Status: Recognised,
		Params: []Param{{Name: "topics"}, {Name: "options", Opt: true}},
		Doc:    "Subscribe to topics"}
	BusTopics = Row{Name: "bus_topics", Family: "concurrency", Status: Recognised,
		Doc: "Topics and subscriber counts"}
	BusUnsubscribe = Row{Name: "bus_unsubscribe", Family: "concurrency", Status: Recognised,
		Params: []Param{{Name: "subscription"}},
		Doc:    "End a subscription"}
	ParallelMap = Row{Name: "parallel_map", Family: "concurrency", Status: Core,
		Params:  []Param{{Name: "task"}, {Name: "list"}, {Name: "limit", Opt: true, Default: "64"}},
		Doc:     "Applies a task to every item, each in an interpreter of its own, at most limit at a time; results in the order of the items",
		Example: "parallel_map((n) => n * n, [1, 2, 3])",
		Shows:   "[1, 4, 9]"}
	Pipe = Row{Name: "pipe", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "options", Opt: true}},
		Doc:     "A channel within the program: two ends {a, b}",
		Example: "length(pipe())",
		Shows:   "2"}
	PipeClose = Row{Name: "pipe_close", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "end"}, {Name: "what", Opt: true}},
		Doc:     "Closes an end of a channel, or only its writing side",
		Example: "pipe_close(pipe().a)",
		Shows:   "true"}
	PipeRecv = Row{Name: "pipe_recv", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "end"}, {Name: "timeout", Opt: true}},
		Doc:     "Next message of an end of a channel, or nothing when the time is over",
		Example: "let p be pipe()\npipe_send(p.a, \"hi\")\npipe_recv(p.b).data",
		Shows:   "hi"}
	PipeSend = Row{Name: "pipe_send", Family: "concurrency", Status: Extended,
		Params:  []Param{{Name: "end"}, {Name: "data"}, {Name: "timeout", Opt: true}},
		Doc:     "Sends a message to the other end of a channel",
		Example: `pipe_send(pipe().a, "hi")`,
		Shows:   "true"}
	Select = Row{Name: "select", Family: "concurrency", Status: Core,
		Params:  []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:     "First event of several handles of any kind, with its source and handle; nothing when the time is over (30 seconds unless told otherwise)",
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
