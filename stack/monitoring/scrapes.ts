/**
 * What Prometheus reads of a running service, and what the shipped rules make of it as time goes on: promtool
 * gets each scrape as it was, for as many minutes as it is said to last, so no test waits for them.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../edge/replica.ts';
import { freePort, startChild } from '../real/child.ts';

const DEPLOYED = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));

/** The value of each series, as `name{labels}`, and when it was read. */
export interface Scrape {
  readonly at: Date;
  readonly series: ReadonlyMap<string, number>;
}

/** A scrape, and for how many minutes the service is so. */
export type Phase = readonly [scrape: Scrape, minutes: number, more?: More];

interface More {
  /** Counters go on as fast as they did in one minute from this scrape to that of the phase. */
  readonly since?: Scrape;
}

/** `scrape_timeout` of the shipped file: what takes longer is a replica that does not respond. */
async function timeoutMs(): Promise<number> {
  const [, seconds] = /scrape_timeout: (\d+)s/.exec(
    await readFile(join(DEPLOYED, 'prometheus.yml'), 'utf8'),
  )!;
  return Number(seconds) * 1_000;
}

/** Reads `/metrics` of every target, as the job of the shipped file does. */
export async function scrape(job: 'ordbook' | 'node', ...targets: readonly string[]): Promise<Scrape> {
  const series = new Map<string, number>();
  const signal = AbortSignal.timeout(await timeoutMs());
  await Promise.all(
    targets.map(async (target, i) => {
      const own = `job="${job}",instance="${'abc'[i]}"`;
      const text = await fetch(`${target}/metrics`, { signal })
        .then((answer) => answer.text())
        .catch(() => null);
      series.set(`up{${own}}`, text === null ? 0 : 1);
      for (const [, name, labels, value] of (text ?? '').matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm))
        series.set(`${name}{${own}${labels ? `,${labels}` : ''}}`, Number(value));
    }),
  );
  return { at: new Date(), series };
}

/** The alerts that fire at the end of the phases, which follow each other, in order of their names. */
export async function alertsAfter(promtool: string, ...phases: readonly Phase[]): Promise<string[]> {
  const total = phases.reduce((sum, [, minutes]) => sum + minutes, 0);
  // a sample counts for five minutes
  const step = total > 1_000 ? 4 : 1;
  const rules = await readFile(join(DEPLOYED, 'rules.yml'), 'utf8');
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  const names = new Set(phases.flatMap(([{ series }]) => [...series.keys()]));
  const used = [...names].filter((name) => new RegExp(`\\b${name.split('{')[0]}\\b`).test(rules));
  const last = phases.at(-1)![0];
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-rules-'));
  try {
    const test = {
      interval: `${step}m`,
      start_timestamp: new Date(last.at.getTime() - (total - phases.at(-1)![1]) * 60_000).toISOString(),
      input_series: used.map((name) => ({ series: name, values: valuesOf(name, phases, step) })),
      promql_expr_test: alerts.map((name) => ({
        expr: `absent(ALERTS{alertname="${name}", alertstate="firing"})`,
        eval_time: `${total}m`,
        exp_samples: [{ labels: `{alertname="${name}", alertstate="firing"}`, value: 1 }],
      })),
    };
    const file = join(folder, 'scrapes.json');
    const about = { rule_files: [join(DEPLOYED, 'rules.yml')], evaluation_interval: `${step}m` };
    await writeFile(file, JSON.stringify({ ...about, tests: [test] }));
    const said = await promisify(execFile)(promtool, ['test', 'rules', file]).then(
      () => '',
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    const firing = [...said.matchAll(/expr: "absent\(ALERTS\{alertname=\\"(\w+)\\"/g)].map(
      ([, name]) => name!,
    );
    if (said !== '' && firing.length === 0) throw new Error(`promtool: ${said.slice(0, 2_000)}`);
    return firing.sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Runs Prometheus with the shipped files beside a service at `target` until an alert fires. Throws when it
 * does not. `programs`: the folder of Prometheus.
 */
export async function firesInPrometheus(programs: string, target: string, alert: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-prometheus-'));
  await cp(DEPLOYED, folder, { recursive: true });
  await writeFile(join(folder, 'replicas.yml'), JSON.stringify([{ targets: [new URL(target).host] }]));
  const listen = `127.0.0.1:${await freePort()}`;
  const prometheus = startChild(join(programs, 'prometheus'), [
    ...[`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`],
    `--web.listen-address=${listen}`,
  ]);
  const fires = async () => {
    const answer = await fetch(`http://${listen}/api/v1/alerts`).catch(() => null);
    const { data } = ((await answer?.json().catch(() => null)) ?? { data: { alerts: [] } }) as {
      data: { alerts: { labels: { alertname: string }; state: string }[] };
    };
    return data.alerts.some(({ labels, state }) => labels.alertname === alert && state === 'firing');
  };
  try {
    await until(`${alert} fires`, fires, 90_000);
  } finally {
    await prometheus.stop();
    await rm(folder, { recursive: true });
  }
}

/** The samples of a series in the notation of promtool. */
function valuesOf(name: string, phases: readonly Phase[], step: number): string {
  let age = 0;
  const parts = phases.map(([{ series }, minutes, { since } = {}]) => {
    const count = Math.round(minutes / step);
    const value = series.get(name);
    const before = age;
    age += minutes;
    if (value === undefined) return `stale _x${count - 1}`;
    const isAge = name.startsWith('ordbook_oldest_package_seconds');
    const isCounter = /_(total|count|bucket)\{/.test(name);
    const grows = isAge ? 60 : isCounter && since ? value - (since.series.get(name) ?? 0) : 0;
    const first = value + (isAge ? 60 * before : 0);
    return `${first}+${grows * step}x${count - 1}`;
  });
  return parts.join(' ');
}
