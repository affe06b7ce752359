package raw

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"slices"
)

// Describe makes the manifest's entry for the bytes of a file.
func Describe(path, group, pass string, process int, b []byte) File {
	sum := sha256.Sum256(b)
	f := File{
		Path: path, Group: group, Pass: pass, Process: process,
		Size: int64(len(b)), SHA256: hex.EncodeToString(sum[:]),
	}
	if !slices.Contains(Profiles, pass) { // a profile is not a text
		lines := splitLines(b)
		f.Lines, f.LineSums = len(lines), base64.StdEncoding.EncodeToString(lineSums(lines))
	}
	return f
}

// splitLines cuts after each newline; a last line without one counts.
func splitLines(b []byte) [][]byte {
	lines := bytes.SplitAfter(b, []byte("\n"))
	if n := len(lines); n > 0 && len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	return lines
}

// lineSums keeps 16 bits of each line's CRC-32: enough to point at the line
// once SHA-256 has said that something differs.
func lineSums(lines [][]byte) []byte {
	var out []byte
	for _, l := range lines {
		out = binary.BigEndian.AppendUint16(out, uint16(crc32.ChecksumIEEE(l)))
	}
	return out
}

// read gives the bytes of a listed file if they are what was written.
func (m *Manifest) read(dir string, f File) ([]byte, error) {
	path := filepath.Join(dir, filepath.FromSlash(f.Path))
	b, err := ReadFile(path)
	if err != nil {
		return nil, &Fault{Path: path, Message: fmt.Sprintf("%s (listed at %s:%d)",
			reason(err), ManifestName, m.lineOf(`"`+f.Path+`"`))}
	}
	sum := sha256.Sum256(b)
	if int64(len(b)) == f.Size && hex.EncodeToString(sum[:]) == f.SHA256 {
		return b, nil
	}
	return nil, blame(path, f, b)
}

// blame finds the first line that is not the one that was written.
func blame(path string, f File, b []byte) *Fault {
	if f.Lines == 0 {
		return &Fault{Path: path, Message: fmt.Sprintf("altered: not the %d bytes that were written", f.Size)}
	}
	lines := splitLines(b)
	got := lineSums(lines)
	want, err := base64.StdEncoding.DecodeString(f.LineSums)
	if err != nil {
		want = nil
	}
	for i := 0; i+1 < len(want); i += 2 {
		line := i/2 + 1
		switch {
		case i >= len(got):
			return &Fault{path, max(len(lines), 1), fmt.Sprintf("truncated: %d of %d lines", len(lines), f.Lines)}
		case got[i] == want[i] && got[i+1] == want[i+1]:
		case line == len(lines) && len(lines) <= f.Lines && !bytes.HasSuffix(b, []byte("\n")):
			return &Fault{path, line, fmt.Sprintf("truncated within line %d of %d", line, f.Lines)}
		default:
			return &Fault{path, line, "altered: the line's checksum is not the one in " + ManifestName}
		}
	}
	return &Fault{path, max(len(lines), 1), fmt.Sprintf("altered: %d bytes in %d lines where %d in %d were written",
		len(b), len(lines), f.Size, f.Lines)}
}
