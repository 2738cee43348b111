package sig

// Rows of the family net.
var (
	TcpClose = Row{Name: "tcp_close", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "close a TCP handle",
		Example: "tcp_close(1)",
		Shows:   "true"}
	TcpConnect = Row{Name: "tcp_connect", Family: "net", Status: Extended,
		Params:  []Param{{Name: "host"}, {Name: "port"}, {Name: "options", Opt: true}},
		Cap:     "net",
		Doc:     "raw TCP connection handle",
		Example: `tcp_connect("mail.example.com", 25)`}
	TcpRecv = Row{Name: "tcp_recv", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:    "receive from a TCP handle"}
	TcpSend = Row{Name: "tcp_send", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "data"}, {Name: "timeout", Opt: true}},
		Doc:    "send on a TCP handle"}
	TcpStats = Row{Name: "tcp_stats", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "counters of a TCP handle"}
	WsBroadcast = Row{Name: "ws_broadcast", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handles"}, {Name: "data"}},
		Doc:     "send to many connections",
		Example: `ws_broadcast([], "hello")`,
		Shows:   "0"}
	WsClose = Row{Name: "ws_close", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "close a connection",
		Example: "ws_close(1)",
		Shows:   "true"}
	WsConnect = Row{Name: "ws_connect", Family: "net", Status: Extended,
		Params:  []Param{{Name: "url"}, {Name: "headers", Opt: true}, {Name: "options", Opt: true}},
		Cap:     "net",
		Doc:     "WebSocket client handle",
		Example: `ws_connect("wss://example.com/feed", {}, {"reconnect": {"max_retries": 3}})`}
	WsRecv = Row{Name: "ws_recv", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:    "next message or nothing"}
	WsSelect = Row{Name: "ws_select", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:     "first ready connection",
		Example: "ws_select([], 0)",
		Shows:   "nothing"}
	WsSelectAll = Row{Name: "ws_select_all", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:     "all ready messages",
		Example: "ws_select_all([], 0)",
		Shows:   "[]"}
	WsSend = Row{Name: "ws_send", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "data"}},
		Doc:    "send a message"}
	WsStats = Row{Name: "ws_stats", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "counters of a connection"}
	WsStatus = Row{Name: "ws_status", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "state of a connection",
		Example: "ws_status(1)",
		Shows:   "closed"}
)

var rowsNet = []*Row{
	&TcpClose,
	&TcpConnect,
	&TcpRecv,
	&TcpSend,
	&TcpStats,
	&WsBroadcast,
	&WsClose,
	&WsConnect,
	&WsRecv,
	&WsSelect,
	&WsSelectAll,
	&WsSend,
	&WsStats,
	&WsStatus,
}
