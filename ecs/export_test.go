package ecs

import (
	"bytes"
	"io"
)

// Framed makes a stream, with checksums that fit, of what it is to hold;
// Unframed gives that back. So tests reach what stands behind the checksums.
func Framed(content []byte) []byte {
	var b bytes.Buffer
	f, _ := newFrameWriter(&b)
	for len(content) > 0 { // small frames, so that every read meets their ends
		n := min(len(content), 100)
		f.Write(content[:n])
		f.flush()
		content = content[n:]
	}
	f.end()
	return b.Bytes()
}

func Unframed(text []byte) []byte {
	f, err := newFrameReader(bytes.NewReader(text))
	if err != nil {
		panic(err)
	}
	content, err := io.ReadAll(f)
	if err != nil {
		panic(err)
	}
	return content
}
