package databases

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.DbOpen, Fn: open},
	{Row: &sig.DbClose, Fn: closeDB},
	{Row: &sig.Sql, Fn: query, Fresh: true},
	{Row: &sig.SqlExec, Fn: exec, Fresh: true},
	{Row: &sig.SqlBatch, Fn: batch, Fresh: true},
	{Row: &sig.SqlTables, Fn: tables, Fresh: true},
}
