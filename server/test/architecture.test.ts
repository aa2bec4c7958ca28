import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../src/composition/settings.ts';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const FOLDERS = [
  'protocol',
  'judge',
  'api',
  'server',
  'sandbox',
  'devnode',
  'client',
  'conformance',
  'mcp',
  'console',
  'stack',
  'bench',
  'scripts',
];

const SOURCE_LINES = 400;
const TEST_LINES = 600;

/** Files that may be longer than the cap, each with the reason. */
const LONGER: Readonly<Record<string, string>> = {};

const VAGUE = /^(utils?|helpers?|common|manager|services?|misc)$/i;

const PORTS = ['chain', 'ordinals', 'price', 'store', 'signer', 'webhook'];

/** A folder of server/src, and the folders it may import besides itself; `ports` are the files of `isPort`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  // An adapter may also know the other ports, never another adapter.
  chain: ['base'],
  ordinals: ['base'],
  store: ['base'],
  price: ['base'],
  signer: ['base'],
  webhook: ['base'],
  trading: ['base', 'ports'],
  api: ['base', 'ports', 'trading'],
  follower: ['base', 'ports', 'trading'],
  // It shares no rule with what it audits.
  audit: ['base', 'ports'],
  // The composition root: it alone builds adapters and puts the service and the signers together.
  composition: ['base', 'ports', 'trading', 'api', 'follower', 'audit', ...PORTS],
  cli: ['base', 'ports', 'trading', 'api', 'follower', 'audit', 'composition'],
};

/** Rules over what a port returns, which code above may know too. */
const RULES_OVER_PORTS = [
  'server/src/ordinals/in-sync.ts',
  'server/src/chain/transaction-index.ts',
  'server/src/webhook/signature.ts',
];

/** The files that open a database. The other files of store/ are queries over the port's `Database`: part of the port. */
const OPENS_A_DATABASE = [
  'pglite',
  'postgres',
  'primary',
  'hosts',
  'migrate',
  'migrated-copy',
  'leader',
  'fence',
  'listen',
  'data-directory-lock',
].map((name) => `server/src/store/database/${name}.ts`);

/** Files outside composition/ that may import adapters, each with the reason. */
const BUILDS_ADAPTERS: Readonly<Record<string, string>> = {
  'server/src/cli/keys.ts': 'makes the keys of the signer process',
  'server/src/cli/key-set.ts': 'signs the key set with the key of its publisher',
  'server/src/cli/collection-list.ts': 'signs the list of collections with the same key',
  'server/src/cli/init.ts': 'names the roles in the certificates of the signers',
  'server/src/cli/init/certificates.ts': 'makes the certificates of the signers',
  'server/src/cli/init/signer-keys.ts': 'makes the keys of all signers',
};

/** The one file that sets a column `state`. */
const SETS_STATES = 'server/src/store/database/machine.ts';

const files = FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder), /\.tsx?$/));
const sources = files.filter((file) => file.startsWith('server/src/'));

describe('files', () => {
  test('stay below their cap of lines', () => {
    const tooLong = files
      .filter((file) => !(file in LONGER))
      .map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
      .filter(({ file, lines }) => lines > (isTest(file) ? TEST_LINES : SOURCE_LINES));
    expect(tooLong).toEqual([]);
  });

  test('on the list of longer files exist and are longer', () => {
    const needless = Object.keys(LONGER).filter(
      (file) => !existsSync(join(ROOT, file)) || textOf(file).split('\n').length - 1 <= SOURCE_LINES,
    );
    expect(needless).toEqual([]);
  });

  test('and folders have names that say something', () => {
    const vague = files.filter((file) =>
      file.split('/').some((part) => VAGUE.test(part.replace(/\..*$/, ''))),
    );
    expect(vague).toEqual([]);
  });

  test('of tests lie in the folder of what they test, under its name or that of a rule of the whole folder', () => {
    const apart = /^(attacks|fuzz|hostile|simulation|support|upgrade|vectors)\//;
    const lost = files.filter((file) => {
      const [, workspace = '', path = ''] = /^(\w+)\/test\/(.*\.test\.ts)$/.exec(file) ?? [];
      return path !== '' && !apart.test(path) && !existsSync(join(ROOT, workspace, 'src', dirname(path)));
    });
    expect(lost).toEqual([]);
  });

  test('leave no test out and nothing for later', () => {
    // The words are put together here, so that this file does not find itself.
    const banned = new RegExp(
      `\\b(describe|it|test)(\\.\\w+)*\\.(${'skip'}|${'only'})\\(|\\b(${'TO'}DO|${'FIX'}ME)\\b`,
    );
    expect(files.filter((file) => banned.test(textOf(file)))).toEqual([]);
  });
});

