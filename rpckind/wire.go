package rpckind

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// maxLine is the longest line that a plugin may write, without its end.
const maxLine = 1 << 20

const shutdownLine = `{"method":"shutdown"}` + "\n"

func request(id int, method, params string) string {
	return `{"id":` + strconv.Itoa(id) + `,"method":"` + method + `","params":` + params + "}\n"
}

func initParams(c *manifest.Call) string {
	settings := string(c.Settings)
	if settings == "" {
		settings = "{}"
	}
	return `{"protocol_version":` + strconv.Itoa(protocolVersion) + `,"settings":` + settings +
		`,"workspace":` + jsondoc.String(c.Workspace).Compact() + "}"
}

func callParams(tool, args string) string {
	return `{"name":` + jsondoc.String(tool).Compact() + `,"args":` + args + "}"
}

// reply is one line of a plugin.
type reply struct{ doc jsondoc.Value }

// parseReply reads a line; ok is false when it is not a JSON object.
func parseReply(line []byte) (*reply, bool) {
	doc, err := jsondoc.Parse(line)
	return &reply{doc}, err == nil && doc.Kind == jsondoc.Object
}

// answers reports whether the line is the answer to a request.
func (r *reply) answers(id int) bool {
	v, _ := r.doc.Get("id")
	return v.Kind == jsondoc.Number && v.Float() == float64(id)
}

func (r *reply) result() jsondoc.Value {
	v, _ := r.doc.Get("result")
	return v
}

func (r *reply) err() (jsondoc.Value, bool) {
	v, ok := r.doc.Get("error")
	return v, ok && v.Kind != jsondoc.Null
}

func isTrue(v jsondoc.Value) bool { return v.Kind == jsondoc.Bool && v.Bool }

// rejected is why the answer to initialize is no, or "".
func (r *reply) rejected() string {
	const no = "initialize rejected"
	result := r.result()
	if _, isErr := r.err(); isErr || result.Kind != jsondoc.Object {
		return no
	}
	version, given := result.Get("protocol_version")
	ok, _ := result.Get("ok")
	switch {
	case version.Kind == jsondoc.Number && version.Float() == protocolVersion && isTrue(ok):
		return ""
	case given && !(version.Kind == jsondoc.Number && version.Float() == protocolVersion):
		return "protocol version " + version.Compact() + " unsupported (harness speaks 1)"
	case !isTrue(ok):
		return no
	}
	return "protocol version 0 unsupported (harness speaks 1)"
}

// outcome is what the answer to a call means.
func (r *reply) outcome() manifest.Outcome {
	if e, ok := r.err(); ok {
		message, _ := e.Get("message")
		if message.Kind != jsondoc.Text {
			message = jsondoc.String(e.Encode())
		}
		return failed(message.Text)
	}
	result := r.result()
	ok, _ := result.Get("ok")
	output, _ := result.Get("output")
	out := manifest.Outcome{OK: isTrue(ok), Text: plain(output, result.Has("output")), Meta: meta(result)}
	switch {
	case out.OK && out.Text == "":
		out.Text = "(no output)"
	case !out.OK:
		if out.Text == "" {
			e, has := result.Get("error")
			out.Text = plain(e, has)
		}
		if !strings.HasPrefix(out.Text, "ERROR") {
			out.Text = "ERROR: " + out.Text
		}
	}
	return out
}

// plain is a value as a result shows it: a text as it is, the rest as JSON.
func plain(v jsondoc.Value, there bool) string {
	switch {
	case !there:
		return ""
	case v.Kind == jsondoc.Text:
		return v.Text
	}
	return v.Encode()
}

func meta(result jsondoc.Value) map[string]any {
	v, _ := result.Get("meta")
	if v.Kind != jsondoc.Object || len(v.Members) == 0 {
		return nil
	}
	var m map[string]any
	if json.Unmarshal([]byte(v.Compact()), &m) != nil {
		return nil
	}
	return m
}

func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}
