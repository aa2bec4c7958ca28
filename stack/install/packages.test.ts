/** The packages of the program as a release packs them. `stack/clients` uses the libraries among them. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../clients/run.ts';
import { findPackageTools } from '../real/parts.ts';
import { packedPackages } from './parts.ts';

const tools = findPackageTools();
const here = promisify(execFile);
const tool = (name: string) => join(tools ?? '', 'node_modules/.bin', name);

let tarball: (name: string) => string;

describe.runIf(tools)('the packed programs', () => {
  beforeAll(async () => {
    tarball = await packedPackages();
  }, 400_000);

  test.each(['server', 'mcp', 'console', 'sandbox'])('%s has no finding of publint', async (name) => {
    const { output, code } = await run(tool('publint'), ['--strict', tarball(name)], { cwd: tmpdir() });
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('All good') });
  });

  // the sandbox is a program alone: nothing is imported from it
  test.each(['server', 'mcp', 'console'])(
    '%s has types that every way of resolving ESM finds',
    async (name) => {
      const args = ['--profile', 'esm-only', '--no-emoji', '--format', 'json', tarball(name)];
      const { output, code } = await run(tool('attw'), args, { cwd: tmpdir() });
      expect(code, output.slice(-2_000)).toBe(0);
    },
  );

  test.each(['server', 'mcp', 'console', 'sandbox'])('%s has licence, README and no tests', async (name) => {
    const { stdout } = await here('tar', ['-tzf', tarball(name)]);
    const files = stdout.trim().split('\n');
    expect(files).toContain('package/LICENSE');
    expect(files).toContain('package/README.md');
    expect(files.filter((file) => /\/test\/|\.test\./.test(file))).toEqual([]);
  });
});
