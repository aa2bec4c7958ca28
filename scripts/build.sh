#!/usr/bin/env bash
# Compiles every package to dist/, dependencies first, for publishing and for running without tsx.
set -euo pipefail
cd "$(dirname "$0")/.."
# beside the compilers: it reads sources
npx tsx scripts/manual.ts >/dev/null &
manual=$!
for package in devnode protocol judge api client conformance mcp console server sandbox; do
  rm -rf "$package/dist"
  npx tsc -p "$package/tsconfig.build.json"
done
npx tsx scripts/bundle-devnode.ts
npx tsx --conditions=source scripts/plain-answers.ts
cp -r server/src/store/migrations server/dist/store/migrations
cp -r server/src/api/reference/{examples.json,page} server/dist/api/reference/
npx tsx --conditions=source console/src/site/write.ts
wait "$manual"
cp -r dist/manual sandbox/dist/manual
chmod +x client/dist/exit/main.js server/dist/cli/main.js mcp/dist/main.js conformance/dist/main.js sandbox/dist/main.js
