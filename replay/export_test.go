package replay

import "ecslab/ecs"

// What tests of the package from outside need of its inside.

func TrackerNamed(name string) (TrackerName, bool) { return trackerNamed(name) }

// FormatAnswer is an answer as Format writes it.
func (f *File) FormatAnswer(a *Answer) string {
	w := writer{file: f}
	w.answer(a)
	return string(w.out)
}

// Everybody is an answer that names all that the labels of the file can name now.
func (f *File) Everybody() (list []Reference) {
	for id := range f.Labels {
		list = append(list, Reference{Label: LabelID(id)}, Reference{Label: LabelID(id), Form: RefMember})
	}
	return list
}

// NameOf is what a recorder calls an entity.
func (r *Recorder) NameOf(e ecs.Entity) string {
	n, _ := r.name(e)
	r.line = r.line[:0]
	r.appendName(n)
	return string(r.line)
}
