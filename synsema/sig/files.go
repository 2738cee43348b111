package sig

// Rows of the family files.
var (
	AppendFile = Row{Name: "append_file", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}, {Name: "content"}},
		Cap:    "file.write",
		Doc:    "append to a file"}
	Cwd = Row{Name: "cwd", Family: "files", Status: Core,
		Cap: "file.read",
		Doc: "working directory"}
	DeleteDir = Row{Name: "delete_dir", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}, {Name: "options", Opt: true}},
		Cap:    "file.write",
		Doc:    "delete a directory; option recursive"}
	DeleteFile = Row{Name: "delete_file", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}},
		Cap:    "file.write",
		Doc:    "delete a file"}
	EditFile = Row{Name: "edit_file", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}, {Name: "old"}, {Name: "new"}, {Name: "replace_all", Opt: true}},
		Cap:    "file.write",
		Doc:    "exact-string replacement in a file"}
	FileExists = Row{Name: "file_exists", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}},
		Cap:    "file.read",
		Doc:    "true when the path exists"}
	FileInfo = Row{Name: "file_info", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}},
		Cap:    "file.read",
		Doc:    "map {exists, is_dir, size, modified}"}
	Grep = Row{Name: "grep", Family: "files", Status: Core,
		Params: []Param{{Name: "target"}, {Name: "pattern"}, {Name: "options", Opt: true}},
		Cap:    "file.read",
		Doc:    "search lines in a file or directory"}
	ListDir = Row{Name: "list_dir", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}},
		Cap:    "file.read",
		Doc:    "entries {name, is_dir, size} sorted by name"}
	ReadFile = Row{Name: "read_file", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}, {Name: "first", Opt: true}, {Name: "count", Opt: true}},
		Cap:    "file.read",
		Doc:    "text of a file, or a range of lines"}
	ReadFileBytes = Row{Name: "read_file_bytes", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}},
		Cap:    "file.read",
		Doc:    "bytes of a file"}
	Watch = Row{Name: "watch", Family: "files", Status: Extended,
		Params: []Param{{Name: "path"}, {Name: "options", Opt: true}},
		Cap:    "file.read",
		Doc:    "handle that reports file changes"}
	WatchClose = Row{Name: "watch_close", Family: "files", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "stop a watch"}
	WatchRecv = Row{Name: "watch_recv", Family: "files", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:    "next change or nothing"}
	WatchStats = Row{Name: "watch_stats", Family: "files", Status: Extended,
		Params: []Param{{Name: "handle"}},
		Doc:    "counters of a watch"}
	WriteFile = Row{Name: "write_file", Family: "files", Status: Core,
		Params: []Param{{Name: "path"}, {Name: "content"}},
		Cap:    "file.write",
		Doc:    "write text or bytes atomically"}
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
