/** What the operator may do, as `ActSpec`: fields, the sentence before, the request, the sentence after. */
import { ends } from '../../format/sats.ts';
import type { Answer } from '../api/admin.ts';
import { scopeText, words } from '../text.ts';
import { type ActSpec, type Field, plain } from './act.ts';
import { says } from './text.ts';

export type Trade = Answer<'/v1/trades'>['rows'][number];

const ONE_COLLECTION = 'collection';

/** Stops every kind of trade at once. */
export function pauseEverything(): ActSpec {
  const what = scopeText('everything');
  return plain(
    says.pause.all,
    says.pause.asks(what),
    async (reason, post) => {
      await post('/v1/pause', { scope: 'everything', reason });
      return says.pause.done(what);
    },
    true,
  );
}

/** Pauses a flow or a collection. `slug`: that collection. */
export function pause(slug?: string): ActSpec {
  const flows = ['listing', 'purchase', 'offer', 'counter', 'collection-offer', 'fill'] as const;
  const fields: Field[] = [
    {
      name: 'scope',
      label: says.pause.scope,
      kind: 'select',
      initial: `flow:${flows[0]}`,
      options: [
        ...flows.map((flow) => [`flow:${flow}`, scopeText(`flow:${flow}`)] as const),
        [ONE_COLLECTION, says.pause.oneCollection],
      ],
    },
    {
      name: 'slug',
      label: says.pause.slug,
      kind: 'text',
      hint: says.pause.slugHint,
      isOptional: true,
    },
  ];
  const scopeOf = (values: Readonly<Record<string, string>>) =>
    slug !== undefined
      ? `collection:${slug}`
      : values['scope'] === ONE_COLLECTION
        ? `collection:${values['slug'] ?? ''}`
        : (values['scope'] ?? '');
  return {
    title: says.pause.title,
    fields: slug === undefined ? fields : [],
    isGrave: true,
    sentence: (values) => says.pause.asks(scopeText(scopeOf(values))),
    async run(values, reason, post) {
      const { scope } = await post('/v1/pause', { scope: scopeOf(values), reason });
      return says.pause.done(scopeText(scope));
    },
  };
}

export function resume(scope: string): ActSpec {
  const what = scopeText(scope);
  return plain(says.resume.title, says.resume.asks(what), async (reason, post) => {
    await post('/v1/resume', { scope, reason });
    return says.resume.done(what);
  });
}

/** Bans a profile or an address; without one, it is asked for. */
export function ban(known?: string): ActSpec {
  const whomOf = (values: Readonly<Record<string, string>>) => known ?? (values['subject'] ?? '').trim();
  return {
    title: says.ban.title,
    fields:
      known === undefined
        ? [{ name: 'subject', label: says.ban.subject, kind: 'text', hint: says.ban.subjectHint }]
        : [],
    isGrave: true,
    sentence: (values) => says.ban.asks(whomOf(values) || says.ban.somebody),
    async run(values, reason, post) {
      const subject = whomOf(values);
      const { ended } = await post('/v1/ban', { subject, reason });
      return says.ban.done(subject, says.ended(ended));
    },
  };
}

export function unban(subject: string): ActSpec {
  return plain(says.unban.title, says.unban.asks(subject), async (reason, post) => {
    await post('/v1/unban', { subject, reason });
    return says.unban.done(subject);
  });
}

/** What ends a trade that is open; null: it is not a book entry, or it has ended or is in flight. */
export function end(
  trade: Pick<Trade, 'id' | 'kind' | 'state' | 'inscriptionId' | 'collectionSlug' | 'seller' | 'buyer'>,
): ActSpec | null {
  const { id, kind, state, inscriptionId, collectionSlug, seller, buyer } = trade;
  const what = inscriptionId === null ? (collectionSlug ?? '') : ends(inscriptionId);
  if (kind === 'listing') {
    if (!['pending_public', 'buyable', 'invalidated'].includes(state)) return null;
    const sentence = says.delist.asks(what, ends(seller ?? words.nobody));
    return plain(says.delist.title, sentence, async (reason, post) =>
      says.delist.done((await post('/v1/listings/{id}/delist', { reason }, { id })).reason),
    );
  }
  if (!['offer', 'counter', 'collection offer'].includes(kind) || !['active', 'invalidated'].includes(state))
    return null;
  const whom = ends((kind === 'counter' ? seller : buyer) ?? words.nobody);
  return plain(says.close.title, says.close.asks(words.flows[kind], what, whom), async (reason, post) =>
    says.close.done((await post('/v1/offers/{id}/close', { reason }, { id })).reason),
  );
}

export function startAudit(): ActSpec {
  return plain(says.audit.title, says.audit.asks, async (reason, post) => {
    const { isStarted } = await post('/v1/audit', { reason });
    return isStarted ? says.audit.done : says.audit.already;
  });
}
