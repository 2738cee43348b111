package sig

// Rows of the family http.
var (
	Fetch = Row{Name: "fetch", Family: "http", Status: Core,
		Params: []Param{{Name: "url"}, {Name: "method", Opt: true}, {Name: "headers", Opt: true}, {Name: "body", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "HTTP request, method GET by default"}
	Http = Row{Name: "http", Family: "http", Status: Core,
		Params: []Param{{Name: "method"}, {Name: "url"}, {Name: "headers", Opt: true}, {Name: "query", Opt: true}, {Name: "body", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "HTTP request with an explicit method"}
	HttpBytes = Row{Name: "http_bytes", Family: "http", Status: Core,
		Params: []Param{{Name: "method"}, {Name: "url"}, {Name: "headers", Opt: true}, {Name: "query", Opt: true}, {Name: "body", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "HTTP request, body as bytes"}
	HttpDelete = Row{Name: "http_delete", Family: "http", Status: Core,
		Params: []Param{{Name: "url"}, {Name: "headers", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "HTTP DELETE"}
	HttpGet = Row{Name: "http_get", Family: "http", Status: Core,
		Params: []Param{{Name: "url"}, {Name: "headers", Opt: true}, {Name: "query", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "HTTP GET"}
	HttpPost = Row{Name: "http_post", Family: "http", Status: Core,
		Params: []Param{{Name: "url"}, {Name: "body", Opt: true}, {Name: "headers", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "HTTP POST"}
	HttpPut = Row{Name: "http_put", Family: "http", Status: Core,
		Params: []Param{{Name: "url"}, {Name: "body", Opt: true}, {Name: "headers", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "HTTP PUT"}
	MtlsIdentity = Row{Name: "mtls_identity", Family: "http", Status: Recognised,
		Params: []Param{{Name: "cert"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "file.read",
		Doc:    "client certificate of the process"}
	MultipartEncode = Row{Name: "multipart_encode", Family: "http", Status: Core,
		Params: []Param{{Name: "parts"}},
		Doc:    "multipart/form-data body and content type"}
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
