import type { TSchema } from 'typebox';
import { choice, decimal, whole } from './setting-types.ts';

/** Settings of following the chain. */
export const FOLLOWING = {
  FOLLOW: choice('Whether this replica may follow the chain. `off`: another one must.', ['on', 'off'], 'on'),
  POLL_MS: whole('Time between two polls, ms. A new block does not wait for a poll.', 2_000, 50, 600_000),
  AUDIT_EVERY_HOURS: decimal(
    'Hours between two audits (`ordbook audit`) by the replica that leads. Results are metrics and log lines. 0: none.',
    24,
    0,
    8_760,
  ),
} as const satisfies Record<string, TSchema>;
