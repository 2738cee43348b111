package synsema

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/synsema/checker"
	"github.com/synrun/synrun/synsema/flat"
	"github.com/synrun/synrun/vet/asks"
)

// checkOptions are the flags of check.
type checkOptions struct {
	format            string
	all, asks, strict bool
	flat              bool
	capSet            *string
	files             []string
}

// plain reports that only what the language prescribes is asked for.
func (o *checkOptions) plain() bool {
	return !o.all && !o.asks && !o.strict && o.capSet == nil && o.format == "human"
}

// maxWarnings is how many warnings of a file are for reading.
const maxWarnings = 100

// most is how many warnings of a file are printed: all of them where the output
// is that of the original.
func (o *checkOptions) most() int {
	if o.plain() {
		return 0
	}
	return maxWarnings
}

func parseCheck(args []string) (*checkOptions, error) {
	o := &checkOptions{format: "human"}
	onlyFiles := false
	for i := 0; i < len(args); i++ {
		word := args[i]
		if onlyFiles || !strings.HasPrefix(word, "-") {
			o.files = append(o.files, word)
			continue
		}
		name, value, joined := strings.Cut(word, "=")
		switch name {
		case "--format", "--cap-set":
			if !joined {
				if i++; i == len(args) || strings.HasPrefix(args[i], "--") {
					return nil, badUsage("%s requires a value", name)
				}
				value = args[i]
			}
			if name == "--format" {
				o.format = value
				continue
			}
			if o.capSet != nil {
				return nil, badUsage("--cap-set is given twice; write one list")
			}
			o.capSet = &value
			continue
		}
		switch word {
		case "--":
			onlyFiles = true
		case "--all":
			o.all = true
		case "--caps":
			o.asks = true
		case "--strict":
			o.strict = true
		case "--flat":
			o.flat = true
		default:
			return nil, badUsage("unknown flag '%s'", word)
		}
	}
	switch o.format {
	case "human":
	case "json", "sarif":
		o.all = true
	default:
		return nil, badUsage("--format must be 'human', 'json' or 'sarif', got '%s'", o.format)
	}
	if len(o.files) == 0 {
		return nil, errNoSource
	}
	return o, nil
}

func (c *command) check(args []string) int {
	o, err := parseCheck(args)
	if err == errNoSource {
		writeHelp(c.Err, c.name)
		return exitUsage
	}
	if err != nil {
		return c.usage("%s", err)
	}
	platform := caps.DefaultPlatform(homeDir())
	var ceiling *caps.List
	if o.capSet != nil {
		if ceiling, err = platform.ParseList(*o.capSet); err != nil {
			return c.usage("%s", ceilingText(err))
		}
	}
	files, several, err := checkFiles(o.files)
	if err != nil {
		return c.fail("%s", err)
	}
	opt := asks.CheckOptions(platform)
	opt.Flat, opt.All, opt.Fold = o.flat, !o.plain(), !o.plain()
	failed := false
	var results []*checker.Result
	for _, file := range files {
		r, err := checkFile(file, opt)
		if err != nil && o.format == "human" {
			prefix := ""
			if several {
				prefix = file + ": "
			}
			fmt.Fprintf(c.Err, "%sError: %s\n", prefix, err)
			failed = true
			continue
		}
		if ceiling != nil {
			above(r, platform, ceiling)
		}
		failed = failed || !r.OK() || o.strict && r.Count(checker.Warning) > 0
		if o.format != "human" {
			results = append(results, r)
			continue
		}
		r.WriteText(c.Out, c.Err, several)
		if o.asks && r.OK() {
			r.WriteAsks(c.Out)
		}
		r.WriteWarnings(c.Err, o.most())
	}
	switch o.format {
	case "json":
		err = checker.WriteJSON(c.Out, results)
	case "sarif":
		err = checker.WriteSARIF(c.Out, results, Version, checker.Rules())
	}
	if err != nil {
		return c.fail("cannot write the report: %s", reason(err))
	}
	if failed {
		return exitFailure
	}
	return exitOK
}

// checkFile checks one file. One that cannot be read is an error, and for
// reports a result too.
func checkFile(file string, opt checker.Options) (*checker.Result, error) {
	src, err := os.ReadFile(file)
	if err == nil && !utf8.Valid(src) {
		err = errNotUTF8
	}
	if err != nil {
		err = fmt.Errorf("cannot read '%s': %s", file, reason(err))
		return &checker.Result{File: file, Diagnostics: []checker.Diagnostic{{
			File: file, Severity: checker.Error, Code: checker.CodeRead, Message: err.Error(),
		}}}, err
	}
	return checker.Check(file, src, opt), nil
}

// above adds a warning for each capability that the ceiling does not cover.
func above(r *checker.Result, platform *caps.Platform, ceiling *caps.List) {
	seen := map[string]bool{}
	for _, a := range r.Asks {
		name := a.Capability.String()
		if a.Ambient && !a.Declared || seen[name] || asks.Covered(platform, a, ceiling) {
			continue
		}
		seen[name] = true
		r.Diagnostics = append(r.Diagnostics, asks.Above(a))
	}
}

// checkFiles replaces directories by the programs below them.
func checkFiles(words []string) (files []string, several bool, err error) {
	several = len(words) > 1
	for _, word := range words {
		if info, err := os.Stat(word); err != nil || !info.IsDir() {
			files = append(files, word)
			continue
		}
		several = true
		var below []string
		err := filepath.WalkDir(word, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".syn") || flat.IsFlat(path)) {
				below = append(below, path)
			}
			return err
		})
		if err != nil {
			return nil, false, fmt.Errorf("cannot read '%s': %s", word, reason(err))
		}
		if len(below) == 0 {
			return nil, false, fmt.Errorf("no .syn files in '%s'", word)
		}
		slices.Sort(below)
		files = append(files, below...)
	}
	return files, several, nil
}
