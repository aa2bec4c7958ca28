#!/usr/bin/env bash
# Puts schemathesis (a Python package that tests HTTP APIs against their OpenAPI document) into a virtual environment in a cache
# outside the clone and prints the path of its program.
#
#   scripts/fetch-schemathesis.sh       # prints .../schemathesis-<version>/bin/schemathesis
#   SCHEMATHESIS=/path/to/schemathesis  # use this one, fetch nothing
#   ORDBOOK_CACHE=/path                 # default ~/.cache/ordbook
set -euo pipefail

version=4.32.5
root="${ORDBOOK_CACHE:-$HOME/.cache/ordbook}/schemathesis-$version"

if [ -n "${SCHEMATHESIS:-}" ]; then
  [ -x "$SCHEMATHESIS" ] || { echo "fetch-schemathesis: SCHEMATHESIS=$SCHEMATHESIS is not an executable file" >&2; exit 1; }
  echo "$SCHEMATHESIS"
  exit 0
fi

if [ ! -x "$root/bin/schemathesis" ]; then
  command -v python3 >/dev/null || {
    echo "fetch-schemathesis: needs python3; set SCHEMATHESIS=/path/to/schemathesis to use one that you have." >&2
    exit 1
  }
  echo "fetch-schemathesis: installing schemathesis $version with pip" >&2
  # A half made environment is not left behind. It is not moved once made: its programs name their own path.
  rm -rf "$root"
  if ! { python3 -m venv "$root" && "$root/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"; } >&2; then
    rm -rf "$root"
    echo "fetch-schemathesis: the installation failed" >&2
    exit 1
  fi
fi
echo "$root/bin/schemathesis"
