// Package all collects the tables of every family of builtins.
package all

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/archives"
	"github.com/synrun/synrun/runtime/builtin/arrays"
	"github.com/synrun/synrun/runtime/builtin/assert"
	"github.com/synrun/synrun/runtime/builtin/bits"
	"github.com/synrun/synrun/runtime/builtin/bytes"
	"github.com/synrun/synrun/runtime/builtin/charts"
	"github.com/synrun/synrun/runtime/builtin/collections"
	"github.com/synrun/synrun/runtime/builtin/conversion"
	"github.com/synrun/synrun/runtime/builtin/csv"
	"github.com/synrun/synrun/runtime/builtin/databases"
	"github.com/synrun/synrun/runtime/builtin/environ"
	"github.com/synrun/synrun/runtime/builtin/files"
	"github.com/synrun/synrun/runtime/builtin/hash"
	"github.com/synrun/synrun/runtime/builtin/http"
	"github.com/synrun/synrun/runtime/builtin/intentional"
	"github.com/synrun/synrun/runtime/builtin/json"
	"github.com/synrun/synrun/runtime/builtin/lists"
	"github.com/synrun/synrun/runtime/builtin/maps"
	"github.com/synrun/synrun/runtime/builtin/mathfn"
	"github.com/synrun/synrun/runtime/builtin/memory"
	"github.com/synrun/synrun/runtime/builtin/output"
	"github.com/synrun/synrun/runtime/builtin/predicate"
	"github.com/synrun/synrun/runtime/builtin/process"
	"github.com/synrun/synrun/runtime/builtin/program"
	"github.com/synrun/synrun/runtime/builtin/random"
	"github.com/synrun/synrun/runtime/builtin/regex"
	"github.com/synrun/synrun/runtime/builtin/sockets"
	"github.com/synrun/synrun/runtime/builtin/statistics"
	"github.com/synrun/synrun/runtime/builtin/tables"
	"github.com/synrun/synrun/runtime/builtin/tasks"
	"github.com/synrun/synrun/runtime/builtin/templates"
	"github.com/synrun/synrun/runtime/builtin/text"
	"github.com/synrun/synrun/runtime/builtin/timefn"
	"github.com/synrun/synrun/runtime/builtin/toml"
	"github.com/synrun/synrun/runtime/builtin/xml"
)

// Tables are the tables of all families.
func Tables() [][]builtin.Def {
	return [][]builtin.Def{
		archives.Table,
		arrays.Table,
		mathfn.Table,
		statistics.Table,
		assert.Table,
		bits.Table,
		bytes.Table,
		charts.Table,
		collections.Table,
		conversion.Table,
		databases.Table,
		environ.Table,
		files.Table,
		hash.Table,
		http.Table,
		json.Table,
		lists.Table,
		maps.Table,
		memory.Table,
		output.Table,
		predicate.Table,
		random.Table,
		timefn.Table,
		regex.Table,
		intentional.Table,
		process.Table,
		program.Table,
		sockets.Table,
		tables.Table,
		tasks.Table,
		text.Table,
		csv.Table,
		toml.Table,
		xml.Table,
		templates.Table,
	}
}
