package gate

import "strings"

// Why a name is not there in the pure profile.
const (
	noFiles     = "this run has no filesystem"
	noProcesses = "this run has no child processes"
	noHub       = "this run has no child processes nor an I/O hub (select/proc_* need a process)"
	noSockets   = "this run has no raw network sockets (WebSocket/TLS identity need an event loop and a process)"
	noDatabases = "this run has no database drivers"
	noScheduler = "this run has no scheduler threads"
)

// native fails in the pure profile, before any check.
func (g *Gate) native(at At, why string) error {
	if !g.cfg.Pure {
		return nil
	}
	return notNative(strings.TrimSuffix(at.Source, "()"), why)
}

func notNative(name, why string) error {
	return usage(name + ": not available in the pure profile — " + why + " (drop --profile pure to run it natively)")
}

// NativeOnly reports whether the pure profile replaces a builtin.
func NativeOnly(name string) bool { return absent(name) != "" }

// Native fails for a builtin that the pure profile replaces. The operations of
// a Gate ask themselves; a runtime asks before it looks at the arguments, and
// for names that it only recognises.
func (g *Gate) Native(name string) error {
	if !g.cfg.Pure {
		return nil
	}
	if why := absent(name); why != "" {
		return notNative(name, why)
	}
	return nil
}

func absent(name string) string {
	switch name {
	case "read_file", "read_file_bytes", "write_file", "append_file", "edit_file", "list_dir", "grep", "cwd", "delete_file", "delete_dir":
		return noFiles
	case "run":
		return noProcesses
	case "select":
		return noHub
	case "mtls_identity":
		return noSockets
	case "sql", "paged":
		return noDatabases
	case "term_open", "zip_with": // there, though its name begins like others
		return ""
	}
	family, _, _ := strings.Cut(name, "_")
	switch family {
	case "zip", "tar":
		return noFiles
	case "proc", "watch", "pipe", "term":
		return noHub
	case "ws", "tcp":
		return noSockets
	case "db", "sql", "redis", "mongo":
		return noDatabases
	case "cron":
		return noScheduler
	}
	return ""
}
