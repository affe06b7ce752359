package replay

import (
	"fmt"
	"reflect"
	"testing"
)

func ExampleParse() {
	_, err := Parse("demo.trace", []byte("component Pos fields=2\nspawn a Pos=1\n"))
	fmt.Println(err)
	_, err = Parse("demo.trace", []byte("component Pos\nqurey All(Pos)\n"))
	fmt.Println(err)
	// Output:
	// demo.trace:2:9: found "Pos=1", expected 2 values, not 1
	// demo.trace:2:1: found "qurey", expected a statement (nearest: "query")
}

func ExampleFile_Format() {
	f, err := Parse("demo.trace", []byte("world ring=8 seed=3\ncomponent  C\tfields=0 # a tag\nrepeat 2\nspawn b+5 C\nend\ncount All(C)\n=> ticks: 10"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", f.Format())
	// Output:
	// world seed=3
	// component C fields=0
	// repeat 2
	//   spawn b+5 C
	// end
	// count All(C)
	//   => ticks: 10
}

func TestTree(t *testing.T) {
	f, err := Parse("x", []byte(`component C
component T fields=0 track=all
spawn a C=2
  spawn b*9 T
mark m
measure
was b.3 created @m
  => true
  => frame: error
clear changed
run s
  count Or(Any(T,C),AllChanged(C)@m) => 4
end
`))
	if err != nil {
		t.Fatal(err)
	}
	setup, measured := f.SplitMeasure()
	if len(setup) != 3 || len(measured) != 3 {
		t.Fatalf("%d statements above measure, %d below", len(setup), len(measured))
	}
	answers := &Answers{Default: &Answer{Position: Position{8, 6}, Form: AnswerBool, Bool: true}}
	answers.ByTracker[Frame] = &Answer{Position: Position{9, 13}}
	for i, test := range []struct{ got, want any }{
		{f.Components[1], Component{Position: Position{2, 1}, Name: "T", Track: 1<<Added | 1<<Removed}},
		{f.Labels, []string{"a", "b"}},
		{setup[0], &SpawnStmt{Position: Position{3, 1}, N: 1, Args: []Arg{{Position{3, 9}, 0, []float64{2}}}}},
		{setup[1], &SpawnStmt{Position: Position{4, 3}, Form: SpawnBatch, Label: 1, N: 9, Args: []Arg{{Position{4, 13}, 1, nil}}}},
		{measured[0], &WasStmt{Position: Position{7, 1}, Target: Reference{Position: Position{7, 5}, Label: 1, Form: RefMember, From: 3, To: 3},
			Kind: Created, Component: NoComponent, Answers: answers}},
		{measured[1], &ClearStmt{Position: Position{10, 1}, Kinds: 1 << Changed, Component: NoComponent}},
		{measured[2].(*RunStmt).Body[0], &CountStmt{Position: Position{12, 3},
			Terms: []Term{{Position: Position{12, 9}, Quantifier: Or, Kind: Present, Mark: NoMark, Terms: []Term{
				{Position: Position{12, 9}, Quantifier: Any, Kind: Present, Components: []ComponentID{1, 0}, Mark: NoMark},
				{Position: Position{12, 9}, Kind: Changed, Components: []ComponentID{0}},
			}}},
			Answers: &Answers{SameLine: true, Default: &Answer{Position: Position{12, 41}, Form: AnswerCount, Count: 4}}}},
		{answers.For(Frame).Form, AnswerError},
		{answers.For(FrameExact).Form, AnswerBool},
		{(*Answers)(nil).For(Ticks), (*Answer)(nil)},
		{f.FormatStmt(measured[2]), "run s\n  count Or(Any(T,C),AllChanged(C)@m) => 4\nend"},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%d: %+v, want %+v", i, test.got, test.want)
		}
	}
}