describe('imports', () => {
  test('inside the service run one way', () => {
    expect(sources.flatMap(importsOf).filter(({ from, to }) => !isAllowed(from, to))).toEqual([]);
  });

  test('of protocol are pure: no built-in module of Node', () => {
    const impure = files
      .filter((file) => file.startsWith('protocol/src/'))
      .filter((file) => /from '(node:|fs|path|crypto)/.test(textOf(file)));
    expect(impure).toEqual([]);
  });

  test('of devnode and of its tests reach into no other package', () => {
    const others = /from '(@ordbook\/(?!devnode')|[./]*\/(protocol|api|client|server|sandbox|mcp|console)\/)/;
    const reaching = files.filter((file) => file.startsWith('devnode/') && others.test(textOf(file)));
    expect(reaching).toEqual([]);
  });

  test('of protocol, api and client never reach into the service', () => {
    const packages = files.filter((file) => /^(protocol|api|client)\/src\//.test(file));
    const reaching = packages.filter((file) =>
      /from '(@ordbook\/(server|sandbox)|[./]*\/(server|sandbox)\/)/.test(textOf(file)),
    );
    expect(reaching).toEqual([]);
  });

  test('of the service never reach into the sandbox or devnode: they do not ship with it', () => {
    const reaching = sources.filter((file) =>
      /from '(@ordbook\/(sandbox|devnode)|[./]*\/(sandbox|devnode)\/)/.test(textOf(file)),
    );
    expect(reaching).toEqual([]);
  });
});

