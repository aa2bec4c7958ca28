import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const staticImports = (path: string) =>
  [...read(path).matchAll(/^(?:import|export) (?!type )(?:[^;']* from )?'([^']+)'/gm)].map(
    ([, name]) => name,
  );

describe('the first line of a sandbox', () => {
  test('is printed before anything but modules of Node is loaded', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scripts['sandbox']).toMatch(/^node (--\S+ )*scripts\/sandbox\.js$/);
    const [first, ...others] = staticImports('scripts/sandbox.js');
    expect(first).toBe('../sandbox/src/first-line.js');
    const own = others.filter((name) => !name!.startsWith('node:'));
    expect(own).toEqual(['../sandbox/src/engine.js', './bundle.js']);
    for (const path of ['sandbox/src/engine.js', 'scripts/bundle.js'])
      expect(staticImports(path).filter((name) => !name!.startsWith('node:'))).toEqual([]);
  });

  test('needs no other module', () => {
    expect(read('sandbox/src/first-line.js')).not.toMatch(/\bimport\b.*['(]|\brequire\(/);
  });

  test('is printed once, also when the bundle loads its own copy', async () => {
    const copy =
      "await import('./sandbox/src/first-line.js'); await import('./sandbox/src/first-line.js?copy');";
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', copy], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
    });
    expect(stdout).toBe('┌  ordbook sandbox (regtest: its coins have no value)\n');
  });

  test('and the check of the ports come before the modules that take seconds to load', () => {
    expect(staticImports('sandbox/src/main.ts')).toEqual([
      './first-line.js',
      'commander',
      './engine.js',
      './ports.ts',
    ]);
    expect(staticImports('sandbox/src/ports.ts')).toEqual(['node:net']);
  });
});
