#!/usr/bin/env bash
# Builds the program of stack/devnode/rust-client, which uses a node through rust-bitcoin's RPC client, in a
# cache outside the clone and prints its path: a minute when cold, nothing when it is already there.
#
#   scripts/fetch-rust-client.sh        # prints .../rust-client-<version>-<hash of its source>/bin/rust-client
#   RUST_CLIENT=/path/to/program        # use this one, build nothing
#   ORDBOOK_CACHE=/path                 # default ~/.cache/ordbook
set -euo pipefail
program=rust-client
setting=RUST_CLIENT
. "$(dirname "$0")/fetch.sh"
source="$(cd "$(dirname "$0")/../stack/devnode/rust-client" && pwd)"
kept="rust-client-$(cat "$source/Cargo.toml" "$source/Cargo.lock" "$source/src/main.rs" | sha256sum | cut -c1-12)"

use_given
use_cached "$kept/bin/rust-client"
cargo=$(find_cargo) || give_up "cargo (Rust) is needed to build it"
begin_fetch
echo "fetch-rust-client: building it with cargo" >&2
CARGO_TARGET_DIR="$work/target" "$cargo" build --quiet --release --locked --manifest-path "$source/Cargo.toml" >&2 ||
  give_up "the build failed"
mkdir "$work/bin"
mv "$work/target/release/rust-client" "$work/bin"
find "$work" -mindepth 1 -maxdepth 1 ! -name bin -exec rm -rf {} +
keep_as "$kept" bin/rust-client
