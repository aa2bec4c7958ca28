#!/usr/bin/env bash
# Puts a real `ord` into a cache outside the clone and prints its path. Built from the crates registry with cargo:
# some minutes when cold, nothing when it is already there.
#
#   scripts/fetch-ord.sh        # prints .../ord-<version>/bin/ord
#   ORD=/path/to/ord            # use this one, build nothing
#   ORDBOOK_CACHE=/path         # default ~/.cache/ordbook
set -euo pipefail

version=0.29.1
root="${ORDBOOK_CACHE:-$HOME/.cache/ordbook}/ord-$version"

if [ -n "${ORD:-}" ]; then
  [ -x "$ORD" ] || { echo "fetch-ord: ORD=$ORD is not an executable file" >&2; exit 1; }
  echo "$ORD"
  exit 0
fi

if [ ! -x "$root/bin/ord" ]; then
  cargo=$(command -v cargo || true)
  [ -n "$cargo" ] || [ ! -x "$HOME/.cargo/bin/cargo" ] || cargo="$HOME/.cargo/bin/cargo"
  [ -n "$cargo" ] || {
    echo "fetch-ord: needs cargo (Rust) to build ord $version; set ORD=/path/to/ord to use one that you have." >&2
    exit 1
  }
  echo "fetch-ord: building ord $version with cargo; this takes some minutes, once" >&2
  CARGO_TARGET_DIR="$root/target" "$cargo" install ord --locked --version "$version" --root "$root" >&2
  rm -rf "$root/target"
fi
echo "$root/bin/ord"