describe('a state', () => {
  test('is set by no file but the one of the machines', () => {
    const setting = sources.filter((file) => file !== SETS_STATES && setsState(textOf(file)));
    expect(setting).toEqual([]);
    // The file that may is found, in each of the ways that it has.
    expect(setsState(textOf(SETS_STATES))).toBe(true);
  });

  test.each([
    "db.updateTable('sales').set({ state: 'pending', soldAt: null })",
    "db.updateTable('sales').set({ ...patch,\n  state } as object)",
    "db.updateTable('sales').set('state', 'pending')",
    '.onConflict((conflict) => conflict.doUpdateSet({ state }))',
    "sql`update anchors a set state = 'free', reserved_until = null`",
    "sql`update anchors\n set reserved_until = null, state = 'free' where id = 1`",
    "sql`insert into sales (id) values (1) on conflict (id) do update set state = 'confirmed'`",
  ])('that is set by %s is found', (text) => {
    expect(setsState(text)).toBe(true);
  });

  test.each([
    "sql`update anchors set fan_out_hex = null where state = 'assigned'`",
    "sql`update listings l set closed_at = now() from anchors a where a.state = 'retired'`",
    "db.updateTable('offers').set({ signatures: null }).where('state', '<>', 'active')",
    "const seen = new Set<string>(); if (state === 'reserved') seen.add(state);",
  ])('that is only asked for by %s is not', (text) => {
    expect(setsState(text)).toBe(false);
  });

  test('comes into being by no file but the one of the machines, which also writes the moves', () => {
    const made = sources.filter((file) => insertsState(textOf(file)));
    // Operator coins write no moves; the files of their pools insert them.
    expect(made).toEqual([]);
    const moves = sources.filter((file) => /insert into moves\b/.test(textOf(file)));
    expect(moves).toEqual(['server/src/store/database/moves.ts']);
  });

  test.each([
    "db.insertInto('fillAttempts').values(row)",
    'sql`insert into collection_offers (id) values (1)`',
    'sql`with gone as (delete from sales where id = 1) select`',
    ".deleteFrom('offers')",
  ])('that %s makes or ends is found', (text) => {
    expect(insertsState(text)).toBe(true);
  });

  test('of a sale is the business of one file, which also inserts them', () => {
    const writing = sources.filter((file) => /\bsaleMachine\b/.test(textOf(file)));
    expect(writing).toEqual(['server/src/store/sale/machine.ts', 'server/src/store/sale/write-sales.ts']);
  });

  test('that may have changed meanwhile is asked after: nobody drops the answer of a transition', () => {
    const dropping = sources.filter((file) =>
      /^\s*(await|void)?\s*\w+Machine\s*\.transition\(/m.test(textOf(file)),
    );
    expect(dropping).toEqual([]);
  });
});

/** Whether the text sets a column `state`, by Kysely or in SQL. */
function setsState(text: string): boolean {
  // `this.set` is a gauge's.
  if (/(?<!\bthis)\.(set|doUpdateSet)\(\s*(\{[^}]*\bstate\b|'state')/.test(text)) return true;
  const clauses = text.matchAll(/\bset\s((?:(?!\b(?:where|from|returning)\b)[^`;])*)/gi);
  return [...clauses].some(([, columns]) => /\bstate\s*=(?!=)/.test(columns!));
}

const MOVED = 'listings|purchases|sales|offers|offer_?[sS]ettlements|collection_?[oO]ffers|fill_?[aA]ttempts';

/** Whether the text inserts or deletes rows whose changes are moves. */
function insertsState(text: string): boolean {
  return (
    new RegExp(`\\b(insert into|delete from) (${MOVED})\\b`).test(text) ||
    new RegExp(`\\.(insertInto|deleteFrom)\\('(${MOVED})'`).test(text)
  );
}

function isAllowed(from: string, to: string): boolean {
  const [own, other] = [folderOf(from), folderOf(to)];
  if (own === other || from in BUILDS_ADAPTERS) return true;
  const allowed = MAY_IMPORT[own] ?? [];
  const ports = allowed.includes('ports') || PORTS.includes(own);
  return allowed.includes(other) || (PORTS.includes(other) && isPort(to) && ports);
}

/** A promise that code above may know: the ports, rules over several ports, and the store's queries. */
function isPort(file: string): boolean {
  if (folderOf(file) === 'store') return !OPENS_A_DATABASE.includes(file);
  return /\/(\w+-)?port\.ts$/.test(file) || RULES_OVER_PORTS.includes(file);
}

/** `server/src/api/server.ts` -> `api`. */
function folderOf(file: string): string {
  return file.split('/')[2] ?? '';
}

function isTest(file: string): boolean {
  return /(^|\/)test\//.test(file) || file.endsWith('.test.ts');
}

/** The relative imports of a file that carry values or types, as paths from the root. */
function importsOf(from: string): { from: string; to: string }[] {
  const targets = [...textOf(from).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target]) => target!);
  return targets.map((target) => ({ from, to: fromRoot(resolve(ROOT, dirname(from), target)) }));
}

/** From the root, without what is installed or built. */
function filesIn(folder: string, names: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path, names);
    return names.test(entry.name) ? [fromRoot(path)] : [];
  });
}

function fromRoot(path: string): string {
  return relative(ROOT, path).split(sep).join('/');
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/**
 * What there is at most. A change that needs more looks first for what it makes superfluous, and says in its commit why a
 * number rises.
 */
const BUDGETS: Readonly<Record<string, number>> = {
  'lines of protocol': 7_940,
  'lines of judge': 2_030,
  'lines of api': 3_965,
  'lines of server': 51_975,
  'lines of client': 12_720,
  'lines of console, with styles': 16_460,
  'lines of sandbox': 1_955,
  'lines of mcp': 1_130,
  'lines of conformance': 2_100,
  'lines of devnode': 14_855,
  'lines of scripts': 8_305,
  'lines of benchmarks': 2_300,
  'lines of the reference page': 620,
  'lines of tests, but those of devnode': 94_680,
  'lines of tests of devnode': 11_960,
  'lines of SQL': 1_386,
  triggers: 24,
  settings: 70,
  'commands, with their groups': 20,
  'npm scripts': 27,
  'files of benchmarks': 16,
};

describe('budgets', () => {
  const linesOf = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + textOf(path).split('\n').length - 1, 0);
  const sql = filesIn(join(ROOT, 'server/src/store/migrations'), /\.sql$/);
  const packages = ['.', ...FOLDERS]
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(join(ROOT, path)));
  const scriptsIn = (path: string) =>
    Object.keys((JSON.parse(textOf(path)) as { scripts?: object }).scripts ?? {});
  const sourceOf = (folder: string) => files.filter((file) => file.startsWith(`${folder}/src/`));
  const scripts = filesIn(join(ROOT, 'scripts'), /\.(ts|js|sh)$/);
  const benches = files.filter((file) => file.startsWith('bench/'));
  const styles = filesIn(join(ROOT, 'console/src'), /\.css$/);

  const figures: Readonly<Record<string, number>> = {
    'lines of protocol': linesOf(sourceOf('protocol')),
    'lines of judge': linesOf(sourceOf('judge')),
    'lines of api': linesOf(sourceOf('api')),
    'lines of server': linesOf(sourceOf('server')),
    'lines of client': linesOf(sourceOf('client')),
    'lines of console, with styles': linesOf([...sourceOf('console'), ...styles]),
    'lines of sandbox': linesOf(sourceOf('sandbox')),
    'lines of mcp': linesOf(sourceOf('mcp')),
    'lines of conformance': linesOf(sourceOf('conformance')),
    'lines of devnode': linesOf(sourceOf('devnode')),
    'lines of scripts': linesOf(scripts),
    'lines of benchmarks': linesOf(benches),
    'lines of the reference page': linesOf(filesIn(join(ROOT, 'server/src/api/reference/page'), /\.js$/)),
    'lines of tests, but those of devnode': linesOf(
      files.filter((file) => (isTest(file) || file.startsWith('stack/')) && !file.startsWith('devnode/')),
    ),
    'lines of tests of devnode': linesOf(files.filter((file) => /^devnode\/(test|stack)\//.test(file))),
    'lines of SQL': linesOf(sql),
    triggers: sql.flatMap((path) => textOf(path).match(/^create (constraint )?trigger/gim) ?? []).length,
    settings: Object.keys(SETTINGS).length,
    'commands, with their groups': sourceOf('server').flatMap(
      (path) => textOf(path).match(/\.command\('/g) ?? [],
    ).length,
    'npm scripts': packages.flatMap(scriptsIn).length,
    'files of benchmarks': benches.length,
  };

  test.each(Object.entries(BUDGETS))('%s: at most %i', (what, most) => {
    expect(figures[what]).toBeLessThanOrEqual(most);
    // A budget far above what there is holds nothing.
    expect(figures[what]).toBeGreaterThan(0.9 * most - 2);
  });
});
