package replay

import "testing"

// TestMembersOfReorderedLines: what runs behind a later line can number on the
// batch that the later line begins.
func TestMembersOfReorderedLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		ok         bool
	}{
		{"deferred", "run s\ndefer spawn b+2\nspawn b*2\nend\nalive b.3\n", true},
		{"deferred, beyond", "run s\ndefer spawn b+2\nspawn b*2\nend\nalive b.4\n", false},
		{"loop", "repeat 2\nspawn b+1\ndespawn b.*\nspawn b*5\nend\nalive b.5\n", true},
		{"loop, beyond", "repeat 2\nspawn b+1\ndespawn b.*\nspawn b*5\nend\nalive b.7\n", false},
		{"in order", "spawn b+5\ndespawn b.*\nspawn b*3\nalive b.4\n", true},
		{"in order, beyond", "spawn b+2\ndespawn b.*\nspawn b*2\nalive b.2\n", false},
		{"deferred in a loop of a run", "run s\nrepeat 3\ndefer spawn b+1\nend\nspawn b*2\nend\nalive b.4\n", true},
		{"another run", "run s\ndefer spawn b+2\nend\ndespawn b.*\nrun s\nspawn b*2\nend\nalive b.2\n", false},
	} {
		_, err := Parse(c.name, []byte(c.text))
		if (err == nil) != c.ok {
			t.Errorf("%s: %v, expected right %t", c.name, err, c.ok)
		}
	}
}
