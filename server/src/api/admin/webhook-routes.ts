import { Type } from '@fastify/type-provider-typebox';
import { deadDeliveries } from '../../store/event/webhooks.ts';
import type { TradingContext } from '../../trading/context.ts';
import { addWebhook, removeWebhook, resendDead, shownWebhooks } from '../../trading/operation/webhooks.ts';
import type { ApiApp } from '../edge/route-config.ts';
import { arrayOf, Count, nullable, oneOf, Slug, Text, Uuid } from '../edge/scalars.ts';
import { TOPICS } from '../event/schemas.ts';
import { by } from './actor.ts';
import { MaybeText, Moment, Reason, ReasonBody } from './schemas.ts';

/** The bounds of webhooks, which the settings have. */
export interface WebhookBounds {
  /** Why a URL cannot be that of a webhook; null: it can. */
  readonly flawOf: (url: string) => string | null;
  /** How long a delivery is tried, ms. */
  readonly giveUpMs: number;
}

/** Dead deliveries that one response has. */
const MOST_DEAD = 1_000;

const IdParams = Type.Object({ id: Uuid('Of the webhook.') });
const shown = {
  id: Uuid('Of the webhook.'),
  url: Text('Where events are posted.', { maxLength: 2_000 }),
  topics: nullable(arrayOf(oneOf(TOPICS, 'A topic.'), { maxItems: TOPICS.length })),
  slugs: nullable(arrayOf(Slug('Only of these collections; null: of all.'), { maxItems: 500 })),
  withPrivate: Type.Boolean({
    description: 'Also what only the parties of a trade see: for your own systems, not for partners.',
  }),
};
const DeadDelivery = Type.Object({
  webhookId: Uuid('Of the webhook.'),
  seq: Type.Integer({ minimum: 1, description: 'Number of the event.' }),
  type: Text('Type of the event.'),
  subject: Text('What it is about.'),
  attempts: Count('Attempts.'),
  lastError: MaybeText('What went wrong in the last attempt.'),
});

/** Endpoints that get events, and the deliveries that no attempt brought to them. */
export function adminWebhookRoutes(app: ApiApp, ctx: TradingContext, bounds: WebhookBounds): void {
  app.get(
    '/v1/webhooks',
    {
      schema: {
        summary: 'Webhooks, without their secrets',
        response: {
          200: Type.Object({ rows: arrayOf(Type.Object({ ...shown, createdAt: Moment('When.') })) }),
        },
      },
    },
    async () => ({ rows: (await shownWebhooks(ctx)) as never }),
  );
  app.post(
    '/v1/webhooks',
    {
      schema: {
        summary: 'Add a webhook, which gets events from now on',
        body: Type.Object(
          {
            reason: Reason,
            url: shown.url,
            topics: Type.Optional(shown.topics),
            slugs: Type.Optional(shown.slugs),
            withPrivate: Type.Optional(shown.withPrivate),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            ...shown,
            createdAt: Moment('When.'),
            secret: Text('Of its signatures. It is not shown again.'),
          }),
        },
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
        params: IdParams,
        body: ReasonBody,
        response: { 200: Type.Object({ id: shown.id }) },
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
        response: { 200: Type.Object({ rows: arrayOf(DeadDelivery) }) },
      },
    },
    async () => ({ rows: await deadDeliveries(ctx.db, MOST_DEAD) }),
  );
  app.post(
    '/v1/webhooks/:id/resend',
    {
      schema: {
        summary: 'Send the dead deliveries of a webhook again',
        params: IdParams,
        body: Type.Object(
          { reason: Reason, seq: Type.Optional(DeadDelivery.properties.seq) },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ deliveries: Count('Deliveries that are sent again.') }) },
      },
    },
    async (request) => {
      const { reason, seq } = request.body;
      const which = { webhookId: request.params.id, ...(seq === undefined ? {} : { seq }) };
      return { deliveries: await resendDead(ctx, by(request, reason), which, bounds.giveUpMs) };
    },
  );
}
