package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file of the host's state: complete or not at all, for the
// user alone. Missing folders are made.
func WriteFile(path string, data []byte) error { return writeFile(path, data, 0o600) }

func writeFile(path string, data []byte, mode fs.FileMode) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".tmp-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// BadStateError says that a file of the host's state cannot be understood. It
// is never overwritten: a person repairs or removes it.
type BadStateError struct{ File string }

func (e *BadStateError) Error() string {
	return e.File + " is not valid JSON — fix or remove it"
}

// ReadState reads a JSON file of state into v. A file that does not exist
// leaves v alone.
func ReadState(path string, v any) error {
	src, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", path, reason(err))
	}
	if json.Unmarshal(src, v) != nil {
		return &BadStateError{path}
	}
	return nil
}

// WriteState writes v as the indented JSON of a state file.
func WriteState(path string, v any) error {
	src, err := json.MarshalIndent(v, "", "  ")
	if err == nil {
		err = WriteFile(path, append(src, '\n'))
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return nil
}
