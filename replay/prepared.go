package replay

import (
	"slices"

	"ecslab/ecs"
)

// prepared is what is prepared against the world, each query, spawn and exchange once, however
// many statements of the file use it.
type prepared struct {
	queries   map[string]*query // by access and terms, as the file writes them
	spawners  map[ecs.Mask]*spawner
	exchanges map[exchangeKey]*exchange
}

// A query is a prepared query with the columns that its statements use.
type query struct {
	*ecs.Query
	err   error          // why it could not be prepared: each use of it is this error
	views []*ecs.Dynamic // one for each component asked for
	marks []MarkID       // the marks that its terms name, which load can have forgotten
}

// A spawner is a prepared spawn of one set of components.
type spawner struct {
	*ecs.Spawner
	views map[ComponentID]*ecs.Dynamic // of the components with fields
}

// An exchange is a prepared change of one set of components.
type exchange struct {
	*ecs.Exchange
	views map[ComponentID]*ecs.Dynamic // of Set, of the components with fields
}

type exchangeKey struct {
	edit Edit // Add, Set or Remove
	set  ecs.Mask
}

// query prepares a query with a column for each of components, mutable ones if write is set.
func (m *machine) query(terms []Term, components []ComponentID, write bool) *query {
	w := writer{file: m.file}
	w.terms(terms)
	if write {
		w.text(" mut")
	}
	for _, c := range components {
		w.text(" ")
		w.number(int(c))
	}
	key := string(w.out)
	if q := m.prepared.queries[key]; q != nil {
		return q
	}
	q := new(query)
	m.prepared.queries[key] = q
	var bound []ecs.Term
	for i := range terms {
		bound = append(bound, m.term(&terms[i], q))
	}
	for _, c := range components {
		view := ecs.ReadOf(m.component(c))
		if write {
			view = ecs.WriteOf(m.component(c))
		}
		q.views = append(q.views, view)
		bound = append(bound, view)
	}
	q.Query, q.err = m.world.Query(bound...)
	return q
}

// term translates a term and notes its marks.
func (m *machine) term(t *Term, q *query) ecs.Term {
	cs := make([]ecs.Component, len(t.Components))
	for i, c := range t.Components {
		cs[i] = m.component(c)
	}
	if t.Kind == Present {
		switch t.Quantifier {
		case All:
			return ecs.All(cs...)
		case None:
			return ecs.None(cs...)
		case Any:
			return ecs.Any(cs...)
		}
		terms := make([]ecs.Term, len(t.Terms))
		for i := range t.Terms {
			terms[i] = m.term(&t.Terms[i], q)
		}
		return ecs.Or(terms...)
	}
	var tracked ecs.Tracked
	if t.Kind == Created {
		tracked = ecs.IsCreated()
	} else {
		tracked = trackedTerms[t.Kind][t.Quantifier](cs...)
	}
	if t.Mark != NoMark {
		if !slices.Contains(q.marks, t.Mark) {
			q.marks = append(q.marks, t.Mark)
		}
		tracked = tracked.Since(&m.marks[t.Mark].moment)
	}
	return tracked
}

// trackedTerms are the constructors of tracked terms by kind and quantifier.
var trackedTerms = [...][3]func(...ecs.Component) ecs.Tracked{
	Added:   {All: ecs.AllAdded, None: ecs.NoneAdded, Any: ecs.AnyAdded},
	Changed: {All: ecs.AllChanged, None: ecs.NoneChanged, Any: ecs.AnyChanged},
	Removed: {All: ecs.AllRemoved, None: ecs.NoneRemoved, Any: ecs.AnyRemoved},
}

// ready reports why the query cannot be asked now.
func (q *query) ready(m *machine) error {
	if q.err != nil {
		return q.err
	}
	for _, mark := range q.marks {
		if !m.marks[mark].made {
			return errLostMark
		}
	}
	return nil
}

// spawner prepares a spawn of the components of args.
func (m *machine) spawner(args []Arg) *spawner {
	set := m.set(args)
	if s := m.prepared.spawners[set]; s != nil {
		return s
	}
	s := &spawner{views: map[ComponentID]*ecs.Dynamic{}}
	var terms []ecs.Term
	for i := range args {
		terms = append(terms, m.column(args[i].Component, s.views))
	}
	var err error
	s.Spawner, err = m.world.Spawner(terms...)
	m.must(err)
	m.prepared.spawners[set] = s
	return s
}

// exchange prepares an exchange of the components of args.
func (m *machine) exchange(edit Edit, args []Arg) *exchange {
	key := exchangeKey{edit, m.set(args)}
	if x := m.prepared.exchanges[key]; x != nil {
		return x
	}
	x := &exchange{views: map[ComponentID]*ecs.Dynamic{}}
	var columns []ecs.Term
	var cs []ecs.Component
	for i := range args {
		cs = append(cs, m.component(args[i].Component))
		if edit == Set {
			columns = append(columns, m.column(args[i].Component, x.views))
		}
	}
	var term ecs.ExchangeTerm
	switch edit {
	case Add:
		term = ecs.Adding(cs...)
	case Set:
		term = ecs.Setting(columns...)
	default:
		term = ecs.Removing(cs...)
	}
	var err error
	x.Exchange, err = m.world.Exchange(term)
	m.must(err)
	m.prepared.exchanges[key] = x
	return x
}

// column is a component of a spawn or of a set: a view that is added to views or, for a tag, a
// mere presence.
func (m *machine) column(c ComponentID, views map[ComponentID]*ecs.Dynamic) ecs.Term {
	if m.file.Components[c].Fields == 0 {
		return ecs.All(m.component(c))
	}
	view := ecs.WriteOf(m.component(c))
	views[c] = view
	return view
}

func (m *machine) component(c ComponentID) ecs.Component { return ecs.ByID(m.components[c]) }

func (m *machine) set(args []Arg) (set ecs.Mask) {
	for i := range args {
		set.Set(m.components[args[i].Component])
	}
	return set
}
