#!/usr/bin/env bash
# Builds promtool, the rule checker of Prometheus, from its Go module into a cache outside the clone, and prints
# its path: some minutes when cold, nothing when it is already there.
#
#   scripts/fetch-promtool.sh      # prints .../promtool-<version>/promtool
#   PROMTOOL=/path/to/promtool     # use this one, build nothing
#   ORDBOOK_CACHE=/path            # default ~/.cache/ordbook
set -euo pipefail
program=promtool
setting=PROMTOOL
. "$(dirname "$0")/fetch.sh"
version=0.316.0

use_given
use_cached "promtool-$version/promtool"
command -v go >/dev/null || give_up "go is needed"
begin_fetch
echo "fetch-promtool: building promtool $version with go" >&2
# without the clients of clouds, which rules do not need
GOBIN="$work" go install -tags remove_all_sd "github.com/prometheus/prometheus/cmd/promtool@v$version" >&2 ||
  give_up "the build failed"
"$work/promtool" --version >/dev/null 2>&1 || give_up "the built program does not run"
rm -rf "$work/archives" "$work/lists" "$work/root"
keep_as "promtool-$version" promtool
