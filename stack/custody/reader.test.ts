import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

test('a second reader, written from the page of custody proofs alone, agrees on every vector', async () => {
  const { stdout } = await run('python3', [
    path('reader.py'),
    path('../../protocol/test/custody/vectors.json'),
  ]);
  const [, agreed, all] = /(\d+) of (\d+) agree\s*$/.exec(stdout) ?? [];
  expect(stdout).toMatch(/agree\s*$/);
  expect(agreed).toBe(all);
  expect(Number(all)).toBeGreaterThan(70);
});
