/**
 * The anchor pool: small coins of the operator that pay the transfers' fees and let the operator replace them.
 *
 *   coins at the anchor address ──► confirmed by the follower ──► of the anchor value: free, reserved, assigned, spent
 *                                                             └─► of another value, or retired: split into new anchors
 *
 * A split is stored with its coins before it is sent; a coin that carries one is sent again until a block has it.
 */
import { randomUUID } from 'node:crypto';
import { type Outpoint, outpointText, type Utxo } from '../base/outpoint.ts';
import { refuse } from '../base/refusals.ts';
import { sumSats } from '../base/sats.ts';
import { anchorAddress, operatorScript } from '../protocol/keys.ts';
import { readTransaction } from '../protocol/transaction.ts';
import { dustLimit, splitFee } from '../protocol/weights.ts';
import {
  type Anchor,
  addCoins,
  assignForSplit,
  dissolveSplit,
  freeOldestHolds,
  largestCoins,
  readyAnchors,
  reserveAnchors,
  retiredCoins,
  unfinishedSplits,
} from '../store/anchors.ts';
import type { Caller, TradingContext } from './context.ts';
import { packageFeeRate } from './fee-rate.ts';
import { lostInBlocks } from './lost-coins.ts';

/** Outputs of one split: keeps it far below the standard size. */
const MAX_SPLIT_OUTPUTS = 100;
const MAX_SPLIT_INPUTS = 50;
/** Coins that are no anchors among them. */
const MAX_LARGER = 5;
/** A retired anchor is split for its own sake while it is worth so many times the fee of its input. */
const CHEAP = 4;
/** Anchors that one profile may hold reserved: two calls of 20. Whoever asks for more gives the oldest back. */
const MAX_HELD = 40;

/**
 * Holds `count` (at most 20) free anchors for a profile; the reservation lapses by itself, or when the profile holds many newer ones.
 * null: there are fewer.
 */
export async function anchorsFor(
  ctx: TradingContext,
  profileId: string,
  count: number,
): Promise<Anchor[] | null> {
  const now = ctx.clock.now();
  await freeOldestHolds(ctx.db, profileId, MAX_HELD - count);
  return reserveAnchors(ctx.db, {
    count,
    valueSats: ctx.settings.anchorSats,
    now,
    until: new Date(now.getTime() + ctx.settings.reservationMs),
    reservation: { profileId },
  });
}

/** Holds `count` free anchors for what a caller signs next, as `anchorsFor`. Refuses 503 when there are too few. */
export async function holdAnchors(ctx: TradingContext, caller: Caller, count: number): Promise<Anchor[]> {
  const anchors = await anchorsFor(ctx, caller.profileId, count);
  if (!anchors)
    refuse(
      'no_anchor',
      count === 1
        ? 'no confirmed anchor is free; try again after the next block'
        : `fewer than ${count} confirmed anchors are free; try again after the next block`,
    );
  return anchors;
}

/** Whether the caller holds the anchor still. One whose time is over may be anybody's, and what was promised with it has lapsed. */
export function isHeldBy(ctx: TradingContext, anchor: Anchor, caller: Caller): boolean {
  const { reservation, reservedUntil } = anchor;
  const isOver = reservedUntil !== null && reservedUntil <= ctx.clock.now();
  return reservation?.profileId === caller.profileId && !isOver;
}

/** Registers the coins that the anchor address held before this service followed the chain. Once, at first start. */
export async function adoptOperatorCoins(ctx: TradingContext): Promise<void> {
  const { coins } = await ctx.chain.addressCoins(anchorAddress(ctx.keys, ctx.settings.network));
  await registerOperatorCoins(ctx, coins);
}

/**
 * Stores confirmed coins of the anchor key; one that holds an inscription or a rune is never used. Safe to repeat. Throws
 * `Refusal('unavailable')` while the index has not seen the block of one: only it can tell.
 */
