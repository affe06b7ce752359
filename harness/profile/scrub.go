package profile

import (
	"bytes"
	"path"
	"strings"

	"github.com/google/pprof/profile"
)

// Scrub takes the paths of the machine out of a profile.
func Scrub(b []byte) ([]byte, error) {
	p, err := profile.ParseData(b)
	if err != nil {
		return nil, err
	}
	for _, m := range p.Mapping {
		m.File = base(m.File)
	}
	for _, f := range p.Function {
		if f.Filename == "" {
			continue
		}
		f.Filename = base(f.Filename)
		if pkg := packageOf(f.Name); pkg != "" {
			f.Filename = pkg + "/" + f.Filename
		}
	}
	var out bytes.Buffer
	err = p.Write(&out)
	return out.Bytes(), err
}

func base(file string) string {
	if file == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(file, `\`, "/"))
}

// packageOf is the import path of a Go function: what stands before the first
// dot behind the last slash. Type arguments hold paths of their own and come
// later. "" for what has no package, such as a routine in assembly.
func packageOf(function string) string {
	name, _, _ := strings.Cut(function, "[")
	slash := strings.LastIndex(name, "/") + 1
	if dot := strings.Index(name[slash:], "."); dot > 0 {
		return name[:slash+dot]
	}
	return ""
}

// Short is a function's name without the path to its package and without type
// arguments, which are longer than the name: what fits into a picture.
func Short(function string) string {
	name, rest, generic := strings.Cut(function, "[")
	name = name[strings.LastIndex(name, "/")+1:]
	if generic {
		name += "[…]" + rest[strings.LastIndex(rest, "]")+1:]
	}
	return name
}
