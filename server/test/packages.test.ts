import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PACKAGES = [
  'protocol',
  'api',
  'devnode',
  'client',
  'conformance',
  'mcp',
  'console',
  'server',
  'sandbox',
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly repository: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly publishConfig?: object;
  readonly files?: readonly string[];
  readonly scripts?: object;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: object;
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifestOf = (folder: string) => JSON.parse(textOf(join(folder, 'package.json'))) as Manifest;
const root = manifestOf('.');

describe.each(PACKAGES)('the package %s', (folder) => {
  const manifest = manifestOf(folder);

  test('is in our scope, with licence, README, engines and the one address of the repository', () => {
    expect(manifest).toMatchObject({
      name: `@ordbook/${folder}`,
      license: root.license,
      engines: root.engines,
      repository: { ...root.repository, directory: folder },
      publishConfig: { access: 'public' },
    });
    expect(textOf(`${folder}/LICENSE`)).toBe(textOf('LICENSE'));
    expect(textOf(`${folder}/README.md`)).toMatch(new RegExp(`^# @ordbook/${folder}\n`));
  });

  test('runs nothing when it is installed, and ships nothing but what it lists', () => {
    const runs = Object.keys(manifest.scripts ?? {}).filter((name) => !/^test(:|$)/.test(name));
    expect(runs).toEqual([]);
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'src']));
  });

  test('depends on exact versions, and on ours of its own version', () => {
    const dependencies = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(dependencies.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const ours = dependencies.filter(([name]) => name.startsWith('@ordbook/'));
    for (const [, version] of ours) expect(version).toBe(root.devDependencies!['@ordbook/protocol']);
    expect(manifest.version).toBe(root.devDependencies!['@ordbook/protocol']);
  });
});

test('no dependency of a package is changed by an override, which holds in this repository only', () => {
  // it builds the manual, and ships in no package
  expect(Object.keys(root.overrides!)).toEqual(['rollup']);
  for (const folder of PACKAGES) expect(manifestOf(folder).dependencies ?? {}).not.toHaveProperty('rollup');
});

describe('a command of ours', () => {
  const commands = PACKAGES.flatMap((folder) => Object.keys(manifestOf(folder).bin ?? {}));
  /** `npx ordbook` would fetch a package of that name, which anyone may publish. */
  const fetching = new RegExp(`\\bnpx (?:-y |--yes )?(?:${commands.join('|')})\\b`);

  test('is never shown as a package without a scope', () => {
    expect(commands).toContain('ordbook');
    const shown = [
      ...filesIn('docs', /\.md$/),
      ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'Dockerfile'],
      ...PACKAGES.flatMap((folder) => [`${folder}/README.md`, ...filesIn(`${folder}/src`, /\.ts$/)]),
    ];
    expect(shown.filter((path) => fetching.test(textOf(path)))).toEqual([]);
    expect(fetching.test('run `npx ordbook init`')).toBe(true);
    expect(fetching.test('run `npx @ordbook/devnode`, or `npx --no ordbook-sandbox`')).toBe(false);
  });
});

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((path) => join(folder, String(path)))
    .filter((path) => name.test(path) && statSync(join(ROOT, path)).isFile());
}
