package sig

// Rows of the family serve.
var (
	Binary = Row{Name: "binary", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "data"}, {Name: "content_type", Opt: true}, {Name: "name", Opt: true}},
		Doc:    "Binary response"}
	ClearCookie = Row{Name: "clear_cookie", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "response"}, {Name: "name"}, {Name: "options", Opt: true}},
		Doc:    "Response that deletes a cookie"}
	Code = Row{Name: "code", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "text"}, {Name: "language", Opt: true}},
		Doc:    "Content code node"}
	Content = Row{Name: "content", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "value", Opt: true}},
		Doc:    "Negotiated response"}
	Created = Row{Name: "created", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "value", Opt: true}},
		Doc:    "Response 201"}
	Fail = Row{Name: "fail", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "message", Opt: true}, {Name: "status", Opt: true}},
		Doc:    "Error response"}
	Heading = Row{Name: "heading", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "level"}, {Name: "text"}},
		Doc:    "Content heading node"}
	Html = Row{Name: "html", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "text"}},
		Doc:    "Raw HTML response"}
	Image = Row{Name: "image", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "alt", Opt: true}},
		Doc:    "Content image node"}
	Link = Row{Name: "link", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "text"}, {Name: "url"}},
		Doc:    "Content link node"}
	List = Row{Name: "list", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "x"}},
		Doc:    "Content list node"}
	NotFound = Row{Name: "not_found", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "message", Opt: true}},
		Doc:    "Response 404"}
	Ok = Row{Name: "ok", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "value", Opt: true}},
		Doc:    "Response 200"}
	OpenapiJson = Row{Name: "openapi_json", Family: "serve", Status: Recognised,
		Doc: "OpenAPI document of the server"}
	OrderedList = Row{Name: "ordered_list", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "items"}},
		Doc:    "Content ordered list node"}
	Page = Row{Name: "page", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "title"}, {Name: "parts", Opt: true}},
		Doc:    "Content page node"}
	Paged = Row{Name: "paged", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "query"}, {Name: "params", Opt: true}},
		Cap:    "db",
		Doc:    "Lazy paginated result of a route"}
	Prose = Row{Name: "prose", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "text"}},
		Doc:    "Content prose node"}
	Raw = Row{Name: "raw", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "html"}},
		Doc:    "Content raw HTML node"}
	ReadBody = Row{Name: "read_body", Family: "serve", Status: Recognised,
		Doc: "Request body text"}
	ReadBodyBytes = Row{Name: "read_body_bytes", Family: "serve", Status: Recognised,
		Doc: "Request body bytes"}
	Redirect = Row{Name: "redirect", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "status", Opt: true}},
		Doc:    "Redirect response"}
	Render = Row{Name: "render", Family: "serve", Status: Extended,
		Params:   []Param{{Name: "path", Opt: true}, {Name: "data", Opt: true}},
		Cap:      "file.read",
		OwnCount: true,
		Doc:      "Server value of a template that is filled with data; its `body` is the text",
		Example:  `body of render("page.html", {"title": "Report"})`}
	Respond = Row{Name: "respond", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "body"}, {Name: "content_type", Opt: true}, {Name: "status", Opt: true}},
		Doc:    "Raw response with a content type"}
	Section = Row{Name: "section", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "parts"}},
		Doc:    "Content section node"}
	SetCookie = Row{Name: "set_cookie", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "response"}, {Name: "name"}, {Name: "value"}, {Name: "options", Opt: true}},
		Doc:    "Response with a cookie"}
	Shutdown = Row{Name: "shutdown", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "reason", Opt: true}},
		Doc:    "Ask the running server for an ordered stop; error outside a server"}
	StateAll = Row{Name: "state_all", Family: "serve", Status: Recognised,
		Doc: "Snapshot of shared server state"}
	StateDelete = Row{Name: "state_delete", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "key"}},
		Doc:    "Delete shared server state"}
	StateGet = Row{Name: "state_get", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "default", Opt: true}},
		Doc:    "Shared server state"}
	StateIncr = Row{Name: "state_incr", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "by", Opt: true}},
		Doc:    "Increment shared server state"}
	StateSet = Row{Name: "state_set", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "value", Opt: true}},
		Doc:    "Set shared server state"}
)

var rowsServe = []*Row{
	&Binary,
	&ClearCookie,
	&Code,
	&Content,
	&Created,
	&Fail,
	&Heading,
	&Html,
	&Image,
	&Link,
	&List,
	&NotFound,
	&Ok,
	&OpenapiJson,
	&OrderedList,
	&Page,
	&Paged,
	&Prose,
	&Raw,
	&ReadBody,
	&ReadBodyBytes,
	&Redirect,
	&Render,
	&Respond,
	&Section,
	&SetCookie,
	&Shutdown,
	&StateAll,
	&StateDelete,
	&StateGet,
	&StateIncr,
	&StateSet,
}
