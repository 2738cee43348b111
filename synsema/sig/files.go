package sig

// Rows of the family files.
var (
	AppendFile = Row{Name: "append_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "content"}},
		Cap:     "file.write",
		Doc:     "Writes text or bytes at the end of a file, which is made when it is missing",
		Example: `append_file("out/log.txt", "line\n")`,
		Shows:   "true"}
	Cwd = Row{Name: "cwd", Family: "files", Status: Core,
		Cap:     "file.read",
		Doc:     "The working directory, to which relative paths belong",
		Example: "cwd()"}
	DeleteDir = Row{Name: "delete_dir", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "options", Opt: true}},
		Cap:     "file.write",
		Doc:     "Deletes an empty directory; with the option recursive all that is in it too",
		Example: `delete_dir("out", {"recursive": true})`,
		Shows:   "true"}
	DeleteFile = Row{Name: "delete_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.write",
		Doc:     "Deletes a file",
		Example: `delete_file("out/log.txt")`,
		Shows:   "true"}
	EditFile = Row{Name: "edit_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "old"}, {Name: "new"}, {Name: "replace_all", Opt: true}},
		Cap:     "file.write",
		Doc:     "Replaces a piece of text that occurs exactly once in a file; with replace_all every occurrence",
		Example: `edit_file("out/log.txt", "line", "row")`,
		Shows:   "{replaced: 1}"}
	FileExists = Row{Name: "file_exists", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.read",
		Doc:     "Whether there is a file or a directory at the path",
		Example: `file_exists("data/notes.txt")`,
		Shows:   "true"}
	FileInfo = Row{Name: "file_info", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.read",
		Doc:     "Map {exists, is_dir, size, modified} of a path",
		Example: `file_info("data/notes.txt")`}
	Grep = Row{Name: "grep", Family: "files", Status: Core,
		Params:  []Param{{Name: "target"}, {Name: "pattern"}, {Name: "options", Opt: true}},
		Cap:     "file.read",
		Doc:     "Lines of a file, or of the files below a directory, that match a regular expression: {file, line, text}",
		Example: `grep("data", "todo", {"ignore_case": true, "glob": "*.txt"})`}
	ListDir = Row{Name: "list_dir", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.read",
		Doc:     "Entries {name, is_dir, size} of a directory, sorted by name",
		Example: `list_dir("data")`}
	ReadFile = Row{Name: "read_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "first", Opt: true}, {Name: "count", Opt: true}},
		Cap:     "file.read",
		Doc:     "Text of a file; with first and count only those lines, counted from 1",
		Example: `read_file("data/notes.txt", 1, 10)`}
	ReadFileBytes = Row{Name: "read_file_bytes", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}},
		Cap:     "file.read",
		Doc:     "Bytes of a file",
		Example: `length(read_file_bytes("data/photo.png"))`}
	Watch = Row{Name: "watch", Family: "files", Status: Extended,
		Params:  []Param{{Name: "path"}, {Name: "options", Opt: true}},
		Cap:     "file.read",
		Doc:     "Starts to watch a file or a directory for changes and gives a handle",
		Example: `watch("data", {"interval": 1})`}
	WatchClose = Row{Name: "watch_close", Family: "files", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Ends a watch",
		Example: "watch_close(1)",
		Shows:   "true"}
	WatchRecv = Row{Name: "watch_recv", Family: "files", Status: Extended,
		Params:  []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:     "Next change that a watch has seen: {type, path, is_dir, …}; nothing when the time is over",
		Example: "require file.read(\".\")\nwatch_recv(watch(\".\"), 0)",
		Shows:   "nothing"}
	WatchStats = Row{Name: "watch_stats", Family: "files", Status: Extended,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Map of the counters of a watch",
		Example: "require file.read(\".\")\nkeys(watch_stats(watch(\".\")))",
		Shows:   "[\"path\", \"recursive\", \"interval\", \"entries\", \"scans\", \"queued\", \"dropped\"]"}
	WriteFile = Row{Name: "write_file", Family: "files", Status: Core,
		Params:  []Param{{Name: "path"}, {Name: "content"}},
		Cap:     "file.write",
		Doc:     "Writes text or bytes as a whole new file: a reader sees the old one or the new one, never a half",
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
