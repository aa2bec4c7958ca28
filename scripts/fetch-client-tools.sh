#!/usr/bin/env bash
# Puts the programs that check the OpenAPI document and generate clients from it into a folder in a cache
# outside the clone, and prints its path: Redocly and Spectral (linters), Hey API (TypeScript),
# openapi-python-client (Python) and OpenAPI Generator (Go).
#
#   scripts/fetch-client-tools.sh   # prints .../client-tools-<number>
#   CLIENT_TOOLS=/path              # use this folder, fetch nothing
#   ORDBOOK_CACHE=/path             # default ~/.cache/ordbook
set -euo pipefail
program=client-tools
setting=CLIENT_TOOLS
. "$(dirname "$0")/fetch.sh"
number=1
root="$cache/client-tools-$number"

use_given
use_cached "client-tools-$number"
for tool in npm python3 go java; do command -v "$tool" >/dev/null || give_up "$tool is needed"; done
echo "fetch-client-tools: installing the linters and generators with npm and pip" >&2
# Leaves no half-made folder behind. It is built in place, because its programs contain their own path.
begin_in_place "$root"
install_tools() {
  npm install --prefix "$root" --silent --no-audit --no-fund --no-save \
    @redocly/cli@2.77.0 @stoplight/spectral-cli@6.16.3 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 &&
    python3 -m venv "$root/python" &&
    "$root/python/bin/pip" install --quiet --disable-pip-version-check \
      openapi-python-client==0.29.1 openapi-generator-cli==7.26.0
}
if ! install_tools >&2; then
  rm -rf "$root"
  give_up "the installation failed"
fi
finish_in_place "$root" "$root"
