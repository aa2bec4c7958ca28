import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

test('the monitoring joins the network in which the service alone is, and publishes Grafana on loopback only', async () => {
  const deployed = (path: string) => readFile(join(folder, '..', path), 'utf8');
  const own = await deployed('monitoring/compose.yaml');
  expect(own).toContain('name: ordbook_monitoring\n    external: true');
  expect(own.match(/ports:\n +- .*/g)).toEqual(['ports:\n      - "127.0.0.1:3000:3000"']);
  const stack = await deployed('compose.yaml');
  expect(stack.match(/networks: \[.*monitoring.*\]/g)).toHaveLength(1);
  expect(stack).toContain('\n  monitoring:\n    internal: true\n');
});
