package cli

import (
	"encoding/json"
	"io"
)

// output is standard output, with the first error of writing to it kept: commands
// print without looking, and Main tells of what was lost.
type output struct {
	to  io.Writer
	err error
}

// Write never fails; what follows an error is dropped.
func (o *output) Write(b []byte) (int, error) {
	if o.err == nil {
		_, o.err = o.to.Write(b)
	}
	return len(b), nil
}

// writeJSON writes one object over several lines.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}
