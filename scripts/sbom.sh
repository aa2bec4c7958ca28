#!/usr/bin/env bash
# Prints the SBOM (CycloneDX, JSON) of what `npm install` of the packed packages puts on a machine, all of it with
# exact versions and checksums: scripts/sbom.sh <folder with the tarballs>.
set -euo pipefail
packages="$(realpath "${1:?name the folder of scripts/pack.sh}")"
version=$(node -p "require('$(dirname "$(realpath "$0")")/../server/package.json').version")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/ordbook"
cd "$work/ordbook"
echo "{\"name\":\"ordbook\",\"version\":\"$version\",\"private\":true}" >package.json
npm install --silent --ignore-scripts --no-audit --no-fund "$packages"/ordbook-*-"$version".tgz >&2
npm sbom --sbom-format cyclonedx
