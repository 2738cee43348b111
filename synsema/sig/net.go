package sig

// Rows of the family net.
var (
	TcpClose = Row{Name: "tcp_close", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "close a TCP handle"}
	TcpConnect = Row{Name: "tcp_connect", Family: "net", Status: Extended,
		Params: []Param{{Name: "host"}, {Name: "port"}, {Name: "options", Opt: true}},
		Cap:    "net",
		Doc:    "raw TCP connection handle"}
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
		Params: []Param{{Name: "handles"}, {Name: "data"}},
		Doc:    "send to many connections"}
	WsClose = Row{Name: "ws_close", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "close a connection"}
	WsConnect = Row{Name: "ws_connect", Family: "net", Status: Extended,
		Params: []Param{{Name: "url"}, {Name: "headers", Opt: true}, {Name: "options", Opt: true}},
		Cap:    "net",
		Doc:    "WebSocket client handle"}
	WsRecv = Row{Name: "ws_recv", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:    "next message or nothing"}
	WsSelect = Row{Name: "ws_select", Family: "net", Status: Extended,
		Params: []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:    "first ready connection"}
	WsSelectAll = Row{Name: "ws_select_all", Family: "net", Status: Extended,
		Params: []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:    "all ready messages"}
	WsSend = Row{Name: "ws_send", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "data"}},
		Doc:    "send a message"}
	WsStats = Row{Name: "ws_stats", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "counters of a connection"}
	WsStatus = Row{Name: "ws_status", Family: "net", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "state of a connection"}
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
