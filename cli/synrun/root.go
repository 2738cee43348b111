package synrun

import "os"

// warnRoot tells a person who works as root what that means for plugins.
func (a *app) warnRoot() {
	if os.Geteuid() == 0 {
		a.note("synrun runs as root: where no ceiling holds a plugin, it has this whole machine. Use an ordinary user")
	}
}
