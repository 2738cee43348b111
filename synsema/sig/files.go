package sig

// Rows of the family files.
var (
	AppendFile = Row{Name: "append_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "content"}},
		Cap:     "file.write",
		Doc:     "append to a file",
		Example: `append_file("out/log.txt", "line\n")`,
		Shows:   "true"}
	Cwd = Row{Name: "cwd", Family: "files", Status: Core,
		Cap:     "file.read",
		Doc:     "working directory",
		Example: "cwd()"}
	DeleteDir = Row{Name: "delete_dir", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "options", Opt: true}},
		Cap:     "file.write",
		Doc:     "delete a directory; option recursive",
		Example: `delete_dir("out", {"recursive": true})`,
		Shows:   "true"}
	DeleteFile = Row{Name: "delete_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.write",
		Doc:     "delete a file",
		Example: `delete_file("out/log.txt")`,
		Shows:   "true"}
	EditFile = Row{Name: "edit_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "old"}, {Name: "new"}, {Name: "replace_all", Opt: true}},
		Cap:     "file.write",
		Doc:     "exact-string replacement in a file",
		Example: `edit_file("out/log.txt", "line", "row")`,
		Shows:   "{replaced: 1}"}
	FileExists = Row{Name: "file_exists", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.read",
		Doc:     "true when the path exists",
		Example: `file_exists("data/notes.txt")`,
		Shows:   "true"}
	FileInfo = Row{Name: "file_info", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.read",
		Doc:     "map {exists, is_dir, size, modified}",
		Example: `file_info("data/notes.txt")`}
	Grep = Row{Name: "grep", Family: "files", Status: Core,
		Params:  []Param{{Name: "target"}, {Name: "pattern"}, {Name: "options", Opt: true}},
		Cap:     "file.read",
		Doc:     "search lines in a file or directory",
		Example: `grep("data", "todo", {"ignore_case": true, "glob": "*.txt"})`}
	ListDir = Row{Name: "list_dir", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.read",
		Doc:     "entries {name, is_dir, size} sorted by name",
		Example: `list_dir("data")`}
	ReadFile = Row{Name: "read_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "first", Opt: true}, {Name: "count", Opt: true}},
		Cap:     "file.read",
		Doc:     "text of a file, or a range of lines",
		Example: `read_file("data/notes.txt", 1, 10)`}
	ReadFileBytes = Row{Name: "read_file_bytes", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.read",
		Doc:     "bytes of a file",
		Example: `length(read_file_bytes("data/photo.png"))`}
	Watch = Row{Name: "watch", Family: "files", Status: Extended,
		Params:  []Param{{Name: "path"}, {Name: "options", Opt: true}},
		Cap:     "file.read",
		Doc:     "handle that reports file changes",
		Example: `watch("data", {"interval": 1})`}
	WatchClose = Row{Name: "watch_close", Family: "files", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "stop a watch",
		Example: "watch_close(1)",
		Shows:   "true"}
	WatchRecv = Row{Name: "watch_recv", Family: "files", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:    "next change or nothing"}
	WatchStats = Row{Name: "watch_stats", Family: "files", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "counters of a watch"}
	WriteFile = Row{Name: "write_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "content"}},
		Cap:     "file.write",
		Doc:     "write text or bytes atomically",
		Example: `write_file("out/report.txt", "done\n")`,
		Shows:   "true"}
)

var rowsFiles = []*Row{
	&AppendFile,
	&Cwd,
	&DeleteDir,
	&DeleteFile,
	&EditFile,
	&FileExists,
	&FileInfo,
	&Grep,
	&ListDir,
	&ReadFile,
	&ReadFileBytes,
	&Watch,
	&WatchClose,
	&WatchRecv,
	&WatchStats,
	&WriteFile,
}
