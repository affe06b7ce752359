package frame

import "fmt"

// validate is nil if the invariants of the package hold.
func (t *tracker) validate() error {
	if *empty != (page{}) {
		return fmt.Errorf("the shared empty page was written")
	}
	if t.clock.now == 0 {
		return fmt.Errorf("the clock stands at zero")
	}
	for c, v := range t.values {
		if err := v.added.validate(t.clock.now); err != nil {
			return fmt.Errorf("component %d, added: %w", c, err)
		}
		if err := v.changed.validate(t.clock.now); err != nil {
			return fmt.Errorf("component %d, changed: %w", c, err)
		}
	}
	if err := t.created.validate(t.clock.now); err != nil {
		return fmt.Errorf("created: %w", err)
	}
	return nil
}

// validate is nil if no stamp is above the clock.
func (r *records) validate(now uint64) error {
	if r == nil {
		return nil
	}
	for chunk, p := range r.pages {
		if p == nil {
			return fmt.Errorf("page %d is nil", chunk)
		}
		for i, stamp := range p.stamps {
			if stamp > now {
				return fmt.Errorf("index %d: stamp %d, clock %d", chunk<<12+i, stamp, now)
			}
		}
	}
	return nil
}
