package library_test

import (
	"fmt"
	"log"

	"ecslab/ecs"
	"ecslab/impl/table"
)

type Name string

type Health struct{ Points int }

type Poisoned struct{} // a tag: of size zero, it takes no column

func Example() {
	w := ecs.NewWorld(table.New, nil, ecs.DefaultOptions())
	ecs.Register[Name](w)
	ecs.Register[Health](w)
	ecs.Register[Poisoned](w)

	name, health := ecs.Write[Name](), ecs.Write[Health]()
	spawner, err := w.Spawner(name, health)
	if err != nil {
		log.Fatal(err)
	}
	var party []ecs.Entity
	for _, n := range []Name{"Ada", "Bo", "Cy"} {
		e, c, err := spawner.Spawn()
		if err != nil {
			log.Fatal(err)
		}
		*name.At(c, 0), *health.At(c, 0) = n, Health{10}
		party = append(party, e)
	}
	if err := ecs.Set(w, party[1], Poisoned{}); err != nil {
		log.Fatal(err)
	}

	hurt := ecs.Write[Health]()
	poisoned := w.MustQuery(hurt, ecs.All(ecs.Of[Poisoned]()))
	for range 3 { // a prepared query is walked any number of times
		if err := ecs.Each(poisoned, hurt, func(_ ecs.Entity, h *Health) { h.Points -= 3 }); err != nil {
			log.Fatal(err)
		}
	}

	who, points := ecs.Read[Name](), ecs.Read[Health]()
	all := w.MustQuery(who, points)
	for n, h := range ecs.Range2(all, who, points) {
		fmt.Println(*n, h.Points)
	}
	if err := all.Err(); err != nil {
		log.Fatal(err)
	}

	if err := w.Despawn(party[0]); err != nil {
		log.Fatal(err)
	}
	fmt.Println(w.Len(), "live; the first again:", w.Despawn(party[0]))
	// Output:
	// Ada 10
	// Cy 10
	// Bo 1
	// 2 live; the first again: entity does not live
}
