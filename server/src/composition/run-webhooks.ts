import type { Follower } from '../follower/follow.ts';
import type { Log } from '../trading/context.ts';
import type { WebhookDelivery } from '../trading/event/deliver-webhooks.ts';

/**
 * The follower together with the delivery of webhooks, which both run only in the replica that leads. An
 * endpoint that hangs delays no block: the delivery has a loop of its own.
 */
export function withWebhooks(
  follower: Follower,
  delivery: WebhookDelivery,
  { pollMs, log }: { readonly pollMs: number; readonly log: Log },
): Follower {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = true;

  function next(): void {
    running = delivery
      .run()
      .catch((error: unknown) => {
        if (!stopped)
          log.warn(
            { reason: error instanceof Error ? error.message : String(error) },
            'delivering webhooks: will try again',
          );
      })
      .then(() => {
        if (!stopped) timer = setTimeout(next, pollMs);
      });
  }

  return {
    ...follower,
    start() {
      stopped = false;
      follower.start();
      next();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await Promise.all([follower.stop(), running.then(() => delivery.landed())]);
    },
  };
}
