#!/usr/bin/env bash
# Puts the Bitcoin Development Kit (bdkpython, a Python package with its native library) into a virtual
# environment in a cache outside the clone and prints the path of its python.
#
#   scripts/fetch-bdk.sh         # prints .../bdk-<version>/bin/python
#   BDK_PYTHON=/path/to/python   # use this one, which has bdkpython, fetch nothing
#   ORDBOOK_CACHE=/path          # default ~/.cache/ordbook
set -euo pipefail
program=bdk
setting=BDK_PYTHON
. "$(dirname "$0")/fetch.sh"
version=3.1.1
root="$cache/bdk-$version"

use_given
use_cached "bdk-$version/bin/python"
command -v python3 >/dev/null || give_up "python3 is needed"
echo "fetch-bdk: installing bdkpython $version with pip" >&2
# Built in place, because the programs of an environment contain their own path.
begin_in_place "$root"
if ! { python3 -m venv "$root" && "$root/bin/pip" install --quiet --disable-pip-version-check "bdkpython==$version"; } >&2; then
  rm -rf "$root"
  give_up "the installation failed"
fi
finish_in_place "$root" "$root/bin/python"
