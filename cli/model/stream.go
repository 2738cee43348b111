package model

import (
	"bufio"
	"bytes"
	"io"
)

// readEvents calls f with the data of each server-sent event.
func readEvents(r io.Reader, f func(data []byte) error) error {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 16<<10), 4<<20)
	var data []byte
	send := func() error {
		if len(data) == 0 {
			return nil
		}
		err := f(data)
		data = data[:0]
		return err
	}
	for in.Scan() {
		line := in.Bytes()
		if len(line) == 0 {
			if err := send(); err != nil {
				return err
			}
			continue
		}
		piece, ok := bytes.CutPrefix(line, []byte("data:"))
		if !ok {
			continue // the name of the event is in its data too
		}
		if len(data) > 0 {
			data = append(data, '\n')
		}
		data = append(data, bytes.TrimPrefix(piece, []byte(" "))...)
	}
	if err := in.Err(); err != nil {
		return err
	}
	return send()
}
