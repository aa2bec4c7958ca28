/** What the operator may do with webhooks. */
import type { Answer, Sent } from '../api/admin.ts';
import { type ActSpec, plain } from './act.ts';
import { says } from './text.ts';

type Webhook = Answer<'/v1/webhooks'>['rows'][number];
type Topics = NonNullable<Sent<'/v1/webhooks'>['topics']> | null;

export function addWebhook(): ActSpec {
  const say = says.addWebhook;
  return {
    title: say.title,
    fields: [
      { name: 'url', label: say.url, kind: 'text', hint: say.urlHint },
      { name: 'topics', label: say.topics, kind: 'text', hint: say.topicsHint, isOptional: true },
      { name: 'audience', label: say.audience, kind: 'select', initial: 'public', options: say.audiences },
    ],
    sentence: ({ url = '' }) => say.asks(url),
    async run({ url = '', topics = '', audience }, reason, post) {
      const named = topics.split(',').flatMap((one) => one.trim() || []);
      const { secret } = await post('/v1/webhooks', {
        url: url.trim(),
        // the service refuses a topic that there is not
        topics: (named.length > 0 ? named : null) as Topics,
        withPrivate: audience === 'private',
        reason,
      });
      return say.done(secret);
    },
  };
}

export function removeWebhook({ id, url }: Webhook): ActSpec {
  return plain(
    says.removeWebhook.title,
    says.removeWebhook.asks(url),
    async (reason, post) => {
      await post('/v1/webhooks/{id}/remove', { reason }, { id });
      return says.removeWebhook.done(url);
    },
    true,
  );
}

/** Sends again what no attempt brought to a webhook. */
export function resend({ id, url }: Webhook): ActSpec {
  return plain(says.resend.title, says.resend.asks(url), async (reason, post) => {
    const { deliveries } = await post('/v1/webhooks/{id}/resend', { reason }, { id });
    return says.resend.done(deliveries);
  });
}
