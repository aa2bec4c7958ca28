import { ReasonBody } from '@ordbook/api/admin/records';
import {
  DeadDeliveriesAnswer,
  MadeWebhook,
  RemovedWebhook,
  ResendBody,
  Resent,
  WebhookBody,
  WebhookParams,
  WebhooksAnswer,
} from '@ordbook/api/admin/webhooks';
import { deadDeliveries } from '../../store/event/webhooks.ts';
import type { TradingContext } from '../../trading/context.ts';
import { addWebhook, removeWebhook, resendDead, shownWebhooks } from '../../trading/operation/webhooks.ts';
import type { ApiApp } from '../edge/route-config.ts';
import { by } from './actor.ts';

/** The bounds of webhooks, which the settings have. */
export interface WebhookBounds {
  /** Why a URL cannot be that of a webhook; null: it can. */
  readonly flawOf: (url: string) => string | null;
  /** How long a delivery is tried, ms. */
  readonly giveUpMs: number;
}

/** Dead deliveries that one response has. */
const MOST_DEAD = 1_000;

/** Endpoints that get events, and the deliveries that no attempt brought to them. */
export function adminWebhookRoutes(app: ApiApp, ctx: TradingContext, bounds: WebhookBounds): void {
  app.get(
    '/v1/webhooks',
    {
      schema: {
        summary: 'Webhooks, without their secrets',
        response: { 200: WebhooksAnswer },
      },
    },
    async () => ({ rows: (await shownWebhooks(ctx)) as never }),
  );
  app.post(
    '/v1/webhooks',
    {
      schema: {
        summary: 'Add a webhook, which gets events from now on',
        body: WebhookBody,
        response: { 200: MadeWebhook },
      },
    },
    async (request) => {
      const { reason, url, topics = null, slugs = null, withPrivate = false } = request.body;
      const wanted = { url, topics: topics && [...topics], slugs: slugs && [...slugs], withPrivate };
      return (await addWebhook({ ...ctx, ...bounds }, by(request, reason), wanted)) as never;
    },
  );
  app.post(
    '/v1/webhooks/:id/remove',
    {
      schema: {
        summary: 'Remove a webhook, and what waits for it',
        params: WebhookParams,
        body: ReasonBody,
        response: { 200: RemovedWebhook },
      },
    },
    async (request) => {
      const { id } = request.params;
      await removeWebhook(ctx, by(request, request.body.reason), id);
      return { id };
    },
  );
  app.get(
    '/v1/dead-deliveries',
    {
      schema: {
        summary: `Deliveries that no attempt brought to their webhook, the oldest ${MOST_DEAD}`,
        response: { 200: DeadDeliveriesAnswer },
      },
    },
    async () => ({ rows: await deadDeliveries(ctx.db, MOST_DEAD) }),
  );
  app.post(
    '/v1/webhooks/:id/resend',
    {
      schema: {
        summary: 'Send the dead deliveries of a webhook again',
        params: WebhookParams,
        body: ResendBody,
        response: { 200: Resent },
      },
    },
    async (request) => {
      const { reason, seq } = request.body;
      const which = { webhookId: request.params.id, ...(seq === undefined ? {} : { seq }) };
      return { deliveries: await resendDead(ctx, by(request, reason), which, bounds.giveUpMs) };
    },
  );
}
