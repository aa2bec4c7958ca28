#!/usr/bin/env bash
# Installs ordbook from the tarballs of scripts/pack.sh into a new folder, with exactly the versions and checksums of its
# npm-shrinkwrap.json: scripts/install-packed.sh <folder with the tarballs> <new folder>. Its program is dist/cli/main.js there.
set -euo pipefail
packages="$(realpath "${1:?name the folder of scripts/pack.sh}")"
program="${2:?name a new folder}"
mkdir -p "$program"
tar --extract --gzip --file "$packages"/ordbook-server-*.tgz --directory "$program" --strip-components 1 --no-same-owner
cd "$program"
# ours come from the folder, which npm compares with their checksums as well
node - "$packages" <<'LOCK'
const { readFileSync, writeFileSync } = require('node:fs');
const lock = JSON.parse(readFileSync('npm-shrinkwrap.json', 'utf8'));
for (const [path, entry] of Object.entries(lock.packages)) {
  const [, name] = /^node_modules\/@ordbook\/([^/]+)$/.exec(path) ?? [];
  if (name) entry.resolved = `file:${process.argv[2]}/ordbook-${name}-${entry.version}.tgz`;
}
writeFileSync('npm-shrinkwrap.json', JSON.stringify(lock));
LOCK
npm pkg delete devDependencies
npm ci --omit dev --ignore-scripts --no-audit --no-fund --silent
tar --extract --gzip --file "$packages"/ordbook-server-*.tgz --strip-components 1 --no-same-owner package/npm-shrinkwrap.json
