#!/usr/bin/env bash
# Puts schemathesis (a Python package that tests HTTP APIs against their OpenAPI document) into a virtual
# environment in a cache outside the clone and prints the path of its program.
#
#   scripts/fetch-schemathesis.sh       # prints .../schemathesis-<version>/bin/schemathesis
#   SCHEMATHESIS=/path/to/schemathesis  # use this one, fetch nothing
#   ORDBOOK_CACHE=/path                 # default ~/.cache/ordbook
set -euo pipefail
program=schemathesis
setting=SCHEMATHESIS
. "$(dirname "$0")/fetch.sh"
version=4.32.5
root="$cache/schemathesis-$version"

use_given
use_cached "schemathesis-$version/bin/schemathesis"
command -v python3 >/dev/null || give_up "python3 is needed"
echo "fetch-schemathesis: installing schemathesis $version with pip" >&2
# Leaves no half-made environment behind. It is built in place, because its programs contain their own path.
begin_in_place "$root"
if ! { python3 -m venv "$root" && "$root/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"; } >&2; then
  rm -rf "$root"
  give_up "the installation failed"
fi
finish_in_place "$root" "$root/bin/schemathesis"
