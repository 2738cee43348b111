package sig

// Rows of the family archive.
var (
	TarCreate = Row{Name: "tar_create", Family: "archive", Status: Core,
		Params: []Param{{Name: "entries"}, {Name: "options", Opt: true}}, CapNote: "entry \"from\": file.read",
		Doc:     "TAR bytes from entries; option gzip",
		Example: `length(tar_create([{"path": "a.txt", "bytes": "hi"}]))`,
		Shows:   "2048"}
	TarExtract = Row{Name: "tar_extract", Family: "archive", Status: Core,
		Params:  []Param{{Name: "archive"}, {Name: "dest"}, {Name: "options", Opt: true}},
		Cap:     "file.write",
		Doc:     "extract a TAR (gzip detected)",
		Example: `tar_extract(read_file_bytes("data/a.tar.gz"), "out")`}
	ZipCreate = Row{Name: "zip_create", Family: "archive", Status: Core,
		Params: []Param{{Name: "entries"}, {Name: "options", Opt: true}}, CapNote: "entry \"from\": file.read",
		Doc:     "ZIP bytes from entries",
		Example: `length(zip_create([{"path": "a.txt", "bytes": "hi"}])) > 0`,
		Shows:   "true"}
	ZipExtract = Row{Name: "zip_extract", Family: "archive", Status: Core,
		Params:  []Param{{Name: "archive"}, {Name: "dest"}, {Name: "options", Opt: true}},
		Cap:     "file.write",
		Doc:     "extract a ZIP below a directory",
		Example: `zip_extract(read_file_bytes("data/a.zip"), "out", {"max_bytes": 1000000})`}
)

var rowsArchive = []*Row{
	&TarCreate,
	&TarExtract,
	&ZipCreate,
	&ZipExtract,
}
