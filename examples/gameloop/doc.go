// Package gameloop is a small game loop: a group of systems that runs every
// frame, a fixed update that catches up, systems that look only at what changed
// since they last ran, and despawns that wait in a command queue.
package gameloop
