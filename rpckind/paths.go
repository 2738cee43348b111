package rpckind

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/manifest/jsondoc"
)

// confinePaths checks every path argument against the workspace and returns the
// arguments with those paths made absolute. It is a convenience for plugins
// that take a model's word for a path, not a sandbox: the process has the
// rights that it has.
func confinePaths(workspace string, schema, args json.RawMessage) (string, error) {
	doc := jsondoc.Value{Kind: jsondoc.Object}
	if len(args) > 0 {
		var err error
		if doc, err = jsondoc.Parse(args); err != nil {
			return "", err
		}
	}
	if doc.Kind != jsondoc.Object {
		return "", errors.New("tool arguments must be a JSON object")
	}
	rule, _ := jsondoc.Parse(schema) // a schema that cannot be read has no rules
	if err := confineObject(workspace, rule, &doc); err != nil {
		return "", err
	}
	return doc.Compact(), nil
}

func confineObject(workspace string, schema jsondoc.Value, v *jsondoc.Value) error {
	properties, _ := schema.Get("properties")
	for i := range v.Members {
		m := &v.Members[i]
		rule, _ := properties.Get(m.Key)
		if err := confineValue(workspace, rule, m.Key, &m.Value); err != nil {
			return err
		}
	}
	return nil
}

func confineValue(workspace string, rule jsondoc.Value, name string, v *jsondoc.Value) error {
	items, _ := rule.Get("items")
	switch v.Kind {
	case jsondoc.Object:
		return confineObject(workspace, rule, v)
	case jsondoc.Text:
		if isPath(rule, name) {
			return confineText(workspace, v)
		}
	case jsondoc.List:
		path := isPath(rule, name)
		if f, ok := items.Get("format"); ok {
			path = f.Text == "path"
		}
		for i := range v.Items {
			var err error
			switch item := &v.Items[i]; {
			case item.Kind == jsondoc.Object:
				err = confineObject(workspace, items, item)
			case item.Kind == jsondoc.Text && path:
				err = confineText(workspace, item)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// isPath reports whether a property holds paths: its format says so, or it has
// no format and its name does.
func isPath(rule jsondoc.Value, name string) bool {
	if f, ok := rule.Get("format"); ok {
		return f.Kind == jsondoc.Text && f.Text == "path"
	}
	switch name {
	case "path", "file", "dir", "directory", "folder", "cwd", "root", "filename", "paths", "files", "dirs":
		return true
	}
	for _, suffix := range [...]string{"_path", "_file", "_dir", "_paths", "_files"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

func confineText(workspace string, v *jsondoc.Value) error {
	path, err := confinePath(workspace, v.Text)
	v.Text = path
	return err
}

// confinePath returns the normalised absolute path of p, which lies inside the
// workspace, by its name and in fact.
func confinePath(workspace, p string) (string, error) {
	if p == "" {
		return "", errors.New("empty path")
	}
	path := filepath.FromSlash(p)
	if !filepath.IsAbs(path) {
		path = filepath.Join(workspace, path)
	}
	path = filepath.Clean(path)
	if !inside(workspace, path) {
		return "", fmt.Errorf("path escapes workspace root (%s): %s", workspace, p)
	}
	// What does not exist is judged by the deepest folder of its path that does.
	for at := path; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err != nil && at != workspace && len(at) > len(workspace) {
			if errors.Is(err, fs.ErrNotExist) || isNotFolder(err) {
				continue
			}
		}
		real, err := filepath.EvalSymlinks(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("path is a symlink whose target does not exist; refusing: %s", p)
		case err != nil || !inside(workspace, real):
			return "", fmt.Errorf("path resolves outside workspace root (%s): %s", workspace, p)
		}
		return path, nil
	}
}

// isNotFolder tells the error of a path that goes on after a file.
func isNotFolder(err error) bool {
	var pe *fs.PathError
	return errors.As(err, &pe) && pe.Err.Error() == "not a directory"
}

func inside(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator)))
	return ok && (rest == "" || rest[0] == filepath.Separator)
}
