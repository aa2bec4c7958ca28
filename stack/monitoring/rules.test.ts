import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { until } from '../edge/replica.ts';
import { freePort, startChild } from '../real/child.ts';
import { findPrometheus, findPromtool } from '../real/parts.ts';

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

describe.runIf(findPrometheus())('Prometheus with the shipped files', () => {
  test('scrapes what replicas.yml names, and fires', async () => {
    const replica = createServer((_request, response) =>
      response.end('ordbook_audit_findings{code="coin_twice"} 1\n'),
    );
    await new Promise<void>((resolve) => replica.listen(0, '127.0.0.1', resolve));
    const at = await mkdtemp(join(tmpdir(), 'ordbook-prometheus-'));
    await cp(folder, at, { recursive: true });
    const target = `127.0.0.1:${(replica.address() as AddressInfo).port}`;
    await writeFile(join(at, 'replicas.yml'), `- targets: ["${target}"]\n`);
    const port = await freePort();
    const prometheus = startChild(join(findPrometheus()!, 'prometheus'), [
      ...[`--config.file=${at}/prometheus.yml`, `--storage.tsdb.path=${at}/data`],
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    try {
      const alerts = () =>
        fetch(`http://127.0.0.1:${port}/api/v1/alerts`).then(
          (answer) => answer.text(),
          () => '',
        );
      const fires = async () => /OrdbookAuditFindings[^}]*\}[^}]*\},"state":"firing"/.test(await alerts());
      await until('it fires', fires, 90_000);
    } finally {
      await prometheus.stop();
      replica.close();
      await rm(at, { recursive: true });
    }
  }, 120_000);
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
