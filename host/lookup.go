package host

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/manifest"
)

// Plugin finds a plugin by what a person calls it: an id, <format>:<id>, or
// <owner>/<name> of a pulled lamp. format, when not empty, selects among several
// formats. The error is an *Error.
func (h *Host) Plugin(name string, format manifest.Format) (*manifest.Plugin, error) {
	found := h.named(name, format)
	switch len(found) {
	case 0:
		return nil, h.noPlugin(name)
	case 1:
		return found[0], nil
	}
	return nil, ambiguous(name, found)
}

// PluginOrDir is Plugin, and takes a folder too: a word with a slash that is a
// folder with a manifest.
func (h *Host) PluginOrDir(name string, format manifest.Format) (*manifest.Plugin, error) {
	if strings.ContainsRune(name, filepath.Separator) || strings.Contains(name, "/") {
		if p := manifest.ByDir(name); p != nil {
			return p, nil
		}
	}
	return h.Plugin(name, format)
}

func (h *Host) named(name string, format manifest.Format) []*manifest.Plugin {
	if f, rest, ok := strings.Cut(name, ":"); ok {
		for _, known := range manifest.Formats() {
			if f == string(known) {
				name, format = rest, known
			}
		}
	}
	if owner, lamp, ok := strings.Cut(name, "/"); ok {
		for _, p := range h.find.Pulled() {
			if p.Scope == owner && p.ID == lamp {
				return []*manifest.Plugin{p}
			}
		}
		return nil
	}
	var found []*manifest.Plugin
	if format == "" || format == manifest.FormatPlugin || format == manifest.FormatLegacy {
		if p := h.find.Plugin(name); p != nil {
			found = append(found, p)
		}
	}
	if format == "" || format == manifest.FormatLamp {
		for _, p := range h.find.Lamps() {
			if p.ID == name {
				found = append(found, p)
			}
		}
	}
	if format == "" || format == manifest.FormatRPC {
		if p := h.find.RPCPlugin(name); p != nil {
			found = append(found, p)
		}
	}
	out := found[:0]
	for _, p := range found {
		if format == "" || p.Format == format {
			out = append(out, p)
		}
	}
	return out
}

func ambiguous(name string, found []*manifest.Plugin) *Error {
	var formats []string
	for _, p := range found {
		formats = append(formats, string(p.Format))
	}
	return usage("ambiguous", fmt.Sprintf("'%s' exists as %s", name, strings.Join(formats, " and ")), "add --format "+formats[0])
}

func (h *Host) noPlugin(name string) *Error {
	text := fmt.Sprintf("no plugin named '%s'", name)
	var ids []string
	for _, p := range h.find.All() {
		ids = append(ids, p.ID)
	}
	return failed("no_plugin", text+DidYouMean(name, ids), "synrun plugin list")
}

// target is what a call names.
type target struct {
	plugin *manifest.Plugin
	tool   *manifest.Tool
	word   string // the tool as it was named, when the plugin has none such
	on     bool   // the plugin was found to be on just now
}

// target finds the tool of a request.
func (h *Host) target(req *Request) (target, error) {
	if p := req.Plugin; p != nil {
		return target{plugin: p, tool: p.Tool(req.Name), word: req.Name}, nil
	}
	return h.resolve(req.Name, req.Format)
}

// resolve finds a tool by its full name or by <plugin>.<tool>. A plugin that is
// found without the tool is a target all the same: what to say about it depends
// on whether the plugin is on.
func (h *Host) resolve(name string, format manifest.Format) (target, error) {
	if strings.HasPrefix(name, "plugin_") || strings.HasPrefix(name, "lamp_") {
		if t, err := h.byFullName(name, format); err != nil || t.plugin != nil {
			return t, err
		}
	}
	cut := strings.LastIndexByte(name, '.')
	if cut < 0 {
		if found := h.named(name, format); len(found) > 0 {
			return target{}, usage("no_tool_named", "which tool of '"+name+"'?", "tools of "+name+": "+toolNames(found[0]))
		}
		if strings.HasPrefix(name, "plugin_") {
			id, _, ok := manifest.SplitFull(name)
			if !ok {
				return target{}, failed("bad_tool_name", fmt.Sprintf("bad plugin tool name '%s'", name), "synrun plugin list --on")
			}
			return target{}, h.noPlugin(id)
		}
		return target{}, h.noPlugin(name)
	}
	id, word := name[:cut], name[cut+1:]
	found := h.named(id, format)
	switch len(found) {
	case 0:
		return target{}, h.noPlugin(id)
	case 1:
		return target{plugin: found[0], tool: found[0].Tool(word), word: word}, nil
	}
	on, err := h.onlyOn(found)
	if err != nil {
		return target{}, err
	}
	if on == nil {
		return target{}, ambiguous(id, found)
	}
	return target{plugin: on, tool: on.Tool(word), word: word, on: true}, nil
}

