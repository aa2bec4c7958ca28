#!/usr/bin/env bash
# Builds stack/fuzz/judge, a program that judges spends with Bitcoin Core's own VerifyScript, in a cache outside
# the clone and prints its path: two or three minutes when cold, nothing when it is already there. The source is
# that of scripts/fetch-bitcoin-core.sh; only the consensus library is built.
#
#   scripts/fetch-script-judge.sh        # prints .../script-judge-<hash of its source>/bin/judge
#   SCRIPT_JUDGE=/path/to/judge          # use this one, build nothing
#   ORDBOOK_CACHE=/path                  # default ~/.cache/ordbook
#   BUILD_JOBS=4                         # compilers at once, default one per core
set -euo pipefail
program=script-judge
setting=SCRIPT_JUDGE
. "$(dirname "$0")/fetch.sh"
crate=libbitcoinkernel-sys
crate_version=0.4.1
crate_checksum=345d18a1ce19a1becfcaaa066e3a60e9c7813ef5c23ea8c20704ca4ba1a46339
judge="$(cd "$(dirname "$0")/../stack/fuzz/judge" && pwd)/judge.cpp"
kept="script-judge-$(sha256sum <"$judge" | cut -c1-12)"

use_given
use_cached "$kept/bin/judge"
cargo=$(find_cargo) || give_up "cargo (Rust) is needed to fetch Bitcoin Core's source"
begin_fetch

settings=(-DCMAKE_BUILD_TYPE=Release)
find_core_headers
echo "fetch-script-judge: fetching the crate $crate $crate_version" >&2
vendor_crate "$cargo" "$crate" "$crate_version" "$crate_checksum"
echo "fetch-script-judge: building Bitcoin Core's consensus library" >&2
core="$work/vendor/$crate/bitcoin"
for option in ENABLE_WALLET ENABLE_IPC WITH_ZMQ WITH_EMBEDDED_ASMAP INSTALL_MAN BUILD_TESTS BUILD_BENCH BUILD_GUI \
  BUILD_TX BUILD_UTIL BUILD_FUZZ_BINARY; do
  settings+=("-D$option=OFF")
done
mkdir "$work/bin"
{
  cmake -S "$core" -B "$work/build" "${settings[@]}" &&
    cmake --build "$work/build" --target bitcoin_consensus bitcoin_crypto secp256k1 bitcoin_util -j "${BUILD_JOBS:-$(nproc)}" &&
    libraries=$(find "$work/build" -name '*.a' | sort) &&
    g++ -std=c++20 -O2 -I "$core/src" -I "$work/build/src" -I "$core/src/univalue/include" \
      -I "$core/src/secp256k1/include" "$judge" -Wl,--start-group $libraries -Wl,--end-group -lpthread -o "$work/bin/judge"
} >"$work/log" 2>&1 || {
  tail -n 30 "$work/log" >&2
  give_up "the build failed"
}
[ "$(echo | "$work/bin/judge")" = undecodable ] || give_up "the built program does not run"

find "$work" -mindepth 1 -maxdepth 1 ! -name bin -exec rm -rf {} +
keep_as "$kept" bin/judge
