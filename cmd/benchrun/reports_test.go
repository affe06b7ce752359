package main

import (
	"os"
	"testing"
)

// GitHub shows no more than this of a Markdown file as anything but plain text.
const rendered = 512 << 10

func TestReportsAreRendered(t *testing.T) {
	for _, path := range []string{"../../REPORT.md", "../../results/reference/REPORT.md"} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > rendered {
			t.Errorf("%s has %d bytes; above %d it is shown as plain text", path, info.Size(), rendered)
		}
	}
}
