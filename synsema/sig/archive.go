package sig

// Rows of the family archive.
var (
	TarCreate = Row{Name: "tar_create", Family: "archive", Status: Core,
		Params: []Param{{Name: "entries"}, {Name: "options", Opt: true}}, CapNote: "entry \"from\": file.read",
		Doc: "TAR bytes from entries; option gzip"}
	TarExtract = Row{Name: "tar_extract", Family: "archive", Status: Core,
		Params: []Param{{Name: "archive"}, {Name: "dest"}, {Name: "options", Opt: true}},
		Cap:    "file.write",
		Doc:    "extract a TAR (gzip detected)"}
	ZipCreate = Row{Name: "zip_create", Family: "archive", Status: Core,
		Params: []Param{{Name: "entries"}, {Name: "options", Opt: true}}, CapNote: "entry \"from\": file.read",
		Doc: "ZIP bytes from entries"}
	ZipExtract = Row{Name: "zip_extract", Family: "archive", Status: Core,
		Params: []Param{{Name: "archive"}, {Name: "dest"}, {Name: "options", Opt: true}},
		Cap:    "file.write",
		Doc:    "extract a ZIP below a directory"}
)

var rowsArchive = []*Row{
	&TarCreate,
	&TarExtract,
	&ZipCreate,
	&ZipExtract,
}
