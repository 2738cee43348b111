package sig

// Rows of the family parquet.
var (
	ParquetRead = Row{Name: "parquet_read", Family: "parquet", Status: Recognised,
		Params: []Param{{Name: "data"}, {Name: "options", Opt: true}},
		Doc:    "Rows from Parquet bytes"}
	ParquetWrite = Row{Name: "parquet_write", Family: "parquet", Status: Recognised,
		Params: []Param{{Name: "rows"}, {Name: "options", Opt: true}},
		Doc:    "Parquet bytes from rows"}
)

var rowsParquet = []*Row{
	&ParquetRead,
	&ParquetWrite,
}
