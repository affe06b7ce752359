package ecs

type Options struct{}
type World struct{}
