#!/usr/bin/env bash
# Finds unused files, exports and dependencies. Without a build, imports of our packages lead to their sources. With
# one they lead to `dist`, which the settings of the build map back to the sources.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -d protocol/dist ]; then
  set -- --tsConfig tsconfig.build.json "$@"
fi
exec npx knip "$@"
