package scenarios

import "ecslab/ecs"

// Settled gives a moment before which lies all that happened so far: a frame
// must end before it, for trackers that show what happens from the next frame
// on, and another one after it, for one that shows nothing of its own frame.
func Settled(w *ecs.World) (since ecs.Moment, err error) {
	if err = w.EndFrame(1); err != nil {
		return since, err
	}
	if since, err = w.Now(); err != nil {
		return since, err
	}
	return since, w.EndFrame(1)
}
