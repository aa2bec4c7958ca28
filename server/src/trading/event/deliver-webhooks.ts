/**
 * Webhooks, delivered by the replica that leads.
 *
 *   event ──► stored as a delivery of each endpoint that wants it ──► sent ──► taken (2xx): deleted
 *                                                                      └──► not: again later, for a day,
 *                                                                      then dead
 *
 * A delivery is stored before it is sent and deleted after, so it is sent at least once: a receiver leaves
 * out the ids that it has. Deliveries of one subject (a listing, a sale, …) are sent one after the other. A
 * dead one no longer blocks those after it. Subjects and endpoints go on side by side: a post that is not
 * answered takes one of its endpoint's places until the sender's time-out, and delays nothing else.
 *
 * What is due, and when a delivery is given up, is by the database's clock: the leader's may be wrong.
 */
import { setTimeout as pause } from 'node:timers/promises';
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
/** Deliveries in the air at once, each a connection: to one endpoint, and to all, which share them evenly. */
export const AT_ONCE = 64;
export const AT_ONCE_IN_ALL = 256;
/** How long an endpoint is served before new events are read, ms. */
const TURN_MS = 1_000;
/** What ends in this time is replaced together, ms. */
const GATHER_MS = 10;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 2 * 3_600_000;
/** The most that a pause is longer, so that not all are tried again at once. */
const SPREAD = 1 / 5;

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

/** What is in the air to an endpoint. */
interface Endpoint {
  /** Posts without an answer yet, by the number of their event. */
  readonly posts: Map<number, Promise<void>>;
  /** Whether one has landed since the last look at what is due. */
  hasLanded: boolean;
}

export interface WebhookDelivery {
  /**
   * Stores what is new and sends what is due, as far as time allows. Posts that are not answered yet stay in
   * the air for the next run. Returns how many were sent. Throws what a statement threw; retry-safe.
   */
  run(): Promise<number>;
  /** Resolves once nothing is in the air: within the time-out of the sender, if `run` is not called. */
  landed(): Promise<void>;
}

export function createWebhookDelivery(options: WebhookOptions): WebhookDelivery {
  const { db, clock, log, sender, shapeOf, giveUpMs, spread = Math.random } = options;
  const air = new Map<string, Endpoint>();
  let failures: unknown[] = [];

  async function store(webhook: Webhook): Promise<void> {
    let { seenSeq } = webhook;
    for (;;) {
      const events = await eventsSince(db, seenSeq, READ);
      if (events.length === 0) return;
      const upTo = events.at(-1)!.seq;
      const deliveries = events
        .filter((event) => wants(webhook, event))
        .map((event) => ({ seq: event.seq, subject: event.subject, event: shapeOf(event) }));
      await storeDeliveries(db, { id: webhook.id, seenSeq }, { upTo, deliveries, giveUpMs });
      seenSeq = upTo;
    }
  }

  async function send(delivery: Delivery): Promise<void> {
    const { url, secret, event, attempts } = delivery;
    const body = JSON.stringify(event);
    const { id } = event as { id: string };
    const sent = await sender.post(url, signedHeaders(secret, { id, body, at: clock.now() }), body);
    if (isTaken(sent)) return deleteDelivery(db, delivery);
    const error = 'status' in sent ? `status ${sent.status}` : sent.fault;
    if (await postponeDelivery(db, delivery, { pauseMs: pauseMs(attempts, spread()), error }))
      log.warn(
        { webhook: delivery.webhookId, event: id, error },
        'a webhook delivery is dead (GET /v1/dead-deliveries of the admin API)',
      );
  }

  /** Sends what is due to an endpoint, at most `most` at once, until nothing is left or its turn is over. */
  async function serve({ id: webhookId }: Webhook, most: number): Promise<number> {
    const endpoint = air.get(webhookId) ?? { posts: new Map(), hasLanded: true };
    air.set(webhookId, endpoint);
    const { posts } = endpoint;
    endpoint.hasLanded = true;
    const end = performance.now() + TURN_MS;
    const longestPauseMs = LONGEST_PAUSE_MS * (1 + SPREAD);
    let due: Delivery[] = [];
    let sent = 0;
    while (performance.now() < end && failures.length === 0) {
      if (due.length === 0 && endpoint.hasLanded) {
        endpoint.hasLanded = false;
        const without = [...posts.keys()];
        due = await deliveriesDue(db, { webhookId, without, longestPauseMs, limit: most });
        if (due.length + posts.size === 0 && !endpoint.hasLanded) break;
      }
      for (const delivery of due.splice(0, Math.max(0, most - posts.size))) {
        posts.set(delivery.seq, landing(endpoint, delivery));
        sent += 1;
      }
      await pause(GATHER_MS);
    }
    if (posts.size === 0) air.delete(webhookId);
    return sent;
  }

  async function landing(endpoint: Endpoint, delivery: Delivery): Promise<void> {
    try {
      await send(delivery);
    } catch (error) {
      failures.push(error);
    }
    endpoint.posts.delete(delivery.seq);
    endpoint.hasLanded = true;
  }

  return {
    async run() {
      await numberEvents(db, clock.now());
      const webhooks = await webhooksNow(db);
      for (const webhook of webhooks) await store(webhook);
      const share = Math.floor(AT_ONCE_IN_ALL / webhooks.length);
      const most = Math.max(1, Math.min(AT_ONCE, share));
      const turns = await Promise.allSettled(webhooks.map((webhook) => serve(webhook, most)));
      const refused = turns.flatMap((turn) => (turn.status === 'rejected' ? [turn.reason] : []));
      const [failed] = [...refused, ...failures];
      failures = [];
      if (failed !== undefined) throw failed;
      return turns.reduce((sum, turn) => sum + (turn as PromiseFulfilledResult<number>).value, 0);
    },
    async landed() {
      await Promise.all([...air.values()].flatMap(({ posts }) => [...posts.values()]));
    },
  };
}

/** ms until the attempt after `attempts` failed ones: doubled each time, and up to a fifth more. */
export function pauseMs(attempts: number, spread: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS) * (1 + spread * SPREAD);
}

/** Whether an endpoint gets the event. What only the parties of a trade see needs `withPrivate`. */
function wants({ topics, slugs, withPrivate }: Webhook, event: StoredEvent): boolean {
  if (event.audience === 'own' && !withPrivate) return false;
  const topic = event.type.split('.')[0]!;
  if (topics && !topics.includes(topic)) return false;
  return topic === 'block' || !slugs || event.slugs.some((slug) => slugs.includes(slug));
}
