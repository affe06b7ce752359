package raw

import (
	"errors"
	"io/fs"
	"os"
)

var errNotRegular = errors.New("not a regular file")

// regular refuses what is there and is neither a regular file nor a directory,
// which the system refuses by itself: reading a device or a pipe may never end,
// and to replace one would take it from the whole machine.
func regular(op, path string) error {
	if i, err := os.Stat(path); err == nil && !i.Mode().IsRegular() && !i.IsDir() {
		return &fs.PathError{Op: op, Path: path, Err: errNotRegular}
	}
	return nil
}

// ReadFile is os.ReadFile for regular files only.
func ReadFile(path string) ([]byte, error) {
	if err := regular("read", path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
