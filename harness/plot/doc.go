// Package plot draws the figures of a report in one house theme: Liberation
// Sans in 13, 11 and 10 points, 160 dots an inch, the palette of Okabe and Ito.
// A storage has one colour in all plots of a suite and a tracker one dash and
// marker, so that a plot also reads in greyscale. Lines are labelled at their
// ends; bands are 95 % intervals.
//
//	scaling      time per unit over n                    scenarios whose families vary n
//	density      time per unit over share changed        scenarios whose families vary dirty
//	overview     time ÷ floor's time                     all families
//	heat         time ÷ the first pair's, a map          scenarios that vary how much changes, moves or is replaced
//	roofline     bytes a second under what is copied     families whose bytes are known
//	time-memory  time against live heap                  all that was weighed
//	profile      functions by their share                cells that were profiled
//	versus       new ÷ old                               comparisons
//
// Scales are logarithmic. Positions are computed here and gonum's axes stay
// linear: its LogScale panics at 0, which a change density may well be, and its
// LogTicks print nothing where a range holds no power of ten.
//
// The same figures give the same bytes, in PNG and in SVG.
package plot
