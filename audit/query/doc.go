// Package query is what `synrun audit` does, without its command: which records
// are wanted, in what order they come, and how they are shown.
//
// A command is put together like this:
//
//	q := query.Query{N: 50, Where: where, Plugin: name}
//	sources := []*audit.Source{audit.Workspace(home, workspace)} // or audit.Workspaces(home), audit.FileSource(path)
//	filter, err := q.Compile(sources)                            // *UsageError: exit 2, its text as it is
//	err = query.Run(sources, filter, q.N, func(r *audit.Record) error {
//		// --json: r.Stored and a newline; --csv: AppendCSV after CSVHeader;
//		// else the cells of Row(r, location) under Columns
//	})
//
// [Follow] is Run that goes on, [Summarize] the tables of --summary, and
// [VerifyText] the answer of --verify, whose exit code is 1 when
// [audit.Verdict.OK] is false. [ParseTime] reads --since, --until and --before,
// and [Head] gives the answer of `synrun audit head`. audit.Prune and
// audit.Repair do what their commands say; [PruneText] and [RepairText] word it.
//
// It is a package of its own so that a program that only writes records does
// not link the expression language.
package query
