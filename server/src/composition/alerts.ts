/**
 * Alerts without Prometheus: what is wrong for a while is posted to ALERT_WEBHOOK, once, and once more when
 * it is over. The simplest of the rules in `deploy/prometheus/rules.yml`, by the same names. A process that
 * is gone posts nothing: something else must ask `/livez`.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type HealthParts, readHealth } from '../api/monitoring/health.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../base/clock.ts';
import { lastBackupAt } from '../store/operation/acts.ts';
import { packageCounts } from '../store/trade/packages.ts';
import type { Log, TradingContext } from '../trading/context.ts';
import { poolStatus, remedy } from '../trading/operator-coins/pools.ts';
import { httpsSender } from '../webhook/https-sender.ts';
import { isTaken, type WebhookSender } from '../webhook/port.ts';
import { signedHeaders } from '../webhook/signature.ts';
import type { Settings } from './settings.ts';
import { certificateExpiries } from './tls-files.ts';

const LOOK_EVERY_MS = 15_000;

/** Something that is wrong now. */
export interface Trouble {
  /** As in the runbook. */
  readonly alert:
    | 'OrdbookPartDown'
    | 'OrdbookPoolLow'
    | 'OrdbookPackageWaits'
    | 'OrdbookBackupOld'
    | 'OrdbookCertificateExpires';
  /** Which part, pool or table. */
  readonly subject: string;
  readonly summary: string;
}

/** How long each must last before it is posted, ms. */
const LASTS_MS: Readonly<Record<Trouble['alert'], number>> = {
  OrdbookPartDown: 2 * MINUTE_MS,
  OrdbookPoolLow: 30 * MINUTE_MS,
  OrdbookPackageWaits: 10 * MINUTE_MS,
  OrdbookBackupOld: 0,
  OrdbookCertificateExpires: 0,
};

const BACKUP_OLD_MS = 2 * DAY_MS;
const EXPIRES_WITHIN_MS = 30 * DAY_MS;

const RUNBOOK = 'docs/operations.md#alerts';

interface AlertOptions {
  /** Of the receiver. A fragment `#whsec_…` is the secret that signs, and is not sent. */
  readonly url: string;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly log: Log;
  /** All that is wrong now. */
  readonly read: () => Promise<readonly Trouble[]>;
}

/** One look at what is wrong; never throws. What the receiver did not take is posted at the next look. */
export function createAlerts({ url, sender, clock, log, read }: AlertOptions): () => Promise<void> {
  const [target = '', secret = ''] = url.split('#');
  /** What was wrong at the last look, by alert and subject. */
  const seen = new Map<string, Trouble & { readonly since: Date; isPosted: boolean }>();

  async function post(trouble: Trouble & { readonly since: Date }, state: 'firing' | 'resolved') {
    const at = clock.now();
    const { alert, subject, summary, since } = trouble;
    const body = JSON.stringify({
      ...{ type: `alert.${state}`, timestamp: at.toISOString() },
      text: `${state === 'firing' ? alert : `${alert} is over`}: ${summary}`,
      data: { alert, subject, summary, since, replica: hostname(), runbook: RUNBOOK },
    });
    const id = `alert_${randomUUID()}`;
    const signed = secret.startsWith('whsec_') ? signedHeaders(secret, { id, body, at }) : {};
    const sent = await sender.post(target, { 'content-type': 'application/json', ...signed }, body);
    if (!isTaken(sent))
      log.warn(
        { alert, subject, reason: 'fault' in sent ? sent.fault : `status ${sent.status}` },
        'ALERT_WEBHOOK did not take an alert: will try again',
      );
    return isTaken(sent);
  }

  return async () => {
    try {
      const now = clock.now();
      const found = new Map((await read()).map((one) => [`${one.alert} ${one.subject}`, one]));
      for (const [name, trouble] of found) {
        const known = seen.get(name) ?? { ...trouble, since: now, isPosted: false };
        seen.set(name, known);
        if (known.isPosted || now.getTime() - known.since.getTime() < LASTS_MS[trouble.alert]) continue;
        known.isPosted = await post({ ...trouble, since: known.since }, 'firing');
      }
      for (const [name, known] of seen)
        if (!found.has(name) && (!known.isPosted || (await post(known, 'resolved')))) seen.delete(name);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'looking for alerts: will try again');
    }
  };
}

interface Watched {
  /** What GET /healthz reads. */
  health(): Promise<{ readonly parts: Readonly<Record<string, { ready: boolean; detail: string }>> }>;
  /** As `certificateExpiries` reads them. */
  certificates(): Promise<readonly { readonly setting: string; readonly expiresAt: Date }[]>;
}

/** What is wrong now, of parts, pools, packages, backups and certificates. */
export function readTroubles(
  ctx: TradingContext,
  { health, certificates }: Watched,
): () => Promise<Trouble[]> {
  const startedAt = ctx.clock.now();
  return async () => {
    const now = ctx.clock.now();
    const { parts } = await health();
    const down = Object.entries(parts)
      .filter(([, { ready }]) => !ready)
      .map(([subject, { detail }]): Trouble => {
        return { alert: 'OrdbookPartDown', subject, summary: `${subject} is not ready: ${detail}` };
      });
    // without the database, that is the alert
    if (parts['database']?.ready !== true) return down;
    const pools = (await poolStatus(ctx, now)).filter(({ isLow }) => isLow);
    const packages = (await packageCounts(ctx.db, now)).filter(({ stuck }) => stuck > 0);
    const backup = await lastBackupAt(ctx.db);
    const backedUpAt = backup ?? startedAt;
    const expiring = (await certificates()).filter(
      ({ expiresAt }) => expiresAt.getTime() - now.getTime() < EXPIRES_WITHIN_MS,
    );
    return [
      ...down,
      ...pools.map((low): Trouble => {
        const summary = `${low.pool} has ${low.ready} of ${low.target} coins ready: ${remedy(low)}`;
        return { alert: 'OrdbookPoolLow', subject: low.pool, summary };
      }),
      ...packages.map(({ table, state, stuck }): Trouble => {
        const subject = `${table} ${state}`;
        return {
          alert: 'OrdbookPackageWaits',
          subject,
          summary: `${stuck} packages are stuck in ${subject}`,
        };
      }),
      ...(now.getTime() - backedUpAt.getTime() > BACKUP_OLD_MS
        ? [
            {
              ...({ alert: 'OrdbookBackupOld', subject: 'database' } as const),
              summary: `no backup has ended since ${backup ? '' : 'the start, '}${backedUpAt.toISOString()}`,
            },
          ]
        : []),
      ...expiring.map(({ setting, expiresAt }): Trouble => {
        const summary = `the certificate of ${setting} expires at ${expiresAt.toISOString()}`;
        return { alert: 'OrdbookCertificateExpires', subject: setting, summary };
      }),
    ];
  };
}

/** Posts alerts to ALERT_WEBHOOK, if there is one. Returns how to stop. */
export function openAlerts(
  ctx: TradingContext,
  settings: Settings,
  health: HealthParts,
): () => Promise<void> {
  const { ALERT_WEBHOOK: url } = settings;
  if (url === '') return async () => undefined;
  const { clock, log } = ctx;
  const read = readTroubles(ctx, {
    health: () => readHealth(ctx, health),
    certificates: () => certificateExpiries(settings),
  });
  // the operator chose the URL, which may well be in the operator's own network
  const look = createAlerts({ url, sender: httpsSender({ allowPrivate: true }), clock, log, read });
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = null;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
