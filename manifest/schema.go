package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Schema is a tool's compiled JSON Schema.
type Schema struct{ schema *jsonschema.Schema }

// refuse is the loader of schemas that a schema refers to: a plugin's schema
// never makes the host read a file or reach the network.
type refuse struct{}

func (refuse) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is outside the schema, and nothing is loaded for one", url)
}

// CompileSchema compiles a tool's schema.
func CompileSchema(raw json.RawMessage) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(refuse{})
	const url = "tool://plugin/schema.json" // hierarchical, so that relative references resolve to something else
	if err := c.AddResource(url, doc); err != nil {
		return nil, err
	}
	s, err := c.Compile(url)
	if err != nil {
		return nil, schemaError(err)
	}
	return &Schema{s}, nil
}

// schemaError keeps the part of a compile error that a person can act on.
func schemaError(err error) error {
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return load.Err
	}
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		var ve *jsonschema.ValidationError
		if errors.As(invalid.Err, &ve) {
			path, why := firstCause(ve)
			return fmt.Errorf("%s: %s", path, why)
		}
	}
	return err
}

// Misfit says where arguments do not fit a schema: a JSON pointer and why.
type Misfit struct{ Path, Reason string }

func (m *Misfit) Error() string { return m.Path + ": " + m.Reason }

// Check reports whether arguments fit: nil, or a *Misfit.
func (s *Schema) Check(args json.RawMessage) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(args))
	if err != nil {
		return &Misfit{"/", err.Error()}
	}
	err = s.schema.Validate(doc)
	if err == nil {
		return nil
	}
	var ve *jsonschema.ValidationError
	if errors.As(err, &ve) {
		path, why := firstCause(ve)
		return &Misfit{path, why}
	}
	return &Misfit{"/", err.Error()}
}

// firstCause follows the first cause to the fault itself.
func firstCause(ve *jsonschema.ValidationError) (path, why string) {
	for len(ve.Causes) > 0 {
		ve = ve.Causes[0]
	}
	return "/" + strings.Join(ve.InstanceLocation, "/"), ve.ErrorKind.LocalizedString(message.NewPrinter(language.English))
}
