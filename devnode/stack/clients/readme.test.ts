import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNpmClients } from '../../../stack/real/parts.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const clients = findNpmClients();

/** An empty project of someone else, with devnode as npm would unpack it. */
let project: string;

describe.runIf(clients)('a new project with the packed devnode', () => {
  let examples: string[];

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'devnode-project-'));
    await unpackDevnode(join(project, 'packed'));
    for (const modules of [join(ROOT, 'node_modules'), join(clients!, 'node_modules')]) await link(modules);
    const readme = await readFile(join(project, 'node_modules/@ordbook/devnode/README.md'), 'utf8');
    examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)]
      .map(([, code]) => code!)
      .filter((code) => /^test\(/m.test(code));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  const example = (has: (code: string) => boolean) => examples.find(has)!;
  const running = (program: string, args: string[], folder: string, env: Record<string, string> = {}) =>
    run(program, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } });
  const folderWith = async (name: string, file: string, code: string) => {
    const folder = join(project, name);
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{}');
    await writeFile(join(folder, file), code);
    return folder;
  };

  test('the first test for vitest passes', async () => {
    const code = example((text) => text.includes("from 'vitest'"));
    const folder = await folderWith('with-vitest', 'coins.test.js', code);
    const vitest = join(project, 'node_modules/vitest/vitest.mjs');
    const { stdout } = await running(process.execPath, [vitest, 'run', '--root', folder], folder);
    expect(stdout).toMatch(/Tests +1 passed/);
  });

  test('the first test for jest passes', async () => {
    const code = example((text) => !text.includes("from 'vitest'") && !text.includes('node:test'));
    const folder = await folderWith('with-jest', 'coins.test.mjs', code);
    const jest = join(project, 'node_modules/jest/bin/jest.js');
    const { stderr } = await running(process.execPath, [jest, '--rootDir', folder], folder, {
      NODE_OPTIONS: '--experimental-vm-modules',
    });
    expect(stderr).toMatch(/Tests: +1 passed/);
  });

  test('the first test for node:test passes', async () => {
    const folder = await folderWith(
      'with-node',
      'coins.test.mjs',
      example((text) => text.includes('node:test')),
    );
    const { stdout } = await running(process.execPath, ['--test', '--test-reporter=tap'], folder);
    expect(stdout).toMatch(/# pass 1/);
  });

  test('the package loads few files, so that a test starts at once', async () => {
    const dist = await readdir(join(project, 'node_modules/@ordbook/devnode/dist'), { recursive: true });
    expect(dist.filter((file) => file.endsWith('.js')).length).toBeLessThan(5);
    expect(dist).toContain('index.d.ts');
  });
});

/** Compiles devnode, packs it, and unpacks the tarball where npm would put it. */
async function unpackDevnode(work: string): Promise<void> {
  await mkdir(work);
  const build = join(ROOT, 'devnode/tsconfig.build.json');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', build, '--outDir', join(work, 'dist')]);
  await run(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'scripts/bundle-devnode.ts'), join(ROOT, 'devnode'), join(work, 'dist')],
    {
      cwd: ROOT,
    },
  );
  for (const file of ['package.json', 'README.md']) await cp(join(ROOT, 'devnode', file), join(work, file));
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: work });
  const target = join(project, 'node_modules/@ordbook/devnode');
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(work, stdout.trim()), '--strip-components=1', '-C', target]);
}

/** Makes the packages of a folder of modules resolvable, apart from those of this workspace. */
async function link(modules: string): Promise<void> {
  for (const name of await readdir(modules)) {
    if (name.startsWith('.') || name === '@ordbook') continue;
    await symlink(join(modules, name), join(project, 'node_modules', name)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}
