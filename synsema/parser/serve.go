package parser

import (
	"strings"
	"unicode"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// clauses parses [NEWLINE] INDENT { clause } DEDENT; head ends the message
// for a missing block.
func (p *parser) clauses(head string, clause func()) {
	p.accept(token.Newline)
	if p.k != token.Indent {
		p.fail(CodeServe, "Expected an indented block after "+head)
	}
	h := p.enter()
	p.advance()
	for {
		p.skipNewlines()
		if p.k == token.Dedent || p.k == token.EOF {
			p.accept(token.Dedent)
			p.leave(h)
			return
		}
		first := p.i
		clause()
		p.endStatement(first)
	}
}

// followWord consumes the word w or fails with the message.
func (p *parser) followWord(w, message string) {
	if !p.isWord(w) {
		p.fail(CodeServe, message)
	}
	p.advance()
}

func (p *parser) serve() ast.Stmt {
	n := &ast.Serve{At: p.pos()}
	p.advance()
	p.advance()
	n.Port = p.expr()
	var auth, bind, timeout bool
	needsAuth := -1 // token index of the first route that requires auth
	p.clauses("'serve on PORT'", func() {
		first := p.i
		at := p.pos()
		once := func(seen *bool, message string) {
			if *seen {
				p.failAt(first, CodeServe, message)
			}
			*seen = true
		}
		word := ""
		if p.k == token.Ident {
			word = p.text()
		}
		switch word {
		case "auth":
			auth = true
			n.Clauses = append(n.Clauses, p.authWith())
		case "errors":
			p.advance()
			if p.k != token.With {
				p.fail(CodeServe, "Expected 'with' after 'errors' (errors with <task>)")
			}
			p.advance()
			n.Clauses = append(n.Clauses, &ast.Clause{At: at, Name: "errors with", Args: []ast.Expr{p.expr()}})
		case "bind":
			once(&bind, "duplicate 'bind' clause in the serve block")
			fallthrough
		case "max_body", "max_streams", "cors":
			p.advance()
			n.Clauses = append(n.Clauses, &ast.Clause{At: at, Name: word, Args: []ast.Expr{p.expr()}})
		case "timeout":
			once(&timeout, "the 'serve' block declares 'timeout' at most once")
			n.Clauses = append(n.Clauses, p.timeout())
		case "rate_limit":
			n.Clauses = append(n.Clauses, p.rateLimit())
		case "static":
			n.Clauses = append(n.Clauses, p.static(n.At))
		case "describe":
			n.Clauses = append(n.Clauses, p.describe())
		case "private":
			n.Clauses = append(n.Clauses, p.private())
		case "docs":
			p.advance()
			p.followWord("off", "Expected 'off' after 'docs' (docs off)")
			n.Clauses = append(n.Clauses, &ast.Clause{At: at, Name: "docs off"})
		case "redirect":
			p.advance()
			p.followWord("https", "Expected 'https' after 'redirect' (redirect https)")
			n.Clauses = append(n.Clauses, &ast.Clause{At: at, Name: "redirect https"})
		case "tls":
			n.Clauses = append(n.Clauses, p.tls(false))
		case "domain":
			c := &ast.Clause{At: at, Name: "domain"}
			p.advance()
			if p.isWord("ask") {
				p.advance()
				c.Name = "domain ask"
			}
			c.Args = []ast.Expr{p.expr()}
			n.Clauses = append(n.Clauses, c)
		case "trust":
			p.advance()
			p.followWord("proxy", "Expected 'proxy' after 'trust' (trust proxy <list>)")
			n.Clauses = append(n.Clauses, &ast.Clause{At: at, Name: "trust proxy", Args: []ast.Expr{p.expr()}})
		case "host":
			n.Clauses = append(n.Clauses, p.host())
		case "mount":
			m := &ast.Mount{At: at}
			p.advance()
			m.X = p.expr()
			if p.isWord("at") {
				p.advance()
				m.To = p.expr()
			}
			n.Clauses = append(n.Clauses, m)
		case "route":
			r := p.route()
			if r.RequiresAuth && needsAuth < 0 {
				needsAuth = first
			}
			n.Clauses = append(n.Clauses, r)
		default:
			p.fail(CodeServe, `Inside 'serve', expected 'auth with ...', 'errors with ...', 'route ...', 'mount ...', 'static ...', 'tls ...', 'domain ...', 'bind "..."', 'host "..."', 'redirect https', 'cors ...', 'timeout ...', 'describe', 'private' or 'docs off', got `+p.k.String())
		}
	})
	if needsAuth >= 0 && !auth {
		for _, c := range n.Clauses {
			if r, ok := c.(*ast.Route); ok && r.RequiresAuth {
				p.failAt(needsAuth, CodeServe, r.String()+" uses 'requires auth' but the 'serve' block declares no 'auth with <task>'")
			}
		}
	}
	return n
}

func (p *parser) authWith() ast.Stmt {
	n := &ast.Clause{At: p.pos(), Name: "auth with"}
	p.advance()
	if p.k != token.With {
		p.fail(CodeServe, "Expected 'with' after 'auth' (auth with <task>)")
	}
	p.advance()
	n.Args = []ast.Expr{p.expr()}
	return n
}

func (p *parser) tls(inHost bool) ast.Stmt {
	n := &ast.Clause{At: p.pos()}
	p.advance()
	switch {
	case p.isWord("cert"):
		n.Name = "tls cert"
		p.advance()
		cert := p.expr()
		p.followWord("key", "Expected 'key' after 'tls cert <path>'")
		n.Args = []ast.Expr{cert, p.expr()}
	case inHost:
		p.fail(CodeServe, "Expected 'cert' after 'tls' in a host block (tls cert <path> key <path>)")
	case p.isWord("auto"):
		n.Name = "tls auto"
		p.advance()
		if !p.atLineEnd() {
			n.Args = []ast.Expr{p.expr()}
		}
	case p.isWord("dns"):
		n.Name = "tls dns"
		p.advance()
		n.Args = []ast.Expr{p.expr()}
	default:
		p.fail(CodeServe, "Expected 'cert' or 'auto' after 'tls' (tls cert <path> key <path> | tls auto [<email>])")
	}
	return n
}

func (p *parser) static(at token.Pos) ast.Stmt {
	n := &ast.Static{At: at}
	p.advance()
	n.X = p.expr()
	if p.isWord("from") {
		p.advance()
		n.From = p.expr()
	}
	for {
		part, word := &n.Cache, "cache"
		switch {
		case p.isWord("cache"):
		case p.isWord("fallback"):
			part, word = &n.Fallback, "fallback"
		default:
			return n
		}
		if *part != nil {
			p.fail(CodeServe, "duplicate '"+word+"' clause on this static mount")
		}
		p.advance()
		*part = p.expr()
	}
}

func (p *parser) describe() ast.Stmt {
	n := &ast.Describe{At: p.pos()}
	p.advance()
	p.clauses("'describe'", func() {
		e := ast.DescribeEntry{At: p.pos()}
		if p.k == token.Ident {
			e.Key = p.text()
		}
		switch e.Key {
		case "about", "api", "version":
		default:
			p.fail(CodeServe, "Inside 'describe', expected 'about:', 'api:' or 'version:', got "+p.k.String())
		}
		p.advance()
		if p.k != token.Colon {
			p.fail(CodeServe, "Expected ':' after '"+e.Key+"'")
		}
		p.advance()
		e.Value = p.expr()
		n.Entries = append(n.Entries, e)
	})
	return n
}

func (p *parser) host() ast.Stmt {
	n := &ast.Host{At: p.pos()}
	p.advance()
	n.X = p.expr()
	p.clauses(`'host "..."'`, func() {
		switch {
		case p.isWord("auth"):
			n.Clauses = append(n.Clauses, p.authWith())
		case p.isWord("static"):
			n.Clauses = append(n.Clauses, p.static(n.At))
		case p.isWord("tls"):
			n.Clauses = append(n.Clauses, p.tls(true))
		case p.isWord("route"):
			n.Clauses = append(n.Clauses, p.route())
		case p.isWord("bind"):
			p.fail(CodeServe, "'bind' belongs to the serve block (it is the listener address), not to a host block")
		default:
			p.fail(CodeServe, "Inside a 'host' block, expected 'auth with ...', 'route ...', 'static ...' or 'tls cert ... key ...', got "+p.k.String())
		}
	})
	return n
}

func (p *parser) routes() ast.Stmt {
	keyword := p.cur()
	first := p.i
	n := &ast.Routes{At: keyword.Pos}
	p.advance()
	n.Name = p.name("routes group name after 'routes'")
	p.protect(keyword, n.Name.Text)
	any := false
	p.clauses("'routes <name>'", func() {
		switch {
		case p.isWord("route"):
			any = true
			n.Clauses = append(n.Clauses, p.route())
		case p.isWord("private"):
			n.Clauses = append(n.Clauses, p.private())
		default:
			p.fail(CodeServe, `Inside 'routes', only 'route "METHOD /path"' definitions (and a 'private' line) are allowed, got `+p.k.String())
		}
	})
	if !any {
		p.failAt(first, CodeServe, "a 'routes' group must contain at least one route")
	}
	return n
}

func (p *parser) route() *ast.Route {
	first := p.i
	n := &ast.Route{At: p.pos()}
	p.advance()
	if p.k != token.Text {
		p.fail(CodeServe, `Expected a route spec string, e.g. "GET /path"`)
	}
	p.routeSpec(n, p.textValue(p.cur()))
	p.advance()
	if p.isWord("requires") {
		p.advance()
		p.followWord("auth", "Expected 'auth' after 'requires' (requires auth)")
		n.RequiresAuth = true
	}
	start := p.i
	streams := p.streams
	p.streams = 0
	n.Body = p.block()
	p.streams = streams
	p.routeOptions(n, first, start)
	return n
}

// routeSpec reads "METHOD /path".
func (p *parser) routeSpec(n *ast.Route, spec string) {
	method, path, ok := strings.Cut(strings.Map(blankToSpace, strings.TrimSpace(spec)), " ")
	if !ok {
		p.fail(CodeServe, `Route spec must be "METHOD /path", got '`+spec+"'")
	}
	n.Method, n.Path = strings.ToUpper(method), strings.TrimSpace(path)
	if !strings.HasPrefix(n.Path, "/") {
		p.fail(CodeServe, "Route path must start with '/', got '"+n.Path+"'")
	}
	segments := strings.Split(n.Path, "/")
	for i, s := range segments {
		switch {
		case !strings.HasPrefix(s, "*"):
		case s == "*":
			p.fail(CodeServe, "Catch-all segment must be named, e.g. '*path', got '*'")
		case i < len(segments)-1:
			p.fail(CodeServe, "Catch-all '"+s+"' must be the LAST segment of the path, got '"+n.Path+"'")
		}
	}
}

func blankToSpace(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}

// routeOptions checks the direct children of a route body, which began at
// token start.
func (p *parser) routeOptions(n *ast.Route, first, start int) {
	var timeout, private, stream, socket bool
	at := func(s ast.Stmt) int {
		for i := start; i < p.i; i++ {
			if p.toks[i].Pos == s.Pos() && p.toks[i].Kind == token.Ident {
				return i
			}
		}
		return first
	}
	for _, s := range n.Body {
		switch s.(type) {
		case *ast.Timeout:
			if timeout {
				p.failAt(at(s), CodeServe, "a route declares 'timeout' at most once")
			}
			timeout = true
		case *ast.Private:
			if private {
				p.failAt(at(s), CodeServe, "a route declares 'private' at most once")
			}
			private = true
		case *ast.Stream:
			stream = true
		case *ast.Socket:
			socket = true
		}
	}
	if stream && socket {
		p.failAt(first, CodeServe, n.String()+" mixes 'stream' and 'socket': a route is either an SSE stream or a WebSocket, not both")
	}
	if socket && n.Method != "GET" {
		p.failAt(first, CodeServe, n.String()+` declares 'socket' but the WebSocket handshake is a GET (RFC 6455); declare it as "GET `+n.Path+`"`)
	}
}

func (p *parser) timeout() ast.Stmt {
	n := &ast.Timeout{At: p.pos()}
	p.advance()
	if p.isWord("none") {
		p.advance()
	} else {
		n.X = p.expr()
	}
	return n
}

func (p *parser) private() ast.Stmt {
	n := &ast.Private{At: p.pos()}
	p.advance()
	return n
}

func (p *parser) rateLimit() ast.Stmt {
	n := &ast.RateLimit{At: p.pos()}
	p.advance()
	if p.isWord("none") || p.isWord("unlimited") {
		n.Unit = p.text()
		p.advance()
		return n
	}
	n.X = p.expr()
	p.followWord("per", "Expected 'per' in rate_limit (e.g. rate_limit 100 per minute)")
	if p.k != token.Ident {
		p.fail(CodeServe, "Expected a window: second, minute, or hour")
	}
	switch n.Unit = p.text(); n.Unit {
	case "second", "minute", "hour":
	default:
		p.fail(CodeServe, "rate_limit window must be second, minute, or hour, got '"+n.Unit+"'")
	}
	p.advance()
	return n
}

func (p *parser) streamOrSocket() ast.Stmt {
	at, word := p.pos(), p.text()
	p.advance()
	if word == "socket" {
		return &ast.Socket{At: at, Body: p.block()}
	}
	p.streams++
	n := &ast.Stream{At: at, Body: p.block()}
	p.streams--
	return n
}

func (p *parser) send() ast.Stmt {
	n := &ast.Send{At: p.pos()}
	p.advance()
	n.X = p.expr()
	if p.accept(token.As) {
		if p.k != token.Text {
			p.fail(CodeServe, "Expected an event name string after 'as'")
		}
		n.Event, n.HasEvent = p.expectText(), true
	}
	return n
}

func (p *parser) expectBody() ast.Stmt {
	n := &ast.Expect{At: p.pos()}
	p.advance()
	p.advance()
	need := func(k token.Kind, message string) *token.Token {
		t := p.cur()
		if p.k != k {
			p.fail(CodeServe, message)
		}
		p.advance()
		return t
	}
	need(token.LBrace, "Expected '{' to declare the expected shape")
	for {
		t := need(token.Ident, "Expected a field name in expect shape")
		f := ast.Field{At: t.Pos, Name: p.raw(t)}
		need(token.Colon, "Expected ':' after field name in expect shape")
		f.Type = p.raw(need(token.Ident, "Expected a type name (text, number, bool, list, map)"))
		n.Fields = append(n.Fields, f)
		if !p.accept(token.Comma) || p.k == token.RBrace {
			break
		}
	}
	need(token.RBrace, "Expected '}' to close the expected shape")
	return n
}
