// Package mcp serves tools to clients of the Model Context Protocol.
//
// What is served is a [Surface]: a list of tools, made anew each time a client
// asks, and a way to call one. [Serve] puts a surface behind the protocol, one
// message a line on a pair of streams. The protocol itself (framing of requests,
// cancellation, the shapes of messages) is that of the official SDK; the package
// answers the requests about tools itself, because what is on can change between
// two of them, and keeps out of the SDK's way what a surface does not speak.
//
// Surfaces: [Lamps], what the lamps' own server offers.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Surface is what a server offers. Its methods are called concurrently.
type Surface interface {
	// Tools lists the tools that there are now.
	Tools(ctx context.Context) ([]*mcp.Tool, error)
	// Call calls one. A failure is a result; an error means that nothing could
	// be said about the call, as when the record cannot be written.
	Call(ctx context.Context, name string, args json.RawMessage) (*mcp.CallToolResult, error)
}

// Options say how a surface is served.
type Options struct {
	Name, Version string // of the server
	// Protocol is the one version that the server speaks.
	Protocol string
}

// The methods that a surface of tools speaks.
const (
	methodInitialize = "initialize"
	methodPing       = "ping"
	methodList       = "tools/list"
	methodCall       = "tools/call"
	noteCancelled    = "notifications/cancelled"
)

// Serve answers the messages of in on out until in ends or the context does.
// Calls that run when in ends are answered before Serve returns.
func Serve(ctx context.Context, s Surface, in io.Reader, out io.Writer, opt Options) error {
	server := mcp.NewServer(&mcp.Implementation{Name: opt.Name, Version: opt.Version}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	server.AddReceivingMiddleware(answer(s, opt))
	// A session that begins in the middle: clients of the lamps may ask for
	// tools without having introduced themselves.
	state := &mcp.ServerSessionState{InitializeParams: &mcp.InitializeParams{ProtocolVersion: opt.Protocol}, NegotiatedProtocolVersion: opt.Protocol}
	session, err := server.Connect(ctx, &lines{in: in, out: out}, &mcp.ServerSessionOptions{State: state})
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	select {
	case err = <-ended:
	case <-ctx.Done():
		session.Close()
		<-ended
		return context.Cause(ctx)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// answer is the handler of requests.
func answer(s Surface, opt Options) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case methodInitialize:
				return &mcp.InitializeResult{
					ProtocolVersion: opt.Protocol,
					Capabilities:    &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
					ServerInfo:      &mcp.Implementation{Name: opt.Name, Version: opt.Version},
				}, nil
			case methodList:
				tools, err := s.Tools(ctx)
				return toolList{&mcp.ListToolsResult{Tools: tools}}, err
			case methodCall:
				params, ok := req.GetParams().(*mcp.CallToolParamsRaw)
				if !ok {
					return nil, fmt.Errorf("cannot read the parameters of %s", method)
				}
				r, err := s.Call(ctx, params.Name, params.Arguments)
				if err != nil {
					return Failed(err.Error()), nil
				}
				return r, nil
			}
			return next(ctx, method, req)
		}
	}
}

// toolList is a list of tools without what later versions of the protocol add
// about caching it.
type toolList struct{ *mcp.ListToolsResult }

// MarshalJSON implements json.Marshaler.
func (l toolList) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Tools []*mcp.Tool `json:"tools"`
	}{l.Tools})
}

// Text is the result of a call that went well.
func Text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// Failed is the result of one that did not.
func Failed(s string) *mcp.CallToolResult {
	r := Text(s)
	r.IsError = true
	return r
}
