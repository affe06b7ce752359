package host

import (
	"context"
	"os/exec"
	"strings"
	"time"
)

// commit says which source the program was built from: what the build stamped,
// else what git says of the current directory, which under "go run" is the
// source. Without git it is unknown, and the run is measured all the same.
func commit() (hash string, dirty bool) {
	if hash, dirty = stamp(); hash != unknown {
		return hash, dirty
	}
	rev, err := git("rev-parse", "HEAD")
	if err != nil || rev == "" {
		return unknown, false
	}
	status, err := git("status", "--porcelain")
	return rev, err != nil || status != ""
}

const unknown = "unknown"

// stamp is the commit that the build noted.
func stamp() (hash string, dirty bool) {
	if rev := buildSetting("vcs.revision"); rev != "" {
		return rev, buildSetting("vcs.modified") == "true"
	}
	return unknown, false
}

func git(args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	return strings.TrimSpace(string(out)), err
}
