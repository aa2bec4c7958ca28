import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { bundledProgram } from '../../stack/bundled-program.ts';
import type { Sandbox } from '../src/sandbox.ts';
import { GUIDED, programIn } from './guided.ts';
import { sharedSandbox } from './shared-sandbox.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GUIDES = `${ROOT}docs/guides`;

/** What the first example of a guide prints that needs the repository. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  'contributor.md': /Tests .*passed/,
  'operator.md': /[0-9a-f]{64}/,
};
/** Guides that begin in an empty folder, where `stack/clients` runs them as well. That of agents needs a packed program. */
const IN_AN_EMPTY_FOLDER = ['agent.md', 'curl.md', ...Object.keys(GUIDED), 'packages.md'];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await sharedSandbox();
}, 120_000);

describe('the first example of the guide', () => {
  test('is known for every guide', () => {
    expect(readdirSync(GUIDES).sort()).toEqual([...Object.keys(PRINTS), ...IN_AN_EMPTY_FOLDER].sort());
  });

  test.each(Object.entries(PRINTS))(
    '%s runs as it is printed',
    async (guide, prints) => {
      const [, example] = /```sh\n([\s\S]*?)```/.exec(readFileSync(`${GUIDES}/${guide}`, 'utf8'))!;
      const script = example!.replaceAll('http://127.0.0.1:8080', sandbox.url);
      const { VITEST: _, ...env } = process.env;
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: ROOT,
        env: { ...env, NO_COLOR: '1' },
      });
      expect(stdout).toMatch(prints);
    },
    120_000,
  );

  test('curl.md lists an inscription, with its commands as they are printed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-curl-'));
    try {
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const guide = readFileSync(`${GUIDES}/curl.md`, 'utf8');
      const { name, text } = programIn(guide);
      await writeFile(join(folder, name), text);
      await rename(await bundledProgram(join(folder, name), folder), join(folder, name));
      const [, [, commands]] = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)] as [unknown, [unknown, string]];
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
        cwd: folder,
        env: { ...process.env, NODE_OPTIONS: '', ORDBOOK_URL: sandbox.url },
      });
      expect(stdout).toMatch(/"listingId":"[0-9a-f-]{36}".* buyable 60000\n$/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 120_000);

  test.each(Object.entries(GUIDED))(
    '%s, a program, runs as it is printed',
    async (guide, { prints, leaves }) => {
      const folder = await mkdtemp(join(tmpdir(), 'ordbook-guide-'));
      try {
        await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
        const { name, text } = programIn(readFileSync(`${GUIDES}/${guide}`, 'utf8'));
        await writeFile(join(folder, name), text);
        const program = await bundledProgram(join(folder, name), folder);
        const running = promisify(execFile)(process.execPath, [program], {
          cwd: folder,
          env: { ...process.env, NODE_OPTIONS: '', ORDBOOK_URL: sandbox.url },
        });
        // this sandbox makes blocks only on request
        running.child.stdout!.on('data', (chunk) => {
          if (String(chunk).includes('bought')) void sandboxAt(sandbox.url).mine();
        });
        const { stdout } = await running;
        expect(stdout).toMatch(prints);
        expect(await readdir(folder)).toEqual(expect.arrayContaining([...leaves]));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    120_000,
  );
});
