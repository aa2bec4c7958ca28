/** What the operator may do with collections, fees and partners. */
import type { Answer, Sent } from '../api/admin.ts';
import { AdminError } from '../api/admin-error.ts';
import { words } from '../text.ts';
import { type ActSpec, type Field, plain, type Values } from './act.ts';
import { says } from './text.ts';

export type Collection = Answer<'/v1/collections'>['rows'][number];
export type Fees = Answer<'/v1/fees'>['fees'];
type Described = Sent<'/v1/collections'>['collections'];
export type Partner = Answer<'/v1/partners'>['rows'][number];

const BPS = 10_000;
const MOST_SATS = 100_000_000;

export function feature({ slug, name, featuredRank }: Collection): ActSpec {
  const rankOf = (values: Values) => Number(values['rank']);
  return {
    title: says.feature.title,
    fields: [
      {
        name: 'rank',
        label: says.feature.rank,
        kind: 'number',
        initial: String(featuredRank ?? 1),
        least: 1,
        most: 1_000,
      },
    ],
    sentence: (values) => says.feature.asks(name, values['rank'] ?? ''),
    async run(values, reason, post) {
      await post('/v1/collections/{slug}/feature', { rank: rankOf(values), reason }, { slug });
      return says.feature.done(name, rankOf(values));
    },
  };
}

export function unfeature({ slug, name }: Collection): ActSpec {
  return plain(says.unfeature.title, says.unfeature.asks(name), async (reason, post) => {
    await post('/v1/collections/{slug}/feature', { rank: null, reason }, { slug });
    return says.unfeature.done(name);
  });
}

export function verify({ slug, name, verified }: Collection): ActSpec {
  return plain(says.verify.title(verified), says.verify.asks(name, verified), async (reason, post) => {
    await post('/v1/collections/{slug}/flags', { verified: !verified, reason }, { slug });
    return says.verify.done(name, !verified);
  });
}

export function switchTrading({ slug, name, tradingEnabled }: Collection): ActSpec {
  return plain(
    says.trading.title(tradingEnabled),
    says.trading.asks(name, tradingEnabled),
    async (reason, post) => {
      await post('/v1/collections/{slug}/flags', { tradingEnabled: !tradingEnabled, reason }, { slug });
      return says.trading.done(name, !tradingEnabled);
    },
    tradingEnabled,
  );
}

export function remove({ slug, name }: Collection): ActSpec {
  return plain(
    says.remove.title,
    says.remove.asks(name),
    async (reason, post) => {
      const ended = await post('/v1/collections/{slug}/remove', { reason }, { slug });
      return says.remove.done(name, says.ended(ended));
    },
    true,
  );
}

/** `collection`: of this one; null: of every collection without fees of its own. */
export function changeFees(collection: Collection | null, fees: Fees): ActSpec {
  const whom = collection === null ? says.fees.every : says.fees.one(collection.name);
  const names = [
    'sellerBps',
    'buyerBps',
    'fillBps',
    'minimumSats',
    'sellerRoyaltyBps',
    'buyerRoyaltyBps',
  ] as const;
  const fields = names.map((name): Field => {
    const isFill = name === 'fillBps';
    const isSats = name === 'minimumSats';
    return {
      name,
      label: words.fees[name],
      kind: 'number',
      initial: String(fees[name] ?? ''),
      least: 0,
      most: isSats ? MOST_SATS : BPS,
      ...(isFill ? { isOptional: true, hint: says.fees.fillHint } : {}),
    };
  });
  return {
    title: says.fees.title,
    fields,
    isGrave: true,
    sentence: () => says.fees.asks(whom),
    async run(values, reason, post) {
      const given = names.filter((name) => values[name] !== '' && Number(values[name]) !== fees[name]);
      const changed = Object.fromEntries(given.map((name) => [name, Number(values[name])]));
      const of = collection === null ? {} : { collection: collection.slug };
      const { lastMonth } = await post('/v1/fees', { ...of, fees: changed, reason });
      return says.fees.done(whom, lastMonth);
    },
  };
}

