#!/usr/bin/env bash
# Prints the SBOM (CycloneDX, JSON) of the program: all that its npm-shrinkwrap.json puts on a machine, with exact
# versions and checksums: scripts/sbom.sh <folder with the tarballs>.
set -euo pipefail
packages="$(realpath "${1:?name the folder of scripts/pack.sh}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/ordbook"
cd "$work/ordbook"
tar --extract --gzip --file "$packages"/ordbook-server-*.tgz --strip-components 1 package/package.json package/npm-shrinkwrap.json
npm pkg delete devDependencies
npm sbom --sbom-format cyclonedx --package-lock-only
