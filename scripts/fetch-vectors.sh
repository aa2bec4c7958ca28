#!/usr/bin/env bash
# Puts published test vectors into a cache outside the clone and prints the folder. They come in packages of
# public registries, fetched and verified by the registries' own clients (cargo against the crate's checksum,
# go against the checksum database) and then compared with the checksums below:
#
#   libbitcoinkernel-sys (crate)     Bitcoin Core's source: script_tests.json, sighash.json, tx_valid.json, tx_invalid.json,
#                                    and BIP-341's wallet vectors as bip341-wallet.json
#   btcd's txscript (Go module)      Bitcoin Core's taproot reference spends, one a line, as taproot-ref.jsonl
#
#   scripts/fetch-vectors.sh         # prints .../vectors-1
#   VECTORS_DIR=/path/to/vectors     # use these, fetch nothing
#   ORDBOOK_CACHE=/path              # default ~/.cache/ordbook
set -euo pipefail
program=vectors
setting=VECTORS_DIR
. "$(dirname "$0")/fetch.sh"
# Increase the number for a new set; stack/real/parts.ts uses the highest.
kept=vectors-1
crate=libbitcoinkernel-sys
crate_version=0.4.1
crate_checksum=345d18a1ce19a1becfcaaa066e3a60e9c7813ef5c23ea8c20704ca4ba1a46339
module=github.com/btcsuite/btcd/txscript/v2@v2.0.0
module_checksum=h1:pEmmHaC8eRx6KSB63zSVJD7qrit9/c9cLSrw++XrYP8=

use_given
use_cached "$kept"
cargo=$(find_cargo) || give_up "cargo (Rust) is needed to fetch the crate $crate"
command -v go >/dev/null || give_up "go is needed to fetch the module $module"
begin_fetch

echo "fetch-vectors: fetching the crate $crate $crate_version" >&2
vendor_crate "$cargo" "$crate" "$crate_version" "$crate_checksum"
data="$work/vendor/$crate/bitcoin/src/test/data"
cp "$data"/{script_tests,sighash,tx_valid,tx_invalid}.json "$work"
cp "$data/bip341_wallet_vectors.json" "$work/bip341-wallet.json"

echo "fetch-vectors: fetching the Go module $module" >&2
downloaded=$(GOFLAGS=-modcacherw GOMODCACHE="$work/modules" go mod download -json "$module") ||
  give_up "go could not fetch $module: $downloaded"
grep -q "\"Sum\": \"$module_checksum\"" <<<"$downloaded" || give_up "the checksum of $module is not $module_checksum"
node -e '
  const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
  const [downloaded, target] = process.argv.slice(1);
  const folder = `${JSON.parse(downloaded).Dir}/data/taproot-ref/`;
  // Each file is one object and a comma, as they stand in the list that Bitcoin Core reads.
  const lines = readdirSync(folder).sort().map((name) => readFileSync(folder + name, "utf8").replace(/,\n$/, "\n"));
  writeFileSync(target, lines.join(""));
' "$downloaded" "$work/taproot-ref.jsonl"

find "$work" -mindepth 1 -maxdepth 1 -type d -exec rm -rf {} +
keep_as "$kept"
