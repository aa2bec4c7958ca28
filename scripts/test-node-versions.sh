#!/usr/bin/env bash
# Runs the tests on every supported version of Node: 20.19.0, the oldest that `engines` in package.json
# allows, and the lines 22 and 24. Each is fetched once. On each:
#
#   - the installed packages allow that version;
#   - the compiled `ordbook` starts;
#   - the unit suite passes, and the store's contract on a real PostgreSQL.
#
#   scripts/test-node-versions.sh           # the whole unit suite
#   scripts/test-node-versions.sh --short   # of it, the files below: about a minute and a half a version on two cores
#   NODE_VERSIONS="22.23.3"                 # these versions only
set -euo pipefail
cd "$(dirname "$0")/.."
versions="${NODE_VERSIONS:-20.19.0 22.23.3 24.21.0}"

# Tests of code that depends on Node itself or is not JavaScript: HTTP, TLS and sockets, processes, files,
# settings; PGlite and tiny-secp256k1 (WASM); and one complete trade.
short=(
  client/test/api.test.ts
  client/test/exit
  client/test/wallet
  server/test/api/server.test.ts
  server/test/chain
  server/test/composition/settings.test.ts
  protocol/test/bitcoin/bip322.test.ts
  protocol/test/bitcoin/signatures.test.ts
  server/test/signer/transport/client.test.ts
  server/test/signer/transport/process.test.ts
  server/test/signer/transport/process.tls.test.ts
  sandbox/test/sandbox.trade.test.ts
  server/test/store
)
devnode=(test/node.test.ts test/rpc test/script/verify.test.ts)

files=()
case "${1:-}" in
  '') devnode=() ;;
  --short) files=("${short[@]}") ;;
  *)
    echo "test-node-versions: $1 is not an option; use --short or nothing." >&2
    exit 1
    ;;
esac
for file in "${files[@]}" "${devnode[@]/#/devnode/}"; do
  [ -e "$file" ] || {
    echo "test-node-versions: $file is gone; put its new place into scripts/test-node-versions.sh." >&2
    exit 1
  }
done

nodes=()
for version in $versions; do nodes+=("$(npx tsx scripts/fetch.ts "node-$version")"); done
[ -f server/dist/cli/main.js ] || npm run build

for node in "${nodes[@]}"; do
  # programs that tests start as `node` have this version too
  PATH="$(dirname "$node"):$PATH"
  echo "test-node-versions: Node $("$node" --version)"
  npm ci --dry-run --engine-strict --ignore-scripts --no-audit --no-fund >/dev/null
  node server/dist/cli/main.js --help >/dev/null
  # published vectors test our code, not Node's
  VECTORS_DIR='' node node_modules/vitest/vitest.mjs run "${files[@]}"
  VECTORS_DIR='' npx tsx scripts/devnode.ts "node-$(node --version)${1:-}" \
    node node_modules/vitest/vitest.mjs run --root devnode --project devnode "${devnode[@]}"
  node node_modules/vitest/vitest.mjs run --config vitest.stack.config.ts stack/store/postgres.test.ts
done
echo "test-node-versions: passed on Node $versions"
