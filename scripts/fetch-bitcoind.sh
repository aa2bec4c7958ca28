#!/usr/bin/env bash
# Puts a real bitcoind (Bitcoin Knots, from Debian sid) into a cache outside the clone and prints the path of
# an executable `bitcoind` there; `bitcoin-cli` is beside it. Nothing is installed on the system: the
# package and every library it needs, libc included, are unpacked into one folder and started through their
# own dynamic loader.
#
#   scripts/fetch-bitcoind.sh            # prints .../bitcoin-knots-<version>/bitcoind
#   BITCOIND=/path/to/bitcoind           # use this one, fetch nothing
#   ORDBOOK_CACHE=/path                  # default ~/.cache/ordbook
set -euo pipefail
program=bitcoind
setting=BITCOIND
. "$(dirname "$0")/fetch.sh"

use_given
use_cached 'bitcoin-knots-*/bitcoind'
require_debian "a Debian system is needed"
begin_fetch

read_sid
version=$(candidate_version bitcoin-knots "${own_apt[@]}")
[ -n "$version" ] || give_up "sid has no package bitcoin-knots for this machine"
echo "fetch-bitcoind: downloading bitcoin-knots $version and its libraries" >&2
unpack_package bitcoin-knots "${own_apt[@]}"

wrap_in_own_loader bitcoind bitcoin-cli
"$work/bitcoind" -version >/dev/null || give_up "the unpacked bitcoind does not start"

keep_as "bitcoin-knots-$version" bitcoind
