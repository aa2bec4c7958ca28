#!/usr/bin/env bash
# Prints the section of CHANGELOG.md for a tag: scripts/release-notes.sh v0.2.0. Fails when the tag is not the
# version of every package, and when the section is not there or has no date.
set -euo pipefail
cd "$(dirname "$0")/.."
tag="${1:?name the tag, e.g. v0.2.0}"
version="${tag#v}"

fail() {
  echo "release-notes: $1" >&2
  exit 1
}
[ "$tag" = "v$version" ] || fail "$tag is not v and a version"
for package in protocol judge api devnode client conformance mcp console server sandbox; do
  seen=$(node -p "require('./$package/package.json').version")
  [ "$seen" = "$version" ] || fail "the tag is $tag, but $package has version $seen"
done
grep -qE "^## ${version//./\\.} \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" CHANGELOG.md ||
  fail "CHANGELOG.md has no heading \"## $version (date)\""
awk -v heading="## $version (" 'index($0, "## ") == 1 { shown = index($0, heading) == 1; next } shown' CHANGELOG.md
