import { randomUUID } from 'node:crypto';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { refuse } from '@ordbook/protocol/refusals';
import {
  insertPartner,
  type Partner,
  partnerByName,
  setCollectionPartner,
  changePartner as storeChange,
} from '../../store/account/partners.ts';
import { collectionBySlug } from '../../store/catalogue/collections.ts';
import type { Database } from '../../store/port.ts';
import type { TradingContext } from '../context.ts';
import { act, type By, type OperationContext } from './act.ts';

type PartnerContext = OperationContext & { readonly settings: Pick<TradingContext['settings'], 'network'> };

/** The fields of a partner that the operator sets. */
export type PartnerTerms = Pick<Partner, 'status' | 'shareBps' | 'payoutAddress'>;

/**
 * Adds an active partner and returns it. Refuses 400 when the name is taken, or for an address of another
 * network.
 */
export async function addPartner(
  ctx: PartnerContext,
  by: By,
  name: string,
  { shareBps, payoutAddress }: Omit<PartnerTerms, 'status'>,
): Promise<Partner> {
  if (payoutAddress !== null) scriptOf(payoutAddress, ctx.settings.network);
  const createdAt = ctx.clock.now();
  const partner = { id: randomUUID(), name, status: 'active' as const, payoutAddress, shareBps, createdAt };
  return act(ctx, by, async (db) => {
    if (await partnerByName(db, name))
      refuse('malformed', `a partner ${name} already exists; change it instead`);
    await insertPartner(db, partner);
    return { result: partner, log: { act: 'add partner', subject: name, after: partner } };
  });
}

/** Changes the given terms, for every sale from now on, and returns the partner. Retry-safe. Refuses 404. */
export async function changePartner(
  ctx: PartnerContext,
  by: By,
  name: string,
  change: Partial<PartnerTerms>,
): Promise<Partner> {
  if (change.payoutAddress) scriptOf(change.payoutAddress, ctx.settings.network);
  return act(ctx, by, async (db) => {
    const before = await requirePartner(db, name);
    await storeChange(db, name, change);
    const after = { ...before, ...change };
    return { result: after, log: { act: 'change partner', subject: name, before, after } };
  });
}

/**
 * Credits the listings of a collection that are made from now on to a partner; null: to nobody. Retry-safe.
 * Refuses 404 for an unknown collection or partner.
 */
export async function creditCollection(
  ctx: OperationContext,
  by: By,
  slug: string,
  name: string | null,
): Promise<void> {
  await act(ctx, by, async (db) => {
    const collection = await collectionBySlug(db, slug);
    if (!collection) refuse('not_found', `no collection ${slug}`);
    const partner = name === null ? null : await requirePartner(db, name);
    await setCollectionPartner(db, slug, partner?.id ?? null);
    const before = { partnerId: collection.partnerId };
    const after = { partnerId: partner?.id ?? null };
    return { result: undefined, log: { act: 'credit collection', subject: slug, before, after } };
  });
}

async function requirePartner(db: Database, name: string): Promise<Partner> {
  const partner = await partnerByName(db, name);
  if (!partner) refuse('not_found', `no partner ${name}`);
  return partner;
}
