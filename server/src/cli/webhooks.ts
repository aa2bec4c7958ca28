import { randomUUID } from 'node:crypto';
import { TOPICS } from '@ordbook/api/event/event';
import { HOUR_MS } from '../base/clock.ts';
import { listOf, type Settings } from '../composition/settings.ts';
import {
  deadDeliveries,
  deleteWebhook,
  insertWebhook,
  reviveDeliveries,
  webhooksNow,
} from '../store/event/webhooks.ts';
import type { Database } from '../store/port.ts';
import { flawOf } from '../webhook/https-sender.ts';
import { newSecret } from '../webhook/signature.ts';

/** Dead deliveries that one call prints. */
const MOST_DEAD = 1_000;

export interface AddOptions {
  readonly topics?: string;
  readonly collections?: string;
  readonly withPrivate?: boolean;
}

/**
 * Stores an endpoint; the lines have its secret, which is not shown again. Throws for a URL or topic
 * that cannot be.
 */
export async function addWebhook(
  db: Database,
  settings: Pick<Settings, 'WEBHOOKS_ALLOW_PRIVATE'>,
  url: string,
  { topics, collections, withPrivate = false }: AddOptions,
): Promise<string[]> {
  const flaw = flawOf(url, { allowPrivate: settings.WEBHOOKS_ALLOW_PRIVATE });
  if (flaw) throw new Error(flaw);
  const wanted = topics === undefined ? null : listOf(topics);
  const unknown = (wanted ?? []).find((topic) => !(TOPICS as readonly string[]).includes(topic));
  if (unknown !== undefined) throw new Error(`no topic ${unknown}; the topics are ${TOPICS.join(', ')}`);
  const webhook = {
    id: randomUUID(),
    url,
    topics: wanted,
    slugs: collections === undefined ? null : listOf(collections.toLowerCase()),
    withPrivate,
    secret: newSecret(),
    createdAt: new Date(),
  };
  await insertWebhook(db, webhook);
  return [`${webhook.id}  ${url}`, `secret: ${webhook.secret}`, 'Keep the secret: it is not shown again.'];
}

/** A line per endpoint, or with `json` a line of JSON each, without its secret. */
export async function listWebhooks(
  db: Database,
  { json }: { readonly json?: boolean } = {},
): Promise<string[]> {
  const rows = await webhooksNow(db);
  if (json) return rows.map(({ secret: _, ...shown }) => JSON.stringify(shown));
  if (rows.length === 0) return ['no webhooks'];
  return rows.map(
    ({ id, url, topics, slugs, withPrivate }) =>
      `${id}  ${url}  topics: ${topics?.join(', ') ?? 'all'}  collections: ${slugs?.join(', ') ?? 'all'}${withPrivate ? '  with private events' : ''}`,
  );
}

export async function removeWebhook(db: Database, id: string): Promise<string> {
  if (!(await deleteWebhook(db, requireId(id)))) throw new Error(`no webhook ${id}`);
  return `removed ${id}, and what was waiting for it`;
}

/** A line per delivery, or with `json` a line of JSON each. */
export async function listDead(db: Database, { json }: { readonly json?: boolean } = {}): Promise<string[]> {
  const rows = await deadDeliveries(db, MOST_DEAD);
  if (json) return rows.map((row) => JSON.stringify(row));
  if (rows.length === 0) return ['no dead deliveries'];
  return rows.map(
    ({ webhookId, seq, type, subject, attempts, lastError }) =>
      `${webhookId}  ${seq}  ${type}  ${subject}  after ${attempts} attempts: ${lastError ?? 'unknown'}`,
  );
}

/** Makes the dead deliveries of an endpoint wait again, or the one of event `seq`. */
export async function resendDead(
  db: Database,
  settings: Pick<Settings, 'WEBHOOKS_GIVE_UP_HOURS'>,
  webhookId: string,
  { sequence }: { readonly sequence?: string },
): Promise<string> {
  if (sequence !== undefined && !/^[1-9]\d{0,14}$/.test(sequence))
    throw new Error(`--sequence must be the number of an event, but is ${sequence}`);
  const which = {
    webhookId: requireId(webhookId),
    ...(sequence === undefined ? {} : { seq: Number(sequence) }),
  };
  const revived = await reviveDeliveries(db, which, settings.WEBHOOKS_GIVE_UP_HOURS * HOUR_MS);
  return `${revived} deliveries are sent again`;
}

function requireId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new Error(`${id} is no id of a webhook; \`ordbook webhooks list\` shows them`);
  return id;
}
