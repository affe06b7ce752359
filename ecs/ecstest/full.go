package ecstest

import (
	"errors"
	"fmt"

	"ecslab/ecs"
)

// Full checks a storage that has no place left: with an error of Spawn or Exchange
// nothing has changed. Run does not bring that about. The storage of the backend is
// one that is made with little room, which some thousands of entities fill.
func Full(b ecs.Backend, plain bool) (err error) {
	if plain {
		b = strict(b)
	}
	defer caught(&err)
	l, err := newLists(b, plain, &seedSource{state: 1})
	if err != nil {
		return err
	}
	refused := 0
	for step := 0; step < 20_000 && refused < 100; step++ {
		err := l.single()
		if err == nil {
			continue
		}
		if !errors.Is(err, ecs.ErrFull) {
			return err
		}
		refused++
		if err := l.check(); err != nil {
			return fmt.Errorf("%d entities; after %v: %w", l.Len(), ecs.ErrFull, err)
		}
	}
	if refused == 0 {
		return fmt.Errorf("%d entities, and no call was refused", l.Len())
	}
	return l.check()
}

// single spawns one entity or exchanges one.
func (l *lists) single() error {
	if len(l.living) == 0 || l.src.intn(3) > 0 {
		return l.spawnOne()
	}
	e, x := l.living[l.src.intn(len(l.living))], &l.swaps[l.src.intn(len(l.swaps))]
	_, err := x.One(e)
	if err == nil {
		l.facts[e].swap(x)
	}
	return err
}
