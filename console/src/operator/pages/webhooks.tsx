import { Ago } from '../../design/ago.tsx';
import { ActButton } from '../act/act-button.tsx';
import { addWebhook, removeWebhook, resend } from '../act/webhook-acts.ts';
import { read } from '../api/admin.ts';
import { useAnswer } from '../data/use-answer.ts';
import { Listed } from '../parts/listed.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { words } from '../text.ts';

const say = words.webhooks;
const names = say.columns;

/** Where events are posted, and what did not arrive. */
export function Webhooks() {
  const webhooks = useAnswer('webhooks', (signal) => read('/v1/webhooks', { signal }));
  const dead = useAnswer('dead deliveries', (signal) => read('/v1/dead-deliveries', { signal }));
  const deadOf = (id: string) => dead.value?.rows.filter(({ webhookId }) => webhookId === id).length ?? 0;
  const urlOf = (id: string) => webhooks.value?.rows.find((one) => one.id === id)?.url ?? id;
  return (
    <section class="operator-page">
      <PageHead title={words.titles.webhooks} lede={say.lede}>
        <ActButton act={addWebhook()} />
      </PageHead>
      <Listed
        from={webhooks}
        label={words.titles.webhooks}
        none={say.none}
        keyOf={({ id }) => id}
        columns={[
          { name: names.url, as: 'wide', cell: ({ url }) => <span class="mono">{url}</span> },
          { name: names.topics, as: 'wide', cell: ({ topics }) => topics?.join(', ') ?? say.all },
          { name: names.slugs, as: 'wide', cell: ({ slugs }) => slugs?.join(', ') ?? say.all },
          {
            name: names.audience,
            cell: ({ withPrivate }) => (withPrivate ? say.parties : say.everybody),
          },
          { name: names.added, isMinor: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
          {
            name: names.act,
            cell: (webhook) => (
              <span class="row-acts">
                {deadOf(webhook.id) > 0 && <ActButton act={resend(webhook)} about={webhook.url} />}
                <ActButton act={removeWebhook(webhook)} about={webhook.url} />
              </span>
            ),
          },
        ]}
      />
      <Listed
        isTitled
        from={dead}
        label={say.dead}
        none={say.noDead}
        keyOf={({ webhookId, seq }) => `${webhookId} ${seq}`}
        columns={[
          { name: names.event, cell: ({ seq, type }) => `${type} ${seq}` },
          {
            name: names.subject,
            as: 'wide',
            cell: ({ subject }) => <span class="mono">{subject}</span>,
          },
          { name: names.url, as: 'wide', cell: ({ webhookId }) => urlOf(webhookId) },
          { name: names.attempts, as: 'number', cell: ({ attempts }) => attempts },
          { name: names.error, as: 'wide', cell: ({ lastError }) => lastError ?? words.none },
        ]}
      />
    </section>
  );
}
