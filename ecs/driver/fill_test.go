package driver

import "testing"

func TestFill(t *testing.T) {
	for n := range 300 {
		list := make([]uint32, n+1)
		Fill(list[:n], 7)
		for i, v := range list[:n] {
			if v != 7 {
				t.Fatalf("%d elements: number %d is %d", n, i, v)
			}
		}
		if list[n] != 0 {
			t.Fatalf("%d elements: wrote beyond", n)
		}
	}
}
