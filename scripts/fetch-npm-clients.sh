#!/usr/bin/env bash
# Puts npm packages of others that use a node, and a test runner, into a cache outside the clone and prints the
# folder: bitcoinjs-lib with ecpair, the RPC client bitcoin-core, and jest. npm verifies what it downloads.
#
#   scripts/fetch-npm-clients.sh      # prints .../npm-clients-1
#   NPM_CLIENTS_DIR=/path/to/folder   # use this one, which has node_modules, fetch nothing
#   ORDBOOK_CACHE=/path               # default ~/.cache/ordbook
set -euo pipefail
program=npm-clients
setting=NPM_CLIENTS_DIR
. "$(dirname "$0")/fetch.sh"
# Increase the number when a version changes.
kept=npm-clients-1

use_given
use_cached "$kept"
command -v npm >/dev/null || give_up "npm is needed"
begin_fetch
echo "fetch-npm-clients: fetching bitcoinjs-lib, ecpair, bitcoin-core and jest" >&2
npm install --silent --ignore-scripts --no-save --no-package-lock --no-audit --no-fund --prefix "$work" \
  bitcoinjs-lib@7.0.5 ecpair@3.0.2 bitcoin-core@5.0.0 jest@30.5.2 >&2 || give_up "npm could not fetch them"
find "$work" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
keep_as "$kept"
