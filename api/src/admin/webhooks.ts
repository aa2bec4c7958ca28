/** Endpoints that get events, and deliveries that no attempt brought to them, as the admin API has them. */
import { Type } from 'typebox';
import { TOPICS } from '../event/event.ts';
import { arrayOf, Count, nullable, oneOf, Slug, Text, Uuid } from '../fields/scalars.ts';
import { MaybeText, Moment, Reason } from './records.ts';

const exact = { additionalProperties: false };

export const WebhookParams = Type.Object({ id: Uuid('Of the webhook.') });
const shown = {
  id: Uuid('Of the webhook.'),
  url: Text('Where events are posted.', { maxLength: 2_000 }),
  topics: nullable(arrayOf(oneOf(TOPICS, 'A topic.'), { maxItems: TOPICS.length })),
  slugs: nullable(arrayOf(Slug('Only of these collections; null: of all.'), { maxItems: 500 })),
  withPrivate: Type.Boolean({
    description: 'Also what only the parties of a trade see: for your own systems, not for partners.',
  }),
};
export const WebhooksAnswer = Type.Object({
  rows: arrayOf(Type.Object({ ...shown, createdAt: Moment('When.') })),
});
export const WebhookBody = Type.Object(
  {
    reason: Reason,
    url: shown.url,
    topics: Type.Optional(shown.topics),
    slugs: Type.Optional(shown.slugs),
    withPrivate: Type.Optional(shown.withPrivate),
  },
  exact,
);
export const MadeWebhook = Type.Object({
  ...shown,
  createdAt: Moment('When.'),
  secret: Text('Of its signatures. It is not shown again.'),
});
export const RemovedWebhook = Type.Object({ id: shown.id });

const DeadDelivery = Type.Object({
  webhookId: Uuid('Of the webhook.'),
  seq: Type.Integer({ minimum: 1, description: 'Number of the event.' }),
  type: Text('Type of the event.'),
  subject: Text('What it is about.'),
  attempts: Count('Attempts.'),
  lastError: MaybeText('What went wrong in the last attempt.'),
});
export const DeadDeliveriesAnswer = Type.Object({ rows: arrayOf(DeadDelivery) });
export const ResendBody = Type.Object(
  { reason: Reason, seq: Type.Optional(DeadDelivery.properties.seq) },
  exact,
);
export const Resent = Type.Object({ deliveries: Count('Deliveries that are sent again.') });
