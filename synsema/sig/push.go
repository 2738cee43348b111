package sig

// Rows of the family push.
var (
	PushSend = Row{Name: "push_send", Family: "push", Status: Recognised,
		Params: []Param{{Name: "subscription"}, {Name: "message"}, {Name: "options", Opt: true}},
		Cap:    "net",
		Doc:    "Send a web push message"}
	PushVapidKeys = Row{Name: "push_vapid_keys", Family: "push", Status: Recognised,
		Cap: "random",
		Doc: "Web push key pair"}
)

var rowsPush = []*Row{
	&PushSend,
	&PushVapidKeys,
}
