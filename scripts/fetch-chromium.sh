#!/usr/bin/env bash
# Puts a real Chromium (this Debian's package) into a cache outside the clone and prints its path. Nothing is
# installed on the system: the package and the libraries that are missing are unpacked into one folder.
#
#   scripts/fetch-chromium.sh   # prints .../chromium-<version>/chromium
#   CHROMIUM=/path/to/chromium  # use this Chromium or Chrome, fetch nothing
#   ORDBOOK_CACHE=/path         # default ~/.cache/ordbook
set -euo pipefail
program=chromium
setting=CHROMIUM
. "$(dirname "$0")/fetch.sh"

use_given
use_cached 'chromium-*/chromium'
require_debian "a Debian system is needed"
begin_fetch

version=$(candidate_version chromium)
[ -n "$version" ] || give_up "apt knows no chromium (apt-get update?)"
echo "fetch-chromium: downloading chromium $version" >&2
unpack_package chromium

binary=usr/lib/chromium/chromium
[ -x "$work/root/$binary" ] || give_up "the package has no $binary"
libraries=$(find "$work/root/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | sed "s|^$work|\$here|" | paste -sd:)
cat >"$work/chromium" <<WRAPPER
#!/bin/bash
here="\$(dirname "\$(readlink -f "\$0")")"
LD_LIBRARY_PATH="$libraries" exec "\$here/root/$binary" "\$@"
WRAPPER
chmod +x "$work/chromium"
"$work/chromium" --version >/dev/null || give_up "the unpacked chromium does not start"
rm -rf "$work/archives" "$work/lists" "$work/log"
keep_as "chromium-${version//:/-}" chromium
