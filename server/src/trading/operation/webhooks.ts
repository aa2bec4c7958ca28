import { randomUUID } from 'node:crypto';
import { refuse } from '@ordbook/protocol/refusals';
import {
  deleteWebhook,
  insertWebhook,
  reviveDeliveries,
  type Webhook,
  webhooksNow,
} from '../../store/event/webhooks.ts';
import { newSecret } from '../../webhook/signature.ts';
import { act, type By, type OperationContext } from './act.ts';

/** A webhook as it is shown: without the secret of its signatures. */
export type ShownWebhook = Omit<Webhook, 'secret' | 'seenSeq'>;

/**
 * Stores an endpoint, which gets events from now on. Returns it with its secret, which is not shown again.
 * `flawOf`: why a URL cannot be that of a webhook. Refuses 400 for such a URL. Not retry-safe: a repeat adds
 * another.
 */
export async function addWebhook(
  ctx: OperationContext & { readonly flawOf: (url: string) => string | null },
  by: By,
  { url, topics, slugs, withPrivate }: Omit<ShownWebhook, 'id' | 'createdAt'>,
): Promise<Omit<Webhook, 'seenSeq'>> {
  const flaw = ctx.flawOf(url);
  if (flaw !== null) refuse('malformed', flaw);
  const shown = { id: randomUUID(), url, topics, slugs, withPrivate, createdAt: ctx.clock.now() };
  const webhook = { ...shown, secret: newSecret() };
  return act(ctx, by, async (db) => {
    await insertWebhook(db, webhook);
    return { result: webhook, log: { act: 'add webhook', subject: webhook.id, after: shown } };
  });
}

/** Every endpoint, the oldest first. */
export async function shownWebhooks({ db }: Pick<OperationContext, 'db'>): Promise<ShownWebhook[]> {
  return (await webhooksNow(db)).map(({ secret: _, seenSeq, ...shown }) => shown);
}

/** Removes an endpoint, and what waits for it. Refuses 404 for an unknown one. */
export async function removeWebhook(ctx: OperationContext, by: By, id: string): Promise<void> {
  await act(ctx, by, async (db) => {
    const before = (await shownWebhooks({ db })).find((one) => one.id === id);
    if (!before || !(await deleteWebhook(db, id))) refuse('not_found', `no webhook ${id}`);
    return { result: undefined, log: { act: 'remove webhook', subject: id, before } };
  });
}

/**
 * Makes the dead deliveries of an endpoint wait again, or only that of the event `seq`; returns how many.
 * They are dead again after `giveUpMs`. Retry-safe.
 */
export async function resendDead(
  ctx: OperationContext,
  by: By,
  which: { readonly webhookId: string; readonly seq?: number },
  giveUpMs: number,
): Promise<number> {
  return act(ctx, by, async (db) => {
    const result = await reviveDeliveries(db, which, giveUpMs);
    const log = { act: 'resend dead', subject: which.webhookId, after: { deliveries: result } };
    return { result, log: result === 0 ? null : log };
  });
}
