#!/usr/bin/env bash
# Puts what checks the packed packages into a cache outside the clone and prints the folder: publint,
# are-the-types-wrong, the runtimes Deno and Bun, and the oldest versions of TypeScript that the client
# supports. npm verifies what it downloads.
#
#   scripts/fetch-package-tools.sh    # prints .../package-tools-1
#   PACKAGE_TOOLS_DIR=/path/to/folder # use this one, which has node_modules, fetch nothing
#   ORDBOOK_CACHE=/path               # default ~/.cache/ordbook
set -euo pipefail
program=package-tools
setting=PACKAGE_TOOLS_DIR
. "$(dirname "$0")/fetch.sh"
# Increase the number when a version changes.
kept=package-tools-1

use_given
use_cached "$kept"
command -v npm >/dev/null || give_up "npm is needed"
begin_fetch
echo "fetch-package-tools: fetching publint, are-the-types-wrong, Deno, Bun and two versions of TypeScript" >&2
npm install --silent --ignore-scripts --no-save --no-package-lock --no-audit --no-fund --prefix "$work" \
  publint@0.3.25 @arethetypeswrong/cli@0.18.5 deno@2.9.6 bun@1.4.5 \
  typescript-5.0@npm:typescript@5.0.4 typescript-5.7@npm:typescript@5.7.3 >&2 || give_up "npm could not fetch them"
find "$work" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
keep_as "$kept"
