import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findPromtool } from '../real/parts.ts';

const promtool = findPromtool();
const folder = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const run = async (...args: string[]) =>
  (await promisify(execFile)(promtool!.path, args, { cwd: folder })).stdout;

describe.runIf(promtool)('the rules for Prometheus', () => {
  test('are what promtool accepts', async () => {
    expect(await run('check', 'rules', 'rules.yml')).toMatch(/SUCCESS: \d+ rules found/);
  });

  test('raise each alert when they should, and not before', async () => {
    expect(await run('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
  });
});
