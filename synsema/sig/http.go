package sig

// Rows of the family http.
var (
	Fetch = Row{Name: "fetch", Family: "http", Status: Core,
		Params:  []Param{{Name: "url"}, {Name: "method", Opt: true}, {Name: "headers", Opt: true}, {Name: "body", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Doc:     "HTTP request, GET unless a method is given; what follows the URL may be a map of options. The answer is as that of http",
		Example: `fetch("https://api.example.com/items", {"timeout": 5})["json"]`}
	Http = Row{Name: "http", Family: "http", Status: Core,
		Params:  []Param{{Name: "method"}, {Name: "url"}, {Name: "headers", Opt: true}, {Name: "query", Opt: true}, {Name: "body", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Doc:     "HTTP request with an explicit method. Gives a map: status, ok (200 to 299), body, json (the body read, when it is JSON), headers, and error with status 0 when no answer came. Redirects are not followed",
		Example: `http("PATCH", "https://api.example.com/items/1", {}, {}, {"done": true})["status"]`}
	HttpBytes = Row{Name: "http_bytes", Family: "http", Status: Core,
		Params:  []Param{{Name: "method"}, {Name: "url"}, {Name: "headers", Opt: true}, {Name: "query", Opt: true}, {Name: "body", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Doc:     "HTTP request with an explicit method whose answer stays bytes: the map has bytes instead of body and json",
		Example: `length(http_bytes("GET", "https://example.com/logo.png")["bytes"])`}
	HttpDelete = Row{Name: "http_delete", Family: "http", Status: Core,
		Params:  []Param{{Name: "url"}, {Name: "headers", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Doc:     "HTTP DELETE; the answer is as that of http",
		Example: `http_delete("https://api.example.com/items/1")["ok"]`}
	HttpGet = Row{Name: "http_get", Family: "http", Status: Core,
		Params:  []Param{{Name: "url"}, {Name: "headers", Opt: true}, {Name: "query", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Doc:     "HTTP GET; the answer is as that of http",
		Example: `http_get("https://api.example.com/items", {"Authorization": bearer(secret("TOKEN"))}, {"page": 2})["json"]`}
	HttpPost = Row{Name: "http_post", Family: "http", Status: Core,
		Params:  []Param{{Name: "url"}, {Name: "body", Opt: true}, {Name: "headers", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Doc:     "HTTP POST; a map or list as body is sent as JSON, the answer is as that of http",
		Example: `http_post("https://api.example.com/items", {"name": "x"})["status"]`}
	HttpPut = Row{Name: "http_put", Family: "http", Status: Core,
		Params:  []Param{{Name: "url"}, {Name: "body", Opt: true}, {Name: "headers", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Doc:     "HTTP PUT; a map or list as body is sent as JSON, the answer is as that of http",
		Example: `http_put("https://api.example.com/items/1", {"name": "y"})["status"]`}
	MtlsIdentity = Row{Name: "mtls_identity", Family: "http", Status: Recognised,
		Params: []Param{{Name: "cert"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "file.read",
		Doc:    "Client certificate of the process"}
	MultipartEncode = Row{Name: "multipart_encode", Family: "http", Status: Core,
		Params:  []Param{{Name: "parts"}},
		Doc:     "Body and content type of a multipart/form-data request",
		Example: `multipart_encode([{"name": "title", "value": "hello"}])["content_type"]`,
		Shows:   "multipart/form-data; boundary=----synsemabb9e2a3bfda3464374e5e838af9fc973"}
)

var rowsHttp = []*Row{
	&Fetch,
	&Http,
	&HttpBytes,
	&HttpDelete,
	&HttpGet,
	&HttpPost,
	&HttpPut,
	&MtlsIdentity,
	&MultipartEncode,
}
