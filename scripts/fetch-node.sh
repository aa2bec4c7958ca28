#!/usr/bin/env bash
# Puts a version of Node into a cache outside the clone and prints the path of its program. The npm registry
# has one package of Node per platform; npm verifies what it downloads.
#
#   scripts/fetch-node.sh 22.23.3   # prints .../node-22.23.3/bin/node
#   ORDBOOK_CACHE=/path             # default ~/.cache/ordbook
set -euo pipefail
program=node
setting=
. "$(dirname "$0")/fetch.sh"
[ $# = 1 ] || give_up "name one version, as in: scripts/fetch-node.sh 22.23.3"
version="$1"

use_cached "node-$version/bin/node"
for tool in node npm; do command -v "$tool" >/dev/null || give_up "$tool is needed to fetch Node $version"; done
package=$(node -p '`${process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node"}-${process.platform}-${process.arch}`')
begin_fetch

echo "fetch-node: fetching Node $version (npm package $package)" >&2
npm install --silent --ignore-scripts --no-save --no-package-lock --no-audit --no-fund --prefix "$work/npm" "$package@$version" >&2 ||
  give_up "npm could not fetch $package@$version"
mkdir "$work/bin"
mv "$work/npm/node_modules/$package/bin/node" "$work/bin/node"
find "$work" -mindepth 1 -maxdepth 1 ! -name bin -exec rm -rf {} +
found=$("$work/bin/node" --version) || give_up "the fetched program does not start"
[ "$found" = "v$version" ] || give_up "$package@$version is $found"
keep_as "node-$version" bin/node
