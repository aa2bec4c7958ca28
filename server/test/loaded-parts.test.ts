import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** What a file loads with itself: imports that carry only types and `import()` are left out. */
function loadedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const statements = text.matchAll(/^(?:import|export) (?!type )(?:([^;']*?) from )?'([^']+)';/gm);
  return [...statements]
    .filter(([, names]) => !isTypesOnly(names ?? ''))
    .map(([, , from]) => (from!.startsWith('.') ? resolve(dirname(file), from!) : from!));
}

/** `{ type A, type B }` is left out by the compiler. */
function isTypesOnly(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  const parts = inner?.split(',').map((part) => part.trim()) ?? [];
  return parts.some(Boolean) && parts.every((part) => part === '' || part.startsWith('type '));
}

/** Packages and files of this project that `entries` load, themselves and through one another. */
function closure(...entries: string[]): Set<string> {
  const seen = new Set<string>();
  const open = entries.map((entry) => resolve(SOURCE, entry));
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    if (existsSync(one)) open.push(...loadedBy(one));
  }
  return seen;
}

const inSource = (file: string) => resolve(SOURCE, file);

test('a service on PostgreSQL loads no part that its settings or its command do not name', () => {
  const loaded = closure('cli/main.ts', 'cli/start.ts');
  // the walk works
  for (const part of ['fastify', 'pg', inSource('api/server.ts')]) expect([...loaded]).toContain(part);
  const others = [
    '@clack/prompts',
    '@electric-sql/pglite',
    '@opentelemetry/sdk-trace',
    '@ordbook/console/files',
    '@ordbook/mcp',
    'age-encryption',
    'csv-stringify',
    'fastest-levenshtein',
    'ioredis',
    'jsonc-parser',
    'pino-pretty',
    'selfsigned',
    inSource('cli/check.ts'),
    inSource('composition/signer-process.ts'),
    inSource('signer/market/market-signer.ts'),
  ];
  expect(others.filter((part) => loaded.has(part))).toEqual([]);
});

test('a signer loads neither the API nor a database', () => {
  const loaded = closure('cli/main.ts', 'cli/signer.ts');
  expect([...loaded]).toContain(inSource('signer/signing/keys.ts'));
  const others = [
    '@clack/prompts',
    '@electric-sql/pglite',
    'age-encryption',
    'fastify',
    'ioredis',
    'kysely',
    'pg',
    'pino-pretty',
  ];
  expect(others.filter((part) => loaded.has(part))).toEqual([]);
});

test('a command loads no part of another before it runs', () => {
  const loaded = closure('cli/main.ts');
  expect([...loaded]).toContain('commander');
  const packages = [...loaded].filter((part) => !part.startsWith('/') && !part.startsWith('node:'));
  expect(packages.filter((part) => !part.startsWith('@ordbook/protocol/'))).toEqual(['commander']);
  expect([...loaded]).not.toContain(inSource('composition/settings.ts'));
});
