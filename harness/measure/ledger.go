package measure

import (
	"reflect"

	"ecslab/ecs"
)

// ledger knows the storages and trackers that were made since the last reset,
// so that the memory pass can ask them what change tracking takes. Scenarios
// need not know of it: the backends that they are given note what they make.
type ledger struct {
	storages []any
	trackers []interface{ Bytes() int }
}

// watch gives backends that note what they make.
func (l *ledger) watch(backends []ecs.Backend) []ecs.Backend {
	out := make([]ecs.Backend, len(backends))
	for i, b := range backends {
		out[i] = b
		if b.NewStorage != nil {
			out[i].NewStorage = noting(b.NewStorage, func(s any) { l.storages = append(l.storages, s) })
		}
		if b.NewTracker != nil {
			out[i].NewTracker = noting(b.NewTracker, func(t any) {
				if t, ok := t.(interface{ Bytes() int }); ok {
					l.trackers = append(l.trackers, t)
				}
			})
		}
	}
	return out
}

func noting[A, R any](make func(A) R, note func(any)) func(A) R {
	return func(a A) R {
		r := make(a)
		note(r)
		return r
	}
}

func (l *ledger) reset() { l.storages, l.trackers = nil, nil }

// bytes are what the trackers take for themselves, and what the columns beside
// values take.
func (l *ledger) bytes() (tracker, beside float64) {
	for _, t := range l.trackers {
		tracker += float64(t.Bytes())
	}
	return tracker, l.total("BesideBytes")
}

// sets are the archetypes of the storages, and their tables.
func (l *ledger) sets() (archetypes, tables float64) { return l.total("Archetypes"), l.total("Tables") }

// total adds up a figure over the storages.
func (l *ledger) total(field string) (sum float64) {
	for _, s := range l.storages {
		sum += statistic(s, field)
	}
	return sum
}

// statistic asks a storage for its statistics. Their type belongs to the
// contract between storages and package ecs, which the harness stays clear of.
func statistic(storage any, field string) float64 {
	m := reflect.ValueOf(storage).MethodByName("Stats")
	if !m.IsValid() || m.Type().NumIn() != 0 || m.Type().NumOut() != 1 || m.Type().Out(0).Kind() != reflect.Struct {
		return 0
	}
	f := m.Call(nil)[0].FieldByName(field)
	if !f.IsValid() || !f.CanInt() {
		return 0
	}
	return float64(f.Int())
}
