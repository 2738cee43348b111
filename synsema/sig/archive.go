package sig

// Rows of the family archive.
var (
	TarCreate = Row{Name: "tar_create", Family: "archive", Status: Core,
		Params: []Param{{Name: "entries"}, {Name: "options", Opt: true}}, CapNote: "entry \"from\": file.read",
		Doc:     "TAR bytes of entries {path, bytes} or {path, from}; the same entries give the same bytes. Option gzip",
		Example: `length(tar_create([{"path": "a.txt", "bytes": "hi"}]))`,
		Shows:   "2048"}
	TarExtract = Row{Name: "tar_extract", Family: "archive", Status: Core,
		Params:  []Param{{Name: "archive"}, {Name: "dest"}, {Name: "options", Opt: true}},
		Cap:     "file.write",
		Doc:     "Unpacks a TAR, gzipped or not, below a directory and gives the paths written; an entry that would leave it is an error",
		Example: `tar_extract(read_file_bytes("data/a.tar.gz"), "out")`}
	ZipCreate = Row{Name: "zip_create", Family: "archive", Status: Core,
		Params: []Param{{Name: "entries"}, {Name: "options", Opt: true}}, CapNote: "entry \"from\": file.read",
		Doc:     "ZIP bytes of entries {path, bytes} or {path, from}; the same entries give the same bytes",
		Example: `length(zip_create([{"path": "a.txt", "bytes": "hi"}])) > 0`,
		Shows:   "true"}
	ZipExtract = Row{Name: "zip_extract", Family: "archive", Status: Core,
		Params:  []Param{{Name: "archive"}, {Name: "dest"}, {Name: "options", Opt: true}},
		Cap:     "file.write",
		Doc:     "Unpacks a ZIP below a directory and gives the paths written; an entry that would leave it is an error",
		Example: `zip_extract(read_file_bytes("data/a.zip"), "out", {"max_bytes": 1000000})`}
)

var rowsArchive = []*Row{
	&TarCreate,
	&TarExtract,
	&ZipCreate,
	&ZipExtract,
}
