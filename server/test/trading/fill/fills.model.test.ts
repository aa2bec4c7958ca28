import { tierOf, tierText } from '@ordbook/protocol/collection-offer/admission';
import { meets, parseCriteria, type Target } from '@ordbook/protocol/collection-offer/criteria';
import { Refusal } from '@ordbook/protocol/refusals';
import { describe, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../../stack/random.ts';
import { rounds } from '../../../../stack/rounds.ts';
import { HOUR_MS } from '../../../src/base/clock.ts';
import type { Ordinals } from '../../../src/ordinals/port.ts';
import type { CollectionOffer } from '../../../src/store/collection-offer/collection-offers.ts';
import type { FillAttempt } from '../../../src/store/fill/fill-attempts.ts';
import { cancelCollectionOffer } from '../../../src/trading/collection-offer/close.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { submitFill } from '../../../src/trading/fill/fill.ts';
import { makeOffers, signedFill } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import type { Trader } from '../../support/trader.ts';

/**
 * A model of what a fill may be: random histories of offers, traits, growing collections, reorgs, cancels and
 * passing hours, on indexes that lag and lie. Every settlement in a block is compared with what the chain and
 * an honest index know.
 */
const TIERS = [
  { number: 1, fromSats: 0, lockBlocks: 2, coins: 3, depth: 1 },
  { number: 2, fromSats: 80_000, lockBlocks: 4, coins: 1, depth: 2 },
];
const STEPS = 45;

interface History {
  readonly desk: Desk;
  readonly random: Random;
  readonly traders: readonly Trader[];
  readonly ids: string[];
  readonly offers: { readonly id: string; readonly maker: Trader }[];
  /** Settlements that were in a mempool before the expiry of their offer. */
  readonly seenInTime: Set<string>;
}

/** An index that tells one untruth, at random. */
function lyingIndex(honest: Ordinals, random: Random, ids: readonly string[]): Ordinals {
  const elsewhere = async (id: string) => {
    const [found, other] = await Promise.all([honest.inscription(id), honest.inscription(random.pick(ids))]);
    if (!found || !other) return found;
    return random.pick([
      { ...found, location: other.location, address: other.address },
      { ...found, offset: found.offset + 1 },
      { ...found, address: other.address },
    ]);
  };
  return random.pick<Ordinals>([
    { ...honest, inscription: elsewhere },
    {
      ...honest,
      outputs: async (outpoints) => {
        const outputs = await honest.outputs(outpoints);
        return outputs.map((output) => output && { ...output, inscriptionIds: [random.pick(ids)] });
      },
    },
    {
      ...honest,
      status: async () => {
        const status = await honest.status();
        return { ...status, height: status.height - 1 };
      },
    },
  ]);
}

const OPERATIONS: readonly (readonly [weight: number, run: (history: History) => Promise<unknown>])[] = [
  [5, makeOffer],
  [9, (history) => fillOffer(history, history.desk.ctx)],
  [3, (history) => fillOffer(history, lyingService(history))],
  [2, cancel],
  [4, ({ desk, random }) => desk.mine(1 + random.below(3))],
  [2, ({ desk, random }) => desk.reorg(1 + random.below(2))],
  [2, grow],
  [1, async ({ desk, random }) => desk.clock.step((1 + random.below(2)) * HOUR_MS)],
  [1, moveAway],
];

function lyingService({ desk, random, ids }: History): TradingContext {
  return { ...desk.ctx, ordinals: lyingIndex(desk.ctx.ordinals, random, ids) };
}

async function makeOffer({ desk, random, traders, ids, offers }: History) {
  const maker = random.pick(traders);
  const sample = await desk.ctx.ordinals.inscription(random.pick(ids));
  const trait = sample?.traits[random.below(Math.max(sample.traits.length, 1))];
  const target: Target =
    trait && random.below(2) === 0
      ? { kind: 'traits', traits: [{ type: trait.type, values: [trait.value] }] }
      : { kind: 'all' };
  const priceSats = random.pick([50_000, 60_000, 80_000, 100_000]);
  const made = await makeOffers(desk, maker, { target, priceSats, validityHours: 1 + random.below(3) });
  offers.push({ id: made.offerId, maker });
}

async function fillOffer({ desk, random, traders, ids, offers }: History, ctx: TradingContext) {
  const rows = await desk.ctx.db
    .selectFrom('collectionOffers')
    .select(['id', 'criteriaJson'])
    .where('state', '=', 'active')
    .execute();
  const offer = random.pick(rows) ?? random.pick(offers);
  if (!offer) return;
  const found = await Promise.all(ids.map((id) => desk.ctx.ordinals.inscription(id)));
  const target =
    'criteriaJson' in offer ? parseCriteria(offer.criteriaJson).target : ({ kind: 'all' } as const);
  const suitable = found.filter((one) => one && meets(target, one.traits));
  const one = random.pick(random.below(4) > 0 ? suitable : found) ?? null;
  if (!one) return;
  const owner = traders.find(({ ordinals }) => ordinals.address === one.address) ?? random.pick(traders);
  const { promised, body: signed } = await signedFill({ ctx }, owner, offer.id, one.id);
  const body = { ...signed, belowTopOfferConfirmation: promised.belowTopOfferWarning };
  await submitFill(ctx, owner.caller, body);
}

async function cancel({ desk, random, offers }: History) {
  const offer = random.pick(offers);
  if (!offer) return;
  const { caller, walletBindingId } = offer.maker;
  await cancelCollectionOffer(desk.ctx, caller, { slug: SLUG, offerId: offer.id, walletBindingId });
}

async function grow({ desk, random, traders, ids }: History) {
  ids.push(...(await desk.inscribe(random.pick(traders), 1 + random.below(2))));
}

/** An owner moves an inscription, perhaps in front of a fill of it. */
async function moveAway({ desk, random, traders, ids }: History) {
  const id = random.pick(ids);
  const at = (await desk.ctx.ordinals.inscription(id))?.address;
  const owner = traders.find(({ ordinals }) => ordinals.address === at);
  if (!owner) return;
  const [feeCoin] = (await desk.coinsOf(owner)).sort((a, b) => b.valueSats - a.valueSats);
  const to = random.pick(traders).ordinals.address;
  await moveInscription(desk, owner, id, to, { feeSats: 60_000, feeCoin: feeCoin! });
}

/** Refusals, and coins that a random history has used up, are part of it. Anything else is a fault. */
async function attempt(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isNode = typeof (error as { code?: unknown }).code === 'number';
    if (!(error instanceof Refusal) && !isNode) throw error;
  }
}

