package sig

// Rows of the family serve.
var (
	Binary = Row{Name: "binary", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Doc:    "binary response"}
	ClearCookie = Row{Name: "clear_cookie", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "response that deletes a cookie"}
	Code = Row{Name: "code", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "content code node"}
	Content = Row{Name: "content", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a", Opt: true}},
		Doc:    "negotiated response"}
	Created = Row{Name: "created", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a", Opt: true}},
		Doc:    "response 201"}
	Fail = Row{Name: "fail", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a", Opt: true}, {Name: "b", Opt: true}},
		Doc:    "error response"}
	Heading = Row{Name: "heading", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "content heading node"}
	Html = Row{Name: "html", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "raw HTML response"}
	Image = Row{Name: "image", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "content image node"}
	Link = Row{Name: "link", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "content link node"}
	List = Row{Name: "list", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "content list node"}
	NotFound = Row{Name: "not_found", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a", Opt: true}},
		Doc:    "response 404"}
	Ok = Row{Name: "ok", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a", Opt: true}},
		Doc:    "response 200"}
	OpenapiJson = Row{Name: "openapi_json", Family: "serve", Status: Recognised,
		Doc: "OpenAPI document of the server"}
	OrderedList = Row{Name: "ordered_list", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "content ordered list node"}
	Page = Row{Name: "page", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "content page node"}
	Paged = Row{Name: "paged", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Cap:    "db",
		Doc:    "lazy paginated result of a route"}
	Prose = Row{Name: "prose", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "content prose node"}
	Raw = Row{Name: "raw", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "content raw HTML node"}
	ReadBody = Row{Name: "read_body", Family: "serve", Status: Recognised,
		Doc: "request body text"}
	ReadBodyBytes = Row{Name: "read_body_bytes", Family: "serve", Status: Recognised,
		Doc: "request body bytes"}
	Redirect = Row{Name: "redirect", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "redirect response"}
	Render = Row{Name: "render", Family: "serve", Status: Extended,
		Params:   []Param{{Name: "path", Opt: true}, {Name: "data", Opt: true}},
		Cap:      "file.read",
		OwnCount: true,
		Doc:      "HTML of a template file, filled from a map; a value with body, status and content_type"}
	Respond = Row{Name: "respond", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Doc:    "raw response with a content type"}
	Section = Row{Name: "section", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "content section node"}
	SetCookie = Row{Name: "set_cookie", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d", Opt: true}},
		Doc:    "response with a cookie"}
	Shutdown = Row{Name: "shutdown", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a", Opt: true}},
		Doc:    "ask the running server for an ordered stop; error outside a server"}
	StateAll = Row{Name: "state_all", Family: "serve", Status: Recognised,
		Doc: "snapshot of shared server state"}
	StateDelete = Row{Name: "state_delete", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "delete shared server state"}
	StateGet = Row{Name: "state_get", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "shared server state"}
	StateIncr = Row{Name: "state_incr", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "increment shared server state"}
	StateSet = Row{Name: "state_set", Family: "serve", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "set shared server state"}
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
