/**
 * The operator's pools of small coins, anchors (`anchors.ts`) and the admission coins of each tier.
 *
 *   operator coins ──fund──► admission coins ──fill──► as many admission coins, locked again for k blocks
 *
 * Fills recycle admission coins by themselves. `fundPools` makes missing ones. Anybody can pay to the address
 * of a tier: a coin there is used only when the gate knows it, and the index finds nothing on it.
 */
import { randomUUID } from 'node:crypto';
import { anchorAddress, operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { fanOutFee, feeFor, outputWeight } from '@ordbook/protocol/bitcoin/weights';
import {
  ADMISSION_SATS,
  admissionAddress,
  admissionLock,
  type Tier,
} from '@ordbook/protocol/collection-offer/admission';
import { type Outpoint, outpointText, type Utxo } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import type { TradingSettings } from '../../base/settings.ts';
import type { Block, BlockRef } from '../../chain/port.ts';
import { requireInSync } from '../../ordinals/in-sync.ts';
import { MAX_ASKED_COINS } from '../../signer/fill-port.ts';
import { storedTip } from '../../store/chain/blocks.ts';
import { storeAt } from '../../store/database/sync-lock.ts';
import {
  type Admission,
  addAdmissions,
  admissionCounts,
  forgetOwnAdmissions,
  type NewAdmission,
  recogniseAdmissions,
  spendAdmissions,
  unknownAdmissions,
} from '../../store/operator-coins/admissions.ts';
import {
  assignForFanOut,
  readyAnchors,
  smallestOperatorCoin,
  unfinishedFanOuts,
} from '../../store/operator-coins/anchors.ts';
import type { Database } from '../../store/port.ts';
import type { TradingContext } from '../context.ts';
import { packageFeeRate } from '../settlement/package-fee-rate.ts';
import { heldCoins } from './held-coins.ts';

const ANCHORS = 'anchors';

export interface PoolStatus {
  /** `anchors`, or `admission tier <n>`. */
  readonly pool: string;
  /** Coins that can be used in the next block. */
  readonly ready: number;
  /** Coins in the chain, including those in use and locked ones. null: not counted. */
  readonly made: number | null;
  readonly target: number;
  /** True below a quarter of the target, unless a fan-out transaction that makes more is in progress. */
  readonly isLow: boolean;
  readonly address: string;
}

/** What determines which coins belong to a pool. */
export type PoolContext = Pick<TradingContext, 'db' | 'keys'> & {
  readonly settings: Pick<TradingSettings, 'anchorSats' | 'anchorPoolTarget' | 'network'>;
  readonly collectionOffers?: { readonly tiers: readonly Tier[]; readonly keys: { readonly gate: string } };
};

/** Figures of every pool at `now`, from the store. */
export async function poolStatus(ctx: PoolContext, now: Date): Promise<PoolStatus[]> {
  const { anchorSats, anchorPoolTarget, network } = ctx.settings;
  const ready = await readyAnchors(ctx.db, anchorSats, now);
  const anchors = {
    pool: ANCHORS,
    ready,
    made: null,
    target: anchorPoolTarget,
    isLow: ready < anchorPoolTarget / 4 && (await unfinishedFanOuts(ctx.db)).length === 0,
  };
  const pools: PoolStatus[] = [{ ...anchors, address: anchorAddress(ctx.keys, network) }];
  if (!ctx.collectionOffers) return pools;
  const { tiers, keys } = ctx.collectionOffers;
  const height = (await storedTip(ctx.db))?.height ?? 0;
  for (const tier of tiers) {
    const notAbove = height + 1 - tier.lockBlocks;
    const counts = await admissionCounts(ctx.db, { tier: tier.number, notAbove, now });
    pools.push({
      pool: `admission tier ${tier.number}`,
      ...counts,
      target: tier.coins,
      isLow: counts.made < tier.coins / 4,
      address: admissionAddress(tier, keys.gate, network),
    });
  }
  return pools;
}

/** A step that warns of pools that have become low, once for each time. */
export function createPoolWatch(
  ctx: PoolContext & Pick<TradingContext, 'clock' | 'log'>,
): () => Promise<void> {
  const low = new Set<string>();
  return async () => {
    for (const status of await poolStatus(ctx, ctx.clock.now())) {
      const { pool, ready, made, target, isLow, address } = status;
      if (isLow && !low.has(pool))
        ctx.log.warn({ pool, ready, made, target, address }, `a pool is low: ${remedy(status)}`);
      if (isLow) low.add(pool);
      else low.delete(pool);
    }
  };
}

/** What the operator does about a low pool. */
export function remedy({ pool, address }: Pick<PoolStatus, 'pool' | 'address'>): string {
  return pool === ANCHORS
    ? `send coins to ${address}; the service turns them into anchors once they are confirmed`
    : 'run `ordbook pools fund`';
}

/**
 * Makes the admission coins that the tiers lack, in one transaction from one operator coin, and sends it.
 * Returns null when none is missing. Throws an Error when no operator coin is large enough. After a crash,
 * the transaction is sent again with the fan-out transactions of the anchors.
 */
export async function fundPools(
  ctx: TradingContext,
): Promise<{ readonly txid: string; readonly count: number } | null> {
  if (!ctx.collectionOffers) return null;
  const { signers, tiers } = ctx.collectionOffers;
  const { lacking, count, feeSats, wanted } = await missingAdmissions(ctx, tiers);
  if (count === 0) return null;
  const coin = await smallestOperatorCoin(ctx.db, {
    exceptValueSats: ctx.settings.anchorSats,
    atLeastSats: wanted,
  });
  if (!coin) {
    const address = anchorAddress(ctx.keys, ctx.settings.network);
    const coming = await unconfirmedChange(ctx, wanted);
    if (coming)
      throw new Error(
        `the operator's change of ${coming.valueSats} sats, which would pay for ${count} admission coins, is in ${coming.txid} and not confirmed yet; run this again after the next block`,
      );
    throw new Error(
      `no operator coin holds the ${wanted} sats that ${count} admission coins cost; send a coin of at least that to ${address}`,
    );
  }
  const coins: Utxo[] = [{ txid: coin.txid, vout: coin.vout, valueSats: coin.valueSats }];
  const fanOut = { coins, tiers: lacking, feeSats };
  const signed = await signers.market.signAdmissionFanOut(fanOut);
  // the gate first: a coin that it does not know is of no use
  await signers.gate.adopt({ fanOut, hex: signed.hex });
  if (!(await assignForFanOut(ctx.db, coins, signed.hex)))
    throw new Error('the operator coin has been used since; try again');
  const verdict = await ctx.chain.broadcast(signed.hex);
  if (!verdict.accepted) throw new Error(`the node rejected ${signed.txid}: ${verdict.reason}`);
  ctx.log.info({ txid: signed.txid, count }, 'admission coins made');
  return { txid: signed.txid, count };
}

/** The fee in sats at `rate` sat/vB of a transaction that makes so many admission coins. */
export function admissionFanOutFee(count: number, rate: number): Sats {
  const p2tr = outputWeight('00'.repeat(34));
  return fanOutFee(1, 1, rate) + feeFor(Math.ceil((count * p2tr) / 4) + 2, rate);
}

/** The admission coins that the tiers lack by what is stored, and the sats that they cost with the fee. */
export async function missingAdmissions(
  ctx: Pick<TradingContext, 'db' | 'clock' | 'chain' | 'settings'>,
  tiers: readonly Tier[],
) {
  const lacking: { tier: Pick<Tier, 'number' | 'lockBlocks'>; count: number }[] = [];
  for (const { number, lockBlocks, coins } of tiers) {
    const { made } = await admissionCounts(ctx.db, { tier: number, notAbove: 0, now: ctx.clock.now() });
    if (made < coins) lacking.push({ tier: { number, lockBlocks }, count: coins - made });
  }
  const count = lacking.reduce((total, one) => total + one.count, 0);
  if (count === 0) return { lacking, count, feeSats: 0, wanted: 0 };
  const { rate } = await packageFeeRate(ctx);
  const feeSats = admissionFanOutFee(count, rate);
  return { lacking, count, feeSats, wanted: count * ADMISSION_SATS + feeSats };
}

/** The largest change of a fan-out transaction that no block has yet, if it holds at least `atLeastSats`. */
async function unconfirmedChange(
  { db, keys, settings }: TradingContext,
  atLeastSats: Sats,
): Promise<{ readonly txid: string; readonly valueSats: Sats } | null> {
  const own = operatorScript(keys);
  const change = (await unfinishedFanOuts(db)).flatMap((hex) => {
    const { txid, outputs } = readTransaction(hex);
    return outputs
      .filter(({ script, valueSats }) => script === own && valueSats !== settings.anchorSats)
      .map(({ valueSats }) => ({ txid, valueSats }));
  });
  const [largest] = change.sort((a, b) => b.valueSats - a.valueSats);
  return largest && largest.valueSats >= atLeastSats ? largest : null;
}

/** What a block does to the coins at the addresses of the tiers. */
export interface AdmissionChanges {
  readonly height: number;
  /** By anybody. */
  readonly made: readonly NewAdmission[];
  readonly spent: readonly Outpoint[];
}

export function admissionChanges(ctx: TradingContext, block: Block): AdmissionChanges {
  const { height, transactions } = block;
  const made: NewAdmission[] = [];
  const spent: Outpoint[] = [];
  if (!ctx.collectionOffers) return { height, made, spent };
  const { tiers, keys } = ctx.collectionOffers;
  const tierOf = new Map(tiers.map((tier) => [admissionLock(tier, keys.gate).script, tier.number]));
  const createdAt = ctx.clock.now();
  for (const { txid, inputs, outputs } of transactions) {
    for (const [vout, { script, valueSats }] of outputs.entries()) {
      const tier = tierOf.get(script);
      if (tier !== undefined && valueSats === ADMISSION_SATS)
        made.push({ id: randomUUID(), tier, txid, vout, confirmedHeight: height, createdAt });
    }
    spent.push(...inputs.filter(({ script }) => tierOf.has(script)));
  }
  return { height, made, spent };
}

/** Records what a block does to admission coins. Run it in the transaction that stores the block. */
export async function storeAdmissionChanges(
  db: Database,
  { height, made, spent }: AdmissionChanges,
): Promise<void> {
  if (made.length > 0) await addAdmissions(db, made);
  if (spent.length > 0) await spendAdmissions(db, spent, height);
}

/**
 * Asks the gate which of the coins at the addresses of the tiers are the operator's, and the index whether
 * something is on them. Retry-safe. Throws `Refusal('unavailable')` while one is
 * unreachable.
 */
export async function recogniseAdmissionCoins(ctx: TradingContext): Promise<void> {
  if (!ctx.collectionOffers) return;
  for (;;) {
    const coins = await unknownAdmissions(ctx.db, MAX_ASKED_COINS);
    if (coins.length === 0) return;
    const { known } = await ctx.collectionOffers.signers.gate.knows({
      coins: coins.map(({ txid, vout }) => ({ txid, vout })),
    });
    const [own, strange] = [true, false].map((isKnown) => coins.filter((_, i) => known[i] === isKnown));
    const idsOf = (some: readonly Admission[]) => some.map(({ id }) => id);
    await recogniseAdmissions(ctx.db, idsOf(strange!), false);
    if (own!.length > 0) await requireInSync(ctx.ordinals, ctx.chain);
    const outputs = await ctx.ordinals.outputs(own!, { undisputed: true });
    const isEmpty = (i: number) => outputs[i]!.inscriptionIds.length === 0 && !outputs[i]!.hasRunes;
    const indexed = own!.filter((_, i) => outputs[i]);
    const empty = own!.filter((_, i) => outputs[i] && isEmpty(i));
    const laden = own!.filter((_, i) => outputs[i] && !isEmpty(i));
    await recogniseAdmissions(ctx.db, idsOf(empty), true);
    await recogniseAdmissions(ctx.db, idsOf(laden), false);
    for (const coin of laden)
      ctx.log.warn(
        { coin: outpointText(coin), tier: coin.tier },
        'an admission coin holds an inscription or runes; it is set aside',
      );
    if (indexed.length < own!.length) return;
  }
}

/** A step that recognises coins; the first time all of them, as the gate may have another memory. */
export function createRecognition(ctx: TradingContext): () => Promise<void> {
  let isFirst = true;
  return async () => {
    if (isFirst) await forgetOwnAdmissions(ctx.db);
    isFirst = false;
    await recogniseAdmissionCoins(ctx);
  };
}

/**
 * The admission coins that the chain has as of the block `tip`, by anybody. Throws `Refusal('unavailable')`
 * when the chain moves on meanwhile.
 */
export async function heldAdmissions(ctx: TradingContext, tip: BlockRef): Promise<NewAdmission[]> {
  if (!ctx.collectionOffers) return [];
  const { tiers, keys } = ctx.collectionOffers;
  const held: NewAdmission[] = [];
  for (const tier of tiers) {
    const coins = await heldCoins(ctx.chain, admissionAddress(tier, keys.gate, ctx.settings.network), tip);
    for (const { txid, vout, valueSats, height } of coins)
      if (valueSats === ADMISSION_SATS)
        held.push({
          ...{ id: randomUUID(), tier: tier.number, txid, vout },
          ...{ confirmedHeight: height, createdAt: ctx.clock.now() },
        });
  }
  return held;
}

/**
 * Registers the admission coins that were made before this service followed the chain. `pools fund` runs it
 * beside a service that applies blocks, so the coins are stored only as of the block that is applied. Throws
 * `Refusal('unavailable')` when that is not the node's newest one. Retry-safe.
 */
export async function adoptAdmissions(ctx: TradingContext): Promise<void> {
  const tip = await ctx.chain.tip();
  const coins = await heldAdmissions(ctx, tip);
  const isStored = await storeAt(ctx.db, tip.hash, async (db) => {
    await addAdmissions(db, coins);
    return true;
  });
  if (!isStored) refuse('unavailable', `the service has not applied block ${tip.height} of the node yet`);
}