export function resetFees(collection: Collection | null): ActSpec {
  const sentence = collection === null ? says.resetFees.asksEvery : says.resetFees.asksOne(collection.name);
  return plain(
    says.resetFees.title,
    sentence,
    async (reason, post) => {
      const of = collection === null ? {} : { collection: collection.slug };
      const { lastMonth } = await post('/v1/fees', { ...of, fees: null, reason });
      return says.resetFees.done(lastMonth);
    },
    true,
  );
}

/** Adds collections, or changes stored ones, by their descriptions. */
export function addCollections(): ActSpec {
  return {
    title: says.addCollections.title,
    fields: [
      {
        name: 'collections',
        label: says.addCollections.label,
        kind: 'json',
        initial: says.addCollections.example,
        hint: says.addCollections.hint,
      },
    ],
    isGrave: true,
    sentence: () => says.addCollections.asks,
    async run(values, reason, post) {
      const { rows } = await post('/v1/collections', { collections: described(values), reason });
      return says.addCollections.done(rows);
    },
  };
}

/** The service checks every field. Throws an `AdminError` for text that is no JSON. */
function described({ collections = '' }: Values): Described {
  try {
    return [JSON.parse(collections)].flat() as Described;
  } catch (error) {
    throw new AdminError(0, says.addCollections.noJson((error as Error).message));
  }
}

export function credit({ slug, name, partnerId }: Collection, partners: readonly Partner[]): ActSpec {
  return {
    title: says.credit.title,
    fields: [
      {
        name: 'partner',
        label: says.credit.partner,
        kind: 'select',
        initial: partners.find(({ id }) => id === partnerId)?.name ?? '',
        options: [['', words.nobody], ...partners.map((partner) => [partner.name, partner.name] as const)],
      },
    ],
    sentence: (values) => says.credit.asks(name, values['partner'] ?? ''),
    async run(values, reason, post) {
      const partner = values['partner'] || null;
      await post('/v1/collections/{slug}/partner', { partner, reason }, { slug });
      return says.credit.done(name, partner);
    },
  };
}

const shareField = (initial: string): Field => ({
  name: 'share',
  label: says.addPartner.share,
  hint: says.addPartner.shareHint,
  kind: 'number',
  initial,
  least: 0,
  most: BPS,
});
const addressField = (initial: string): Field => ({
  name: 'address',
  label: says.addPartner.address,
  hint: says.addPartner.addressHint,
  kind: 'text',
  initial,
  isOptional: true,
});

export function addPartner(): ActSpec {
  return {
    title: says.addPartner.title,
    fields: [
      { name: 'name', label: says.addPartner.name, kind: 'text' },
      shareField('1000'),
      addressField(''),
    ],
    sentence: (values) => says.addPartner.asks(values['name'] ?? '', values['share'] ?? ''),
    async run(values, reason, post) {
      const { name } = await post('/v1/partners', {
        name: (values['name'] ?? '').trim(),
        shareBps: Number(values['share']),
        payoutAddress: values['address']?.trim() || null,
        reason,
      });
      return says.addPartner.done(name);
    },
  };
}

export function changePartner({ name, shareBps, payoutAddress, status }: Partner): ActSpec {
  return {
    title: says.changePartner.title,
    fields: [
      shareField(String(shareBps)),
      addressField(payoutAddress ?? ''),
      {
        name: 'status',
        label: says.changePartner.status,
        kind: 'select',
        initial: status,
        options: [
          ['active', says.changePartner.active],
          ['inactive', says.changePartner.inactive],
        ],
      },
    ],
    sentence: (values) => says.changePartner.asks(name, values['share'] ?? '', values['status'] ?? ''),
    async run(values, reason, post) {
      const change = {
        shareBps: Number(values['share']),
        payoutAddress: values['address']?.trim() || null,
        status: values['status'] === 'inactive' ? ('inactive' as const) : ('active' as const),
      };
      await post('/v1/partners/{name}', { ...change, reason }, { name });
      return says.changePartner.done(name);
    },
  };
}