// onlyOn returns the one plugin of several that is on, or nil.
func (h *Host) onlyOn(found []*manifest.Plugin) (*manifest.Plugin, error) {
	var on *manifest.Plugin
	for _, p := range found {
		st, _, err := h.Status(p)
		if err != nil {
			return nil, err
		}
		if st == On {
			if on != nil {
				return nil, nil
			}
			on = p
		}
	}
	return on, nil
}

func (h *Host) byFullName(full string, format manifest.Format) (target, error) {
	if t, ok := h.remembered(full); ok {
		return t, nil
	}
	var hits []target
	var plugins []*manifest.Plugin
	for _, p := range h.find.All() {
		if format != "" && p.Format != format {
			continue
		}
		for i := range p.Tools {
			if p.Tools[i].Full == full {
				hits = append(hits, target{plugin: p, tool: &p.Tools[i], word: p.Tools[i].Name})
				plugins = append(plugins, p)
			}
		}
	}
	switch len(hits) {
	case 0:
		// Only to word an error: the plugin may be there without the tool.
		if id, word, ok := manifest.SplitFull(full); ok {
			if found := h.named(id, format); len(found) == 1 && found[0].Format != manifest.FormatLamp {
				return target{plugin: found[0], word: word}, nil
			}
		}
		return target{}, nil
	case 1:
		h.remember(full, hits[0].plugin)
		return hits[0], nil
	}
	on, err := h.onlyOn(plugins)
	if err != nil {
		return target{}, err
	}
	for _, t := range hits {
		if t.plugin == on {
			return t, nil
		}
	}
	return target{}, ambiguous(full, plugins)
}

// remember notes where a full name was found, so that the next call need not
// read every plugin there is.
func (h *Host) remember(full string, p *manifest.Plugin) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.names == nil {
		h.names = map[string]string{}
	}
	h.names[full] = string(p.Format) + ":" + p.ID
}

// remembered returns the tool of that full name where it was found before, if
// it is still there and on. While it is on nothing else of that name can be.
func (h *Host) remembered(full string) (target, bool) {
	h.mu.Lock()
	name := h.names[full]
	h.mu.Unlock()
	if name == "" {
		return target{}, false
	}
	found := h.named(name, "")
	if len(found) != 1 {
		return target{}, false
	}
	for i := range found[0].Tools {
		if t := &found[0].Tools[i]; t.Full == full {
			status, _, err := h.Status(found[0])
			return target{found[0], t, t.Name, true}, err == nil && status == On
		}
	}
	return target{}, false
}

func toolNames(p *manifest.Plugin) string {
	var names []string
	for _, t := range p.Tools {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// DidYouMean proposes the known word that is closest to one that is not: at
// most two edits away, one where it is short, or the only one that begins with it.
func DidYouMean(word string, known []string) string {
	best, least := "", min(3, len(word)/2+1)
	for _, k := range known {
		if d := distance(word, k, least); d < least && d > 0 {
			best, least = k, d
		}
	}
	if best == "" && word != "" {
		for _, k := range known {
			if strings.HasPrefix(k, word) && k != word {
				if best != "" && best != k {
					return ""
				}
				best = k
			}
		}
	}
	if best == "" {
		return ""
	}
	return " — did you mean '" + best + "'?"
}

// distance is the number of edits between two words, as far as it is below limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
