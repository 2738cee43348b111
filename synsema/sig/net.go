package sig

// Rows of the family net.
var (
	TcpClose = Row{Name: "tcp_close", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Closes a TCP connection",
		Example: "tcp_close(1)",
		Shows:   "true"}
	TcpConnect = Row{Name: "tcp_connect", Family: "net", Status: Extended,
		Params:  []Param{{Name: "host"}, {Name: "port"}, {Name: "options", Opt: true}},
		Cap:     "net",
		Doc:     "Opens a TCP connection and gives a handle",
		Example: `tcp_connect("mail.example.com", 25)`}
	TcpRecv = Row{Name: "tcp_recv", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:     "Next event of a TCP connection, {type, data}; nothing when the time is over",
		Example: "let h be tcp_connect(\"mail.example.com\", 25)\ntcp_recv(h, 5).data"}
	TcpSend = Row{Name: "tcp_send", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}, {Name: "data"}, {Name: "timeout", Opt: true}},
		Doc:     "Sends text or bytes on a TCP connection",
		Example: "let h be tcp_connect(\"mail.example.com\", 25)\ntcp_send(h, \"HELO example.org\\r\\n\")"}
	TcpStats = Row{Name: "tcp_stats", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Map of the counters of a TCP connection",
		Example: `tcp_stats(tcp_connect("mail.example.com", 25))`}
	WsBroadcast = Row{Name: "ws_broadcast", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handles"}, {Name: "data"}},
		Doc:     "Sends one message on many WebSockets and gives the number of those that took it",
		Example: `ws_broadcast([], "hello")`,
		Shows:   "0"}
	WsClose = Row{Name: "ws_close", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Closes a WebSocket",
		Example: "ws_close(1)",
		Shows:   "true"}
	WsConnect = Row{Name: "ws_connect", Family: "net", Status: Extended,
		Params:  []Param{{Name: "url"}, {Name: "headers", Opt: true}, {Name: "options", Opt: true}},
		Cap:     "net",
		Doc:     "Opens a WebSocket and gives a handle",
		Example: `ws_connect("wss://example.com/feed", {}, {"reconnect": {"max_retries": 3}})`}
	WsRecv = Row{Name: "ws_recv", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:     "Next message of a WebSocket, {type, data}; nothing when the time is over (30 seconds unless told otherwise)",
		Example: "let h be ws_connect(\"wss://example.com/feed\")\nws_recv(h, 5).data"}
	WsSelect = Row{Name: "ws_select", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:     "First WebSocket that has a message, with the message",
		Example: "ws_select([], 0)",
		Shows:   "nothing"}
	WsSelectAll = Row{Name: "ws_select_all", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:     "Messages of all WebSockets that have one",
		Example: "ws_select_all([], 0)",
		Shows:   "[]"}
	WsSend = Row{Name: "ws_send", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}, {Name: "data"}},
		Doc:     "Sends a message: a text as text, bytes as binary",
		Example: "let h be ws_connect(\"wss://example.com/feed\")\nws_send(h, \"subscribe\")"}
	WsStats = Row{Name: "ws_stats", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Map {sent, received, reconnects, queued, queued_bytes, last_pong_ago, status, subprotocol, role} of a WebSocket",
		Example: `ws_stats(ws_connect("wss://example.com/feed"))`}
	WsStatus = Row{Name: "ws_status", Family: "net", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     `State of a WebSocket: "open", "reconnecting" or "closed"`,
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
