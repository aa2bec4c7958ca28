#!/usr/bin/env bash
# Builds the tests of the Rust crate esplora-client (the Esplora client of the Bitcoin Development Kit) as published,
# in a cache outside the clone, and prints the folder of the test programs: three minutes when cold, nothing when
# they are already there. stack/devnode/published-suite runs them with devnode in place of their node.
#
#   scripts/fetch-esplora-client-tests.sh    # prints .../esplora-client-tests-0.13.0/bin
#   ESPLORA_CLIENT_TESTS=/path/to/folder     # use these programs, build nothing
#   ORDBOOK_CACHE=/path                      # default ~/.cache/ordbook
set -euo pipefail
program=esplora-client-tests
setting=ESPLORA_CLIENT_TESTS
. "$(dirname "$0")/fetch.sh"
version=0.13.0
checksum=647f9c89c653d69cce478202b7377c03737e33fc6bc5ec044187bf83e5597ea2
kept="esplora-client-tests-$version"

use_given
use_cached "$kept/bin"
cargo=$(find_cargo) || give_up "cargo (Rust) is needed to build them"
begin_fetch
vendor_crate "$cargo" esplora-client "$version" "$checksum"
echo "fetch-esplora-client-tests: building them with cargo" >&2
# The crates that start the node would download one in their build scripts.
export BITCOIND_SKIP_DOWNLOAD=1 ELECTRSD_SKIP_DOWNLOAD=1
export CARGO_TARGET_DIR="$work/target" CARGO_PROFILE_TEST_DEBUG=0 CARGO_PROFILE_DEV_DEBUG=0
cp -r "$work/vendor/esplora-client" "$work/crate-with-tests"
(cd "$work/crate-with-tests" && rm -f .cargo-checksum.json && "$cargo" test --quiet --locked --all-features --no-run >&2) ||
  give_up "the build failed"
mkdir "$work/bin"
for source in "$work"/crate-with-tests/tests/*.rs; do
  name=$(basename "$source" .rs)
  built=$(find "$work/target/debug/deps" -maxdepth 1 -name "$name-*" -perm -u+x -type f)
  mv "$built" "$work/bin/$name"
done
find "$work" -mindepth 1 -maxdepth 1 ! -name bin -exec rm -rf {} +
keep_as "$kept" bin
