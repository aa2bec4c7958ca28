#!/usr/bin/env bash
# Fetches the real programs and the published vectors (once) and runs the suite against them; arguments go to
# vitest. When a program cannot be fetched, its suites are left out, and the run says so at its start.
set -euo pipefail
cd "$(dirname "$0")/.."

if core=$(scripts/fetch-bitcoin-core.sh); then export BITCOIN_CORE="$core"; fi
if bitcoind=$(scripts/fetch-bitcoind.sh); then export BITCOIND="$bitcoind"; fi
if ord=$(scripts/fetch-ord.sh); then export ORD="$ord"; fi
if redis=$(scripts/fetch-redis.sh); then export REDIS_SERVER="$redis"; fi
if promtool=$(scripts/fetch-promtool.sh); then export PROMTOOL="$promtool"; fi
if chromium=$(scripts/fetch-chromium.sh); then export CHROMIUM="$chromium"; fi
if schemathesis=$(scripts/fetch-schemathesis.sh); then export SCHEMATHESIS="$schemathesis"; fi
if tools=$(scripts/fetch-client-tools.sh); then export CLIENT_TOOLS="$tools"; fi
if bdk=$(scripts/fetch-bdk.sh); then export BDK_PYTHON="$bdk"; fi
if rust=$(scripts/fetch-rust-client.sh); then export RUST_CLIENT="$rust"; fi
if tests=$(scripts/fetch-esplora-client-tests.sh); then export ESPLORA_CLIENT_TESTS="$tests"; fi
if npm_clients=$(scripts/fetch-npm-clients.sh); then export NPM_CLIENTS_DIR="$npm_clients"; fi
if postgres=$(scripts/fetch-postgresql-client.sh); then export POSTGRESQL_CLIENT="$postgres"; fi
if judge=$(scripts/fetch-script-judge.sh); then export SCRIPT_JUDGE="$judge"; fi
if deploy_tools=$(scripts/fetch-deploy-tools.sh); then export DEPLOY_TOOLS="$deploy_tools"; fi
if vectors=$(scripts/fetch-vectors.sh); then export VECTORS_DIR="$vectors"; fi
exec npx vitest run --config vitest.stack.config.ts "$@"