async function noteMempool({ desk, seenInTime }: History): Promise<void> {
  const rows = await attemptsOf(desk);
  const pool = new Set(await desk.ctx.chain.mempoolTxids());
  for (const { attempt: one, offer } of rows)
    if (pool.has(one.settlementTxid) && offer.expiresAt > desk.clock.now())
      seenInTime.add(one.settlementTxid);
}

async function attemptsOf(desk: Desk): Promise<{ attempt: FillAttempt; offer: CollectionOffer }[]> {
  const attempts = await desk.ctx.db.selectFrom('fillAttempts').selectAll().execute();
  const offers = await desk.ctx.db.selectFrom('collectionOffers').selectAll().execute();
  return attempts.map((one) => ({ attempt: one, offer: offers.find(({ id }) => id === one.offerId)! }));
}

/** Compares every settlement of the best chain with the chain, the index and the offer. */
async function checkChain({ desk, seenInTime }: History): Promise<number> {
  const rows = await attemptsOf(desk);
  const fills: { height: number; tier: string; offerId: string; id: string }[] = [];
  const { height: top } = await desk.ctx.chain.tip();
  for (let height = 1; height <= top; height += 1) {
    const block = await desk.ctx.chain.block((await desk.ctx.chain.blockHash(height))!);
    for (const { txid, outputs } of block!.transactions) {
      const found = rows.find(({ attempt: one }) => one.settlementTxid === txid);
      if (!found) continue;
      const { terms, offer } = { terms: found.attempt.terms, offer: found.offer };
      const { collection, height: asOf, target } = parseCriteria(offer.criteriaJson);
      const inscription = (await desk.ctx.ordinals.inscription(terms.inscription.id))!;
      expect(collection).toBe(SLUG);
      expect(inscription.parents.length, 'a child of the collection').toBeGreaterThan(0);
      expect(inscription.genesisHeight, 'a member as of the block of the offer').toBeLessThanOrEqual(asOf);
      expect(meets(target, inscription.traits), 'a member that meets the target').toBe(true);
      expect(outputs[0]!.script, 'the address of the buyer').toBe(offer.terms.receiveScript);
      expect(outputs[0]!.valueSats, 'the whole output').toBe(terms.utxo.valueSats);
      expect(seenInTime.has(txid), 'was sent before the expiry').toBe(true);
      if (inscription.location.txid === txid)
        expect([inscription.location.vout, inscription.offset]).toEqual([0, terms.inscription.offset]);
      const tier = tierText(tierOf(TIERS, offer.priceSats)!);
      fills.push({ height, tier, offerId: offer.id, id: txid });
    }
  }
  expect(new Set(fills.map(({ offerId }) => offerId)).size, 'each offer at most once').toBe(fills.length);
  for (const tier of TIERS)
    for (const { height } of fills) {
      const window = fills.filter(
        (one) => one.tier === tierText(tier) && one.height >= height && one.height < height + tier.lockBlocks,
      );
      expect(window.length, 'at most n fills in any k blocks').toBeLessThanOrEqual(tier.coins);
    }
  return fills.length;
}

describe('in any history every settlement in a block gives its buyer what the offer asks for', () => {
  const seeds = Array.from({ length: rounds(12, 6) }, (_, i) => i + 1);
  let settled = 0;

  test.each(seeds)('seed %i', { timeout: 120_000 }, async (seed) => {
    const desk = await openDesk({ tiers: TIERS });
    try {
      const traders = await desk.traders(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'], 8, 200_000);
      const history: History = {
        desk,
        random: randomFrom(seed),
        traders,
        ids: await desk.inscribe(traders[0]!, 5),
        offers: [],
        seenInTime: new Set(),
      };
      const weighted = OPERATIONS.flatMap(([weight, run]) => Array.from({ length: weight }, () => run));
      await desk.mine(2);
      await makeOffer(history);
      for (let step = 0; step < STEPS; step += 1) {
        await attempt(() => history.random.pick(weighted)(history));
        await noteMempool(history);
        await desk.settle();
        await noteMempool(history);
      }
      await desk.mine(2);
      settled += await checkChain(history);
    } finally {
      await desk.close();
    }
  });

  test('and some were settled', () => {
    expect(settled).toBeGreaterThan(0);
  });
});
