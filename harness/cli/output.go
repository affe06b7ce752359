package cli

import "io"

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
