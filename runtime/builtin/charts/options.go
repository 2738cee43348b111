package charts

import (
	"math"
	"slices"
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// options as they were given; absent ones are unset or have their default.
type options struct {
	title, xLabel, yLabel string
	width, height         float64
	colors                []string
	legend                bool
	background            string
	dark                  bool
	own                   map[string]value.Value // those of the kind
}

const commonOptions = "title x_label y_label width height colors legend background theme"

func optionError(format string, args ...any) error {
	return value.Errorf(fn+": "+format, args...)
}

func (o *options) read(k kind, v value.Value) error {
	*o = options{width: 640, height: 360, legend: true, own: map[string]value.Value{}}
	if v.Absent() {
		return nil
	}
	m, ok := v.AsMap()
	if !ok {
		return optionError("the options must be a map, got %s", value.TypeName(v))
	}
	own, common := strings.Fields(k.options), strings.Fields(commonOptions)
	for key, x := range m.All() {
		name := key.String()
		switch {
		case slices.Contains(own, name):
			o.own[name] = x
		case slices.Contains(common, name):
			if err := o.set(name, x); err != nil {
				return err
			}
		default:
			return optionError("a %s chart has no option %s; it takes %s", k.name, builtin.Quote(name), strings.Join(append(own, common...), ", "))
		}
	}
	return nil
}

func (o *options) set(name string, v value.Value) (err error) {
	switch name {
	case "title":
		o.title, err = optionText(name, v)
	case "x_label":
		o.xLabel, err = optionText(name, v)
	case "y_label":
		o.yLabel, err = optionText(name, v)
	case "width":
		o.width, err = optionSize(name, v)
	case "height":
		o.height, err = optionSize(name, v)
	case "background":
		if o.background, err = optionText(name, v); err == nil {
			err = checkColor(name, o.background)
		}
	case "legend":
		if v.Kind() != value.KBool {
			return optionError("the option legend must be true or false, got %s", value.TypeName(v))
		}
		o.legend = v.Bool()
	case "theme":
		theme, err := optionText(name, v)
		if err != nil {
			return err
		}
		if theme != "light" && theme != "dark" {
			return optionError(`the option theme is "light" or "dark", got %s`, builtin.Quote(theme))
		}
		o.dark = theme == "dark"
	case "colors":
		if !v.IsList() || len(v.Items()) == 0 {
			return optionError("the option colors must be a list of colors, got %s", value.TypeName(v))
		}
		for _, x := range v.Items() {
			c, err := optionText(name, x)
			if err == nil {
				err = checkColor(name, c)
			}
			if err != nil {
				return err
			}
			o.colors = append(o.colors, c)
		}
	}
	return err
}

func optionText(name string, v value.Value) (string, error) {
	if !v.IsText() {
		return "", optionError("the option %s must be a text, got %s", name, value.TypeName(v))
	}
	return v.Str(), nil
}

func optionSize(name string, v value.Value) (float64, error) {
	f, ok := value.AsFloat(v)
	if !ok || !(f >= 50 && f <= 10000) {
		return 0, optionError("the option %s must be a number from 50 to 10000, got %s", name, value.Display(v))
	}
	return math.Round(f), nil
}

// checkColor lets names, # forms and rgb() through, and nothing that could
// refer to anything outside the document.
func checkColor(name, c string) error {
	for _, r := range c {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		case strings.ContainsRune("#(),.% -", r):
		default:
			return optionError("the option %s: %s is not a color", name, builtin.Quote(c))
		}
	}
	if c == "" || strings.Contains(strings.ToLower(c), "url") {
		return optionError("the option %s: %s is not a color", name, builtin.Quote(c))
	}
	return nil
}

// text gives an own option that must be a text; "" when absent.
func (o *options) text(name string) (string, error) {
	v, ok := o.own[name]
	if !ok || v.IsNothing() {
		return "", nil
	}
	return optionText(name, v)
}

// flag gives an own option that must be a bool.
func (o *options) flag(name string) (bool, error) {
	v, ok := o.own[name]
	if !ok || v.IsNothing() {
		return false, nil
	}
	if v.Kind() != value.KBool {
		return false, optionError("the option %s must be true or false, got %s", name, value.TypeName(v))
	}
	return v.Bool(), nil
}

// texts gives an own option that is a text or a list of texts.
func (o *options) texts(name string) ([]string, error) {
	v, ok := o.own[name]
	if !ok || v.IsNothing() {
		return nil, nil
	}
	if v.IsText() {
		return []string{v.Str()}, nil
	}
	if !v.IsList() {
		return nil, optionError("the option %s must be a text or a list of texts, got %s", name, value.TypeName(v))
	}
	var names []string
	for _, x := range v.Items() {
		s, err := optionText(name, x)
		if err != nil {
			return nil, err
		}
		names = append(names, s)
	}
	return names, nil
}

// palette holds eight colors that can be told apart, also without red and
// green.
var palette = [...]string{"#3366cc", "#e67300", "#109618", "#aa2e8c", "#0099c6", "#c9a400", "#8b4513", "#636b74"}

// color of a series; more than eight need colors of their own.
func (o *options) color(i int) string {
	if len(o.colors) > 0 {
		return o.colors[i%len(o.colors)]
	}
	return palette[i%len(palette)]
}

func (o *options) ink() string {
	if o.dark {
		return "#e8e8e8"
	}
	return "#333333"
}

func (o *options) grid() string {
	if o.dark {
		return "#444b55"
	}
	return "#dddddd"
}

func (o *options) paper() string {
	switch {
	case o.background != "":
		return o.background
	case o.dark:
		return "#1e2229"
	}
	return "#ffffff"
}
