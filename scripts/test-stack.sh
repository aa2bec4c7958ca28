#!/usr/bin/env bash
# Fetches the real programs and the published vectors (once) and runs the suite against them; arguments go to
# vitest. When a program cannot be fetched, its suites are left out, and the run says so at its start.
set -euo pipefail
cd "$(dirname "$0")/.."

if core=$(scripts/fetch-bitcoin-core.sh); then export BITCOIN_CORE="$core"; fi
if bitcoind=$(scripts/fetch-bitcoind.sh); then export BITCOIND="$bitcoind"; fi
if ord=$(scripts/fetch-ord.sh); then export ORD="$ord"; fi
if redis=$(scripts/fetch-redis.sh); then export REDIS_SERVER="$redis"; fi
if schemathesis=$(scripts/fetch-schemathesis.sh); then export SCHEMATHESIS="$schemathesis"; fi
if vectors=$(scripts/fetch-vectors.sh); then export VECTORS_DIR="$vectors"; fi
exec npx vitest run --config vitest.stack.config.ts "$@"
