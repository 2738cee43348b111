// Command ferretdb speaks MongoDB's protocol over a folder of SQLite files, for
// the tests of the mongo_* builtins.
package main

import (
	"context"
	"flag"
	"log"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:27017", "address")
	dir := flag.String("dir", "", "folder of the data, with a slash at its end")
	flag.Parse()
	f, err := ferretdb.New(&ferretdb.Config{
		Listener: ferretdb.ListenerConfig{TCP: *listen}, Handler: "sqlite", SQLiteURL: "file:" + *dir,
	})
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := f.Run(ctx); err != nil {
		log.Fatal(err)
	}
}
