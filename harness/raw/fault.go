package raw

import (
	"errors"
	"fmt"
	"io/fs"
)

// Fault says what is wrong with a results directory, and where.
type Fault struct {
	Path    string
	Line    int // counts from 1; 0: the file as a whole
	Message string
}

func (f *Fault) Error() string {
	if f.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", f.Path, f.Line, f.Message)
	}
	return f.Path + ": " + f.Message
}

// reason drops operation and path from a file error, for a message that names
// the path already.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