export async function registerOperatorCoins(
  ctx: TradingContext,
  coins: readonly (Utxo & { readonly height: number })[],
): Promise<void> {
  if (coins.length === 0) return;
  const outputs = await ctx.ordinals.outputs(coins);
  const unseen = coins.filter((_, i) => outputs[i] === null);
  const areSpent = unseen.length > 0 ? await lostInBlocks(ctx, unseen) : [];
  for (const [i, coin] of unseen.entries())
    if (!areSpent[i]) refuse('unavailable', `the inscription index does not know ${outpointText(coin)} yet`);
  const createdAt = ctx.clock.now();
  await addCoins(
    ctx.db,
    coins.map((coin, i) => {
      const output = outputs[i];
      const isClean = output && output.inscriptionIds.length === 0 && !output.hasRunes;
      return {
        id: randomUUID(),
        txid: coin.txid,
        vout: coin.vout,
        valueSats: coin.valueSats,
        state: isClean ? ('free' as const) : ('unsafe' as const),
        confirmedHeight: coin.height,
        createdAt,
      };
    }),
  );
}

/**
 * Keeps the pool at its target: sees unfinished splits through, then splits more coins. Runs at every look of the follower; safe to repeat.
 */
export async function keepAnchors(ctx: TradingContext): Promise<void> {
  await finishSplits(ctx);
  const { anchorSats, anchorPoolTarget } = ctx.settings;
  const ready = await readyAnchors(ctx.db, anchorSats, ctx.clock.now());
  const { rate } = await packageFeeRate(ctx);
  const coins = await coinsToSplit(ctx, ready < anchorPoolTarget * 0.75, rate);
  if (coins.length === 0) return;
  const wanted = Math.min(MAX_SPLIT_OUTPUTS, Math.max(0, anchorPoolTarget - ready));
  const held = sumSats(coins.map((coin) => coin.valueSats));
  const count = affordable(held, coins.length, wanted, anchorSats, rate);
  const feeSats = splitFee(coins.length, count + 1, rate);
  // Without an anchor, the change is the only output.
  if (held - feeSats - count * anchorSats < dustLimit(operatorScript(ctx.keys))) return;
  const outpoints: Outpoint[] = coins.map(({ txid, vout }) => ({ txid, vout }));
  const split = await ctx.signer.signAnchorSplit({
    coins: coins.map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats })),
    count,
    valueSats: anchorSats,
    feeSats,
  });
  if (!(await assignForSplit(ctx.db, outpoints, split.hex))) return;
  const verdict = await ctx.chain.broadcast(split.hex);
  ctx.log.info({ txid: split.txid, count, ready, accepted: verdict.accepted }, 'anchors split');
}

/**
 * What goes into the next split. When the pool lacks anchors, or one must be spent whatever it costs: the largest coins, and retired
 * anchors that bear the fee of their own input. Otherwise retired anchors alone, and only while that is cheap: a closed listing costs the
 * operator little then, however many there are. None that the mempool spends already.
 */
async function coinsToSplit(ctx: TradingContext, isLacking: boolean, rate: number): Promise<Anchor[]> {
  const inputFee = splitFee(2, 1, rate) - splitFee(1, 1, rate);
  const retired = await retiredCoins(ctx.db, MAX_SPLIT_INPUTS - MAX_LARGER);
  const isPressing = isLacking || retired.some(({ isUrgent }) => isUrgent);
  const larger = isPressing ? await largestCoins(ctx.db, ctx.settings.anchorSats, MAX_LARGER) : [];
  const least = isLacking ? inputFee : CHEAP * inputFee;
  const worth = retired.filter(({ valueSats, isUrgent }) => isUrgent || valueSats > least);
  const coins = [...larger, ...worth];
  const unspents = await ctx.chain.unspents(coins);
  return coins.filter((_, i) => unspents[i] !== null);
}

/** Sends splits again that no block has, and gives up those of which a block spent a coin otherwise. */
async function finishSplits(ctx: TradingContext): Promise<void> {
  for (const hex of await unfinishedSplits(ctx.db)) {
    const { txid, inputs } = readTransaction(hex);
    if (await ctx.chain.transaction(txid)) continue;
    const { accepted, reason } = await ctx.chain.broadcast(hex);
    if (accepted) continue;
    if ((await lostInBlocks(ctx, inputs)).includes(true)) {
      await dissolveSplit(ctx.db, hex);
      ctx.log.warn({ txid, reason }, 'a split lost a coin: its other coins are split anew');
    } else ctx.log.warn({ txid, reason }, 'a split is not accepted yet');
  }
}

/** How many anchors these coins can make and still pay the fee and a change output. */
function affordable(held: number, inputs: number, wanted: number, anchorSats: number, rate: number): number {
  let count = wanted;
  while (count > 0 && held < count * anchorSats + splitFee(inputs, count + 1, rate) + anchorSats) count -= 1;
  return count;
}
