package confine

// What every program needs of the system. The lists name what is public on any
// machine; nothing of /etc that is about users, and nothing of /var.

// systemFolders of code: read and run.
var systemCode = []string{
	"/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/libexec",
	"/usr/local/lib", "/usr/local/lib64", "/usr/local/libexec",
	"/nix/store", "/gnu/store",
}

// systemData: read.
var systemData = []string{
	"/usr/share", "/usr/local/share/ca-certificates",
	// the loader's caches
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload",
	// names, times and languages
	"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols",
	"/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/locale.conf", "/etc/mime.types", "/etc/os-release",
	// certificates
	"/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/ssl/cert.pem", "/etc/ca-certificates", "/etc/ca-certificates.conf",
	"/etc/pki/tls/certs", "/etc/pki/tls/openssl.cnf", "/etc/pki/tls/cert.pem", "/etc/pki/ca-trust/extracted", "/etc/crypto-policies",
	// settings that the programs of a system share
	"/etc/alternatives", "/etc/gitconfig", "/etc/inputrc", "/etc/terminfo", "/etc/magic", "/etc/fonts",
	// how many processors and how much memory there is
	"/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/kernel/mm/transparent_hugepage", "/sys/fs/cgroup",
}

// systemDevices are devices that lead nowhere: read and write.
var systemDevices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// withoutProcesses is what is lent of /proc where a child gets none of its own.
var withoutProcesses = []string{
	"/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/version", "/proc/filesystems", "/proc/loadavg", "/proc/uptime",
	"/proc/sys/kernel/osrelease", "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/random",
}
