/**
 * Webhooks, delivered by the replica that leads.
 *
 *   event ──► stored as a delivery of each endpoint that wants it ──► sent ──► taken (2xx): deleted
 *                                                                      └──► not: again later, for a day,
 *                                                                      then dead
 *
 * A delivery is stored before it is sent and deleted after, so it is sent at least once: a receiver leaves
 * out the ids that it has. Deliveries of one subject (a listing, a sale, …) are sent one after the other. A
 * dead one no longer blocks those after it. Endpoints are served side by side, and each for a bounded time:
 * one that is slow delays the others by one time-out of the sender.
 */
import type { Clock } from '../../base/clock.ts';
import { numberEvents, type StoredEvent } from '../../store/event/events.ts';
import {
  type Delivery,
  deleteDelivery,
  deliveriesDue,
  eventsSince,
  postponeDelivery,
  storeDeliveries,
  type Webhook,
  webhooksNow,
} from '../../store/event/webhooks.ts';
import type { Database } from '../../store/port.ts';
import { isTaken, type WebhookSender } from '../../webhook/port.ts';
import { signedHeaders } from '../../webhook/signature.ts';
import type { Log } from '../context.ts';

/** Events that are read for an endpoint at once. */
const READ = 200;
/** Deliveries to one endpoint in the air at once. */
const AT_ONCE = 16;
/** An endpoint that took so long begins nothing more until the next run, ms. */
const TURN_MS = 2_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 2 * 3_600_000;

export interface WebhookOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'info'>;
  readonly sender: WebhookSender;
  /** The event as clients get it; its id identifies the delivery. */
  readonly shapeOf: (event: StoredEvent) => object & { readonly id: string };
  readonly giveUpMs: number;
  /** A number from 0 to 1, for the spread of pauses. Default: random. */
  readonly spread?: () => number;
}

export interface WebhookDelivery {
  /** Stores what is new and sends what is due, as far as time allows. Returns how many were sent or tried. */
  run(): Promise<number>;
}

export function createWebhookDelivery(options: WebhookOptions): WebhookDelivery {
  const { db, clock, log, sender, shapeOf, giveUpMs, spread = Math.random } = options;

  async function store(webhook: Webhook): Promise<void> {
    let { seenSeq } = webhook;
    for (;;) {
      const events = await eventsSince(db, seenSeq, READ);
      if (events.length === 0) return;
      const now = clock.now();
      const upTo = events.at(-1)!.seq;
      const deliveries = events
        .filter((event) => wants(webhook, event))
        .map((event) => ({ seq: event.seq, subject: event.subject, event: shapeOf(event) }));
      const giveUpAt = new Date(now.getTime() + giveUpMs);
      await storeDeliveries(db, { id: webhook.id, seenSeq }, { upTo, deliveries, now, giveUpAt });
      seenSeq = upTo;
    }
  }

  async function send(delivery: Delivery): Promise<void> {
    const { url, secret, event, attempts, giveUpAt } = delivery;
    const body = JSON.stringify(event);
    const { id } = event as { id: string };
    const sent = await sender.post(url, signedHeaders(secret, { id, body, at: clock.now() }), body);
    if (isTaken(sent)) return deleteDelivery(db, delivery);
    const error = 'status' in sent ? `status ${sent.status}` : sent.fault;
    const now = clock.now().getTime();
    const dueAt = new Date(now + pauseMs(attempts, spread()));
    const isDead = dueAt >= giveUpAt;
    await postponeDelivery(db, delivery, { dueAt: isDead ? null : dueAt, error });
    if (isDead)
      log.warn(
        { webhook: delivery.webhookId, event: id, error },
        'a webhook delivery is dead (`ordbook webhooks dead`)',
      );
  }

  async function serve({ id: webhookId }: Webhook): Promise<number> {
    const end = performance.now() + TURN_MS;
    let sent = 0;
    while (performance.now() < end) {
      const due = await deliveriesDue(db, { webhookId, now: clock.now(), limit: AT_ONCE });
      if (due.length === 0) break;
      await Promise.all(due.map(send));
      sent += due.length;
    }
    return sent;
  }

  return {
    async run() {
      await numberEvents(db, clock.now());
      const webhooks = await webhooksNow(db);
      for (const webhook of webhooks) await store(webhook);
      const turns = await Promise.allSettled(webhooks.map(serve));
      const failed = turns.find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
      return turns.reduce((sum, turn) => sum + (turn as PromiseFulfilledResult<number>).value, 0);
    },
  };
}

/** ms until the attempt after `attempts` failed ones: doubled each time, and up to a fifth more. */
export function pauseMs(attempts: number, spread: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS) * (1 + spread / 5);
}

/** Whether an endpoint gets the event. What only the parties of a trade see needs `withPrivate`. */
function wants({ topics, slugs, withPrivate }: Webhook, event: StoredEvent): boolean {
  if (event.audience === 'own' && !withPrivate) return false;
  const topic = event.type.split('.')[0]!;
  if (topics && !topics.includes(topic)) return false;
  return topic === 'block' || !slugs || event.slugs.some((slug) => slugs.includes(slug));
}
