#!/usr/bin/env bash
# Builds every package and packs it: scripts/pack.sh [folder] leaves one tarball for each in the folder, and a
# file SHA256SUMS. Nothing in the packages runs when they are installed.
#
#   npm run pack                      # builds and packs into packages/
#   scripts/pack.sh packages --built  # packs what the last build left
#   scripts/pack.sh packages --once   # does nothing where an earlier run has packed into the folder
set -euo pipefail
cd "$(dirname "$0")/.."
folder="${1:-packages}"
# of two at a time, one waits: both build into dist/
exec 9>node_modules/.ordbook-pack
flock 9
if [ "${2:-}" = --once ] && [ -e "$folder/SHA256SUMS" ]; then exit 0; fi
[ "${2:-}" = --built ] || scripts/build.sh
mkdir -p "$folder"
# programs bring the versions of everything that they need; libraries leave them to whoever imports them
trap 'rm -f {conformance,mcp,server,sandbox}/npm-shrinkwrap.json' EXIT
# each after those that it needs
for package in protocol judge api devnode client conformance mcp console server sandbox; do
  case "$package" in conformance | mcp | server | sandbox) npx tsx scripts/shrinkwrap.ts "$package" "$folder" ;; esac
  echo "$folder/$(npm pack --silent --ignore-scripts --pack-destination "$folder" --workspace "$package")"
done
(cd "$folder" && sha256sum ordbook-*.tgz >SHA256SUMS)
