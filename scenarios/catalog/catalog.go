// Package catalog is the one list of scenarios.
package catalog

import (
	"slices"

	"ecslab/scenarios"
	"ecslab/scenarios/apps"
	"ecslab/scenarios/iterate"
	"ecslab/scenarios/migrate"
	"ecslab/scenarios/spawn"
	"ecslab/scenarios/track"
)

// All are the scenarios, package by package.
func All() []scenarios.Scenario {
	return slices.Concat(
		spawn.Scenarios(),
		migrate.Scenarios(),
		iterate.Scenarios(),
		track.Scenarios(),
		apps.Scenarios(),
	)
}
