package sig

// Rows of the family files.
var (
	AppendFile = Row{Name: "append_file", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Cap:    "file.write",
		Doc:    "append to a file"}
	Cwd = Row{Name: "cwd", Family: "files", Status: Core,
		Cap: "file.read",
		Doc: "working directory"}
	DeleteDir = Row{Name: "delete_dir", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Cap:    "file.write",
		Doc:    "delete a directory; option recursive"}
	DeleteFile = Row{Name: "delete_file", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}},
		Cap:    "file.write",
		Doc:    "delete a file"}
	EditFile = Row{Name: "edit_file", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d", Opt: true}},
		Cap:    "file.write",
		Doc:    "exact-string replacement in a file"}
	FileExists = Row{Name: "file_exists", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}},
		Cap:    "file.read",
		Doc:    "true when the path exists"}
	FileInfo = Row{Name: "file_info", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}},
		Cap:    "file.read",
		Doc:    "map {exists, is_dir, size, modified}"}
	Grep = Row{Name: "grep", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "file.read",
		Doc:    "search lines in a file or directory"}
	ListDir = Row{Name: "list_dir", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}},
		Cap:    "file.read",
		Doc:    "entries {name, is_dir, size} sorted by name"}
	ReadFile = Row{Name: "read_file", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Cap:    "file.read",
		Doc:    "text of a file, or a range of lines"}
	ReadFileBytes = Row{Name: "read_file_bytes", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}},
		Cap:    "file.read",
		Doc:    "bytes of a file"}
	Watch = Row{Name: "watch", Family: "files", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Cap:    "file.read",
		Doc:    "handle that reports file changes"}
	WatchClose = Row{Name: "watch_close", Family: "files", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "stop a watch"}
	WatchRecv = Row{Name: "watch_recv", Family: "files", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "next change or nothing"}
	WatchStats = Row{Name: "watch_stats", Family: "files", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "counters of a watch"}
	WriteFile = Row{Name: "write_file", Family: "files", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
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
