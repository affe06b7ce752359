package driver

// Stats is a storage's shape and memory, in bytes by part. A part that the
// model does not have is zero.
type Stats struct {
	Entities   int // living
	Archetypes int // component sets that have been met
	Tables     int // tables
	Chunks     int // chunks of memory for values

	ValueBytes  int // values, used or reserved
	EntityBytes int // lists of handles
	BesideBytes int // the tracker's columns
	MaskBytes   int // presence words and component sets
	SparseBytes int // sparse arrays
	LookupBytes int // address tables for random access
	OtherBytes  int // everything else that is worth counting
	// Rows are what the model stores by: of entities where all values of one stand
	// in a row of a table, else of each column by itself.
	ReservedRows int // rows that are reserved …
	UsedRows     int // … and those that hold a value: the rest is fragmentation
}

// Bytes is the sum of the parts.
func (s Stats) Bytes() int {
	return s.ValueBytes + s.EntityBytes + s.BesideBytes + s.MaskBytes + s.SparseBytes + s.LookupBytes + s.OtherBytes
}
