import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../vectors/judge', import.meta.url));

test('a second judge, written from the page of the vectors alone, agrees on every vector', async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const { stdout } = await run('python3', [
    fileURLToPath(new URL('judge.py', import.meta.url)),
    ...files.map((file) => join(folder, file)),
  ]);
  const [, agreed, all] = /^agreed (\d+) of (\d+)$/m.exec(stdout) ?? [];
  expect(agreed).toBe(all);
  expect(Number(all)).toBeGreaterThan(500);
}, 120_000);
