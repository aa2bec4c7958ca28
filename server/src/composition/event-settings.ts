import type { TSchema } from 'typebox';
import { decimal, whole, yesOrNo } from './setting-types.ts';

/** Settings of events and webhooks. */
export const EVENTS = {
  EVENTS_KEEP_HOURS: decimal(
    'How long events are kept, hours. A client that connects again later reads the book again.',
    72,
    0.1,
    8_760,
  ),
  EVENTS_POLL_MS: whole(
    'Time between two reads of new events, ms. With PostgreSQL a notification wakes the reader at once.',
    500,
    20,
    60_000,
  ),
  EVENTS_STREAMS: whole('Most subscribers of `GET /events` in one process.', 5_000, 1, 100_000),
  EVENTS_STREAMS_PER_CALLER: whole('Most of them from one address, and of one profile.', 20, 1, 100_000),
  EVENTS_DRAIN_MS: whole(
    'A subscriber that takes nothing for so long while events wait is dropped, ms.',
    15_000,
    100,
    600_000,
  ),
  WEBHOOKS_ALLOW_PRIVATE: yesOrNo(
    'True: webhooks may go to `http://` and to private addresses. For development, and for receivers in your own network.',
    false,
  ),
  WEBHOOKS_GIVE_UP_HOURS: decimal(
    'How long a delivery is tried again before it is dead, hours.',
    24,
    0.01,
    720,
  ),
} as const satisfies Record<string, TSchema>;
