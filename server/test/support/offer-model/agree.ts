import { sql } from 'kysely';
import { expect } from 'vitest';
import { inscriptionsByIds } from '../../../src/store/chain/inscriptions.ts';
import { POSTAGE_SATS } from '../desk.ts';
import type { LedgerState } from './ledger.ts';
import type { OfferModel } from './model.ts';
import { eventText, rowText, viewsOf, visibleOn } from './views.ts';
import { balancesOnChain, type Wallet, type World } from './world.ts';

/** States, what each party sees, sats and inscriptions: all are the model's. */
export async function agree(model: OfferModel, world: World): Promise<void> {
  await statesAgree(model, world);
  const now = world.desk.clock.now().getTime();
  for (const [party, wallet] of world.parties.entries()) {
    expect(await seenBy(world, wallet), `party ${party} sees`).toEqual(viewsOf(model, party, now));
    // One inscription each, another one at every moment.
    const inscriptionId = world.inscriptionIds[(party + now / 1_000) % world.inscriptionIds.length]!;
    expect(await seenOn(world, wallet, inscriptionId)).toEqual(visibleOn(model, inscriptionId, party, now));
  }
  await countsAgree(world);
  const ledger = await world.ledger.state();
  await satsAgree(world, ledger);
  await placesAgree(world, ledger);
}

async function statesAgree({ offers }: OfferModel, { desk }: World): Promise<void> {
  const ids = offers.map(({ offerId }) => offerId);
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from offers where id = any(${ids}::uuid[])`.execute(desk.ctx.db);
  const stored = new Map(rows.map(({ id, state }) => [id, state]));
  expect(ids.map((id) => stored.get(id))).toEqual(offers.map(({ status }) => status));
}

/** The counts that are kept of each party are those of the stored offers. */
async function countsAgree({ desk }: World): Promise<void> {
  const { rows: kept } = await sql`
    select party, sum(offers) as offers, sum(counters) as counters from offer_counts
    group by party having sum(offers) <> 0 or sum(counters) <> 0 order by party`.execute(desk.ctx.db);
  const { rows: counted } = await sql`
    select p.party, count(*) filter (where kind = 'buyer_offer') as offers,
      count(*) filter (where kind = 'seller_counter') as counters
    from offers cross join lateral (values ('buyer:' || buyer_profile_id), ('seller:' || seller_address)) p (party)
    where state = 'active' group by p.party order by p.party`.execute(desk.ctx.db);
  expect(kept).toEqual(counted);
}

/** The three views of GET /me/offers, all pages, in the model's words. */
async function seenBy({ api }: World, { trader }: Wallet) {
  const owned = await allPages(api, trader, 'owned', 'groups');
  const sent = await allPages(api, trader, 'sent', 'rows');
  const history = await allPages(api, trader, 'history', 'events');
  expect(isNewestFirst(sent.items.map(({ createdAt }) => createdAt))).toBe(true);
  expect(isNewestFirst(history.items.map(({ occurredAt }) => occurredAt))).toBe(true);
  expect([sent.counts, history.counts]).toEqual([owned.counts, owned.counts]);
  return {
    owned: owned.items
      .map(({ inscriptionId, topOfferSats, activeOfferCount, activeCounterCount, ...group }) => ({
        inscriptionId,
        topOfferSats,
        activeOfferCount,
        activeCounterCount,
        earliestExpiresAt: Date.parse(group.earliestExpiresAt),
        offers: group.offers.map(rowText).sort(),
        sentCounters: group.sentCounters.map(rowText).sort(),
      }))
      .sort((a, b) => (a.inscriptionId < b.inscriptionId ? -1 : 1)),
    sent: sent.items.map(rowText).sort(),
    history: history.items.map(eventText).sort(),
    counts: owned.counts,
  };
}

async function allPages(api: World['api'], trader: Wallet['trader'], view: string, list: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the API's JSON
  const items: any[] = [];
  let cursor = '';
  for (;;) {
    const { status, body } = await api.get(`/me/offers?view=${view}${cursor}`, trader);
    expect(status).toBe(200);
    expect(body.view).toBe(view);
    items.push(...body[list]);
    const { actionableCount, ownedCount, sentCount } = body;
    if (!body.hasMore) return { items, counts: { actionableCount, ownedCount, sentCount } };
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

async function seenOn({ api }: World, { trader }: Wallet, inscriptionId: string): Promise<string[]> {
  const { body } = await api.get(`/inscriptions/${inscriptionId}/offers`, trader);
  return body.offers.map(({ id }: { id: string }) => id).sort();
}

/** Every party has what the ledger says, to the sat, and nothing comes from or goes to nowhere. */
async function satsAgree({ desk, wallets, totalSats }: World, ledger: LedgerState): Promise<void> {
  const found = await balancesOnChain(desk, wallets);
  // What lies in passthroughs is at no account's address.
  found.set('escrow', ledger.balances.get('escrow')!);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(ledger.balances));
  expect(ledger.totalSats).toBe(totalSats);
}

async function placesAgree({ desk, parties, inscriptionIds }: World, { places }: LedgerState): Promise<void> {
  const stored = await inscriptionsByIds(desk.ctx.db, inscriptionIds);
  for (const [i, id] of inscriptionIds.entries()) {
    const { holder, coin } = places.get(id)!;
    const { txid, vout, valueSats, ownerAddress } = stored[i]!;
    expect(`${txid}:${vout}`, id).toBe(coin);
    expect(valueSats).toBe(POSTAGE_SATS);
    if (holder !== null) expect(ownerAddress).toBe(parties[holder]!.trader.ordinals.address);
  }
}

function isNewestFirst(times: readonly string[]): boolean {
  return times.every((time, i) => i === 0 || time <= times[i - 1]!);
}
