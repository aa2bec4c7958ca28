#!/usr/bin/env bash
# Puts a real `ord` into a cache outside the clone and prints its path. Built from the crates registry with
# cargo: some minutes when cold, nothing when it is already there.
#
#   scripts/fetch-ord.sh        # prints .../ord-<version>/bin/ord
#   ORD=/path/to/ord            # use this one, build nothing
#   ORDBOOK_CACHE=/path         # default ~/.cache/ordbook
set -euo pipefail
program=ord
setting=ORD
. "$(dirname "$0")/fetch.sh"
version=0.29.1
root="$cache/ord-$version"

use_given
use_cached "ord-$version/bin/ord"
cargo=$(find_cargo) || give_up "cargo (Rust) is needed to build ord $version"
echo "fetch-ord: building ord $version with cargo; this takes some minutes, once" >&2
CARGO_TARGET_DIR="$root/target" "$cargo" install ord --locked --version "$version" --root "$root" >&2
rm -rf "$root/target"
echo "$root/bin/ord"
