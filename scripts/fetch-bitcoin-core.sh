#!/usr/bin/env bash
# Builds Bitcoin Core's bitcoind in a cache outside the clone and prints its path; `bitcoin-cli` is beside it.
# The source comes in the crate libbitcoinkernel-sys, fetched by cargo and compared with the checksum below.
# Built without wallet, GUI, ZMQ, and tests: ten to twenty minutes on two cores when cold, nothing when it is
# already there. Nothing is installed on the system: on Debian the headers of libevent and boost are unpacked
# into the cache if they are missing.
#
#   scripts/fetch-bitcoin-core.sh        # prints .../bitcoin-core-<version>/bin/bitcoind
#   BITCOIN_CORE=/path/to/bitcoind       # use this one, build nothing
#   ORDBOOK_CACHE=/path                  # default ~/.cache/ordbook
#   BUILD_JOBS=4                         # compilers at once, default one per core
set -euo pipefail
program=bitcoin-core
setting=BITCOIN_CORE
. "$(dirname "$0")/fetch.sh"
crate=libbitcoinkernel-sys
crate_version=0.4.1
crate_checksum=345d18a1ce19a1becfcaaa066e3a60e9c7813ef5c23ea8c20704ca4ba1a46339

use_given
use_cached 'bitcoin-core-*/bin/bitcoind'
cargo=$(find_cargo) || give_up "cargo (Rust) is needed to fetch Bitcoin Core's source"
begin_fetch

settings=(-DCMAKE_BUILD_TYPE=Release)
find_core_headers
echo "fetch-bitcoin-core: fetching the crate $crate $crate_version" >&2
vendor_crate "$cargo" "$crate" "$crate_version" "$crate_checksum"

echo "fetch-bitcoin-core: building bitcoind; this takes ten to twenty minutes, once" >&2
for option in ENABLE_WALLET ENABLE_IPC WITH_ZMQ WITH_EMBEDDED_ASMAP INSTALL_MAN \
  BUILD_TESTS BUILD_BENCH BUILD_GUI BUILD_TX BUILD_UTIL BUILD_FUZZ_BINARY; do
  settings+=("-D$option=OFF")
done
{
  cmake -S "$work/vendor/$crate/bitcoin" -B "$work/build" "${settings[@]}" &&
    cmake --build "$work/build" --target bitcoind bitcoin-cli -j "${BUILD_JOBS:-$(nproc)}"
} >"$work/log" 2>&1 || {
  tail -n 30 "$work/log" >&2
  give_up "the build failed"
}
mkdir "$work/bin"
mv "$work/build/bin/bitcoind" "$work/build/bin/bitcoin-cli" "$work/bin"
strip "$work"/bin/* 2>/dev/null || true
version=$("$work/bin/bitcoind" -version | sed -n '1s/.* v\([0-9.]*\).*/\1/p')
[ -n "$version" ] || give_up "the built bitcoind does not start"

find "$work" -mindepth 1 -maxdepth 1 ! -name bin -exec rm -rf {} +
keep_as "bitcoin-core-$version" bin/bitcoind
