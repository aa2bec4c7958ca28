/**
 * The anchor pool: small operator coins that pay the fees of transfers and let the operator replace them.
 *
 *   coins at the anchor address ──► confirmed: unread, until the index says that nothing is on them
 *         ──► of the anchor value: free, reserved, assigned, spent
 *         └─► of another value, or retired: fanned out into new anchors
 *
 * A fan-out transaction is stored with its coins before it is sent. It is sent again until a block has it. A
 * retired anchor is spent while that is cheap, and at the latest `revokeWithinMs` after its listing was
 * closed, unless fees are above `revokeMaxFeeRate`. From that block on nobody can sell at the price of the
 * closed listing. That of a purchase that no block takes is spent at once, within the same rate.
 */
import { randomUUID } from 'node:crypto';
import { anchorAddress, operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { dustLimit, fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import type { TradingSettings } from '../../base/settings.ts';
import type { BlockRef } from '../../chain/port.ts';
import { setRevocationPrice } from '../../store/listing/closing-costs.ts';
import {
  type Anchor,
  addCoins,
  assignForFanOut,
  coinsOfFanOut,
  dissolveFanOut,
  largestCoins,
  readyAnchors,
  replaceFanOut,
  reserveAnchors,
  retiredCoins,
  setRead,
  unfinishedFanOuts,
  unreadAnchors,
  unreadCoins,
} from '../../store/operator-coins/anchors.ts';
import type { Caller, TradingContext } from '../context.ts';
import { packageFeeRate } from '../settlement/package-fee-rate.ts';
import { conflictingSpend, spendsInBlocks } from '../settlement/spent-coins.ts';
import { MAX_LARGER, MAX_SPLIT_OUTPUTS } from './fan-out-bounds.ts';
import { type HeldCoin, heldCoins } from './held-coins.ts';

const MAX_SPLIT_INPUTS = 50;
/** Spending a retired anchor is cheap while it is worth this many times the fee of its input. */
const CHEAP = 4;
/**
 * The part of its target to which the pool is filled above `revokeMaxFeeRate`. An anchor then costs more than
 * a sale may pay, and sales bring their own.
 */
const DEAR_SHARE = 0.25;
/** Coins that the index is asked about at a time. */
const READ_AT_ONCE = 500;
/** Anchors that one profile may have reserved: a batch of 20 listings, and some purchases and counters. */
const MOST_RESERVED = 24;

/**
 * Reserves an anchor for each purpose (at most 20, all different) in their order. null: too few are
 * available. A reservation expires by itself. Until the anchor is assigned, a profile that has fewer may take
 * it (`reserveFairly`).
 */
export async function anchorsFor(
  ctx: TradingContext,
  profileId: string,
  purposes: readonly string[],
): Promise<Anchor[] | null> {
  const now = ctx.clock.now();
  return reserveAnchors(ctx.db, {
    valueSats: ctx.settings.anchorSats,
    profileId,
    purposes,
    most: MOST_RESERVED,
    now,
    until: new Date(now.getTime() + ctx.settings.reservationMs),
  });
}

/**
 * Reserves an anchor for each thing that the caller signs next, as `anchorsFor`. Refuses 503 when too few are
 * available.
 */
export async function requireAnchors(
  ctx: TradingContext,
  caller: Caller,
  purposes: readonly string[],
): Promise<Anchor[]> {
  const anchors = await anchorsFor(ctx, caller.profileId, purposes);
  if (!anchors)
    refuse(
      'no_anchor',
      purposes.length === 1
        ? 'no confirmed anchor is free; try again after the next block'
        : `fewer than ${purposes.length} confirmed anchors are free; request fewer at a time, or try again after the next block`,
    );
  return anchors;
}

/**
 * Whether the anchor is still reserved for this caller and purpose. A quote whose reservation has expired is
 * void.
 */
export function isReservedFor(ctx: TradingContext, anchor: Anchor, caller: Caller, purpose: string): boolean {
  const { reservation, reservedUntil } = anchor;
  const isExpired = reservedUntil !== null && reservedUntil <= ctx.clock.now();
  return reservation?.profileId === caller.profileId && reservation.purpose === purpose && !isExpired;
}

/**
 * The coins that the anchor address holds as of the block `tip`, where this service begins to follow the
 * chain. Throws `Refusal('unavailable')` when the chain moves on meanwhile.
 */
export async function heldOperatorCoins(ctx: TradingContext, tip: BlockRef): Promise<HeldCoin[]> {
  return heldCoins(ctx.chain, anchorAddress(ctx.keys, ctx.settings.network), tip);
}

/**
 * Stores confirmed coins of the anchor key, as unread. No index is asked, so that no block waits for it:
 * `readOperatorCoins` does. Retry-safe.
 */
export async function registerOperatorCoins(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  coins: readonly HeldCoin[],
): Promise<void> {
  const createdAt = ctx.clock.now();
  await addCoins(
    ctx.db,
    coins.map(({ height, txid, vout, valueSats }) => ({
      id: randomUUID(),
      txid,
      vout,
      valueSats,
      confirmedHeight: height,
      createdAt,
    })),
  );
}

/**
 * Asks the index what is on unread coins: one that holds an inscription or a rune is never used, any other
 * is free from now on. Retry-safe. Throws `Refusal('unavailable')` while the index is unreachable or behind;
 * then coins that it has not seen stay unread.
 */
export async function readOperatorCoins(ctx: TradingContext): Promise<void> {
  for (;;) {
    const coins = await unreadCoins(ctx.db, READ_AT_ONCE);
    if (coins.length === 0) return;
    const outputs = await ctx.ordinals.outputs(coins, { undisputed: true });
    const isClean = (i: number) => outputs[i]!.inscriptionIds.length === 0 && !outputs[i]!.hasRunes;
    const seen = [...coins.entries()].filter(([i]) => outputs[i] !== null);
    for (const to of ['free', 'unsafe'] as const) {
      const ids = seen.filter(([i]) => isClean(i) === (to === 'free')).map(([, { id }]) => id);
      await setRead(ctx.db, ids, to);
    }
    if (seen.length < coins.length) return;
  }
}

/**
 * Keeps the pool at its target: finishes open fan-out transactions, then makes the next one, and records what
 * revoking a listing costs now. Runs on every poll of the follower. Retry-safe.
 */
export async function keepAnchors(ctx: TradingContext): Promise<void> {
  const { rate } = await packageFeeRate(ctx);
  const { anchorSats, anchorPoolTarget, maxFeeRate, revokeMaxFeeRate } = ctx.settings;
  const { coming, isWaiting } = await finishFanOuts(ctx, rate);
  const unread = await unreadAnchors(ctx.db, anchorSats);
  const ready = coming + unread + (await readyAnchors(ctx.db, anchorSats, ctx.clock.now()));
  await setRevocationPrice(ctx.db, revocationSats(ctx.settings, rate));
  // nothing dearer is signed, and nothing cheaper is taken
  if (rate > maxFeeRate) return;
  const goal = rate > revokeMaxFeeRate ? Math.ceil(DEAR_SHARE * anchorPoolTarget) : anchorPoolTarget;
  const isLacking = ready < goal * 0.75;
  const { coins, revokes, isPressing } = await coinsToFanOut(ctx, { isLacking, isWaiting }, rate);
  if (coins.length === 0) return;
  const wanted = Math.min(MAX_SPLIT_OUTPUTS, Math.max(0, goal - ready));
  const held = sumSats(coins.map((coin) => coin.valueSats));
  const count = affordable(held, coins.length, wanted, anchorSats, rate);
  // A coin that is too small for an anchor would only pay fees, again in each block.
  if (count === 0 && !revokes) return;
  const feeSats = fanOutFee(coins.length, count + 1, rate);
  // Without an anchor, the change is the only output.
  if (held - feeSats - count * anchorSats < dustLimit(operatorScript(ctx.keys))) {
    if (isPressing)
      ctx.log.warn(
        { held, feeSats },
        'no operator coin can pay to spend retired anchors; fund the anchor address',
      );
    return;
  }
  const outpoints: Outpoint[] = coins.map(({ txid, vout }) => ({ txid, vout }));
  const signed = await signFanOut(ctx, coins, count, feeSats);
  if (!(await assignForFanOut(ctx.db, outpoints, signed.hex))) return;
  const verdict = await ctx.chain.broadcast(signed.hex);
  ctx.log.info({ txid: signed.txid, count, ready, accepted: verdict.accepted }, 'fan-out transaction sent');
}

/**
 * What revoking a closed listing costs the operator at `rate` sat/vB: the anchor's input in a fan-out
 * transaction, and the output of the new anchor. No anchor is spent for that alone above `revokeMaxFeeRate`.
 * One that shares its fan-out with no other costs twice as much.
 */
export function revocationSats(
  { revokeMaxFeeRate }: Pick<TradingSettings, 'revokeMaxFeeRate'>,
  rate: number,
): Sats {
  const paid = Math.min(rate, revokeMaxFeeRate);
  return fanOutFee(2, 2, paid) - fanOutFee(1, 1, paid);
}

/**
 * What goes into the next fan-out transaction, and whether that spends retired anchors. Pressing: one is due.
 *   the pool lacks anchors    the largest coins, and retired anchors that pay for their own input
 *   one is due                all retired anchors, and the largest coin if they cannot pay for themselves
 *   otherwise                 retired anchors, while that is cheap, to keep closed listings cheap; none while
 *                             another fan-out transaction waits for its block: more of them share the next
 */
async function coinsToFanOut(
  ctx: TradingContext,
  { isLacking, isWaiting }: { readonly isLacking: boolean; readonly isWaiting: boolean },
  rate: number,
): Promise<{ readonly coins: Anchor[]; readonly revokes: boolean; readonly isPressing: boolean }> {
  const { anchorSats, revokeWithinMs, revokeMaxFeeRate } = ctx.settings;
  const inputFee = fanOutFee(2, 1, rate) - fanOutFee(1, 1, rate);
  const dueSince = new Date(ctx.clock.now().getTime() - revokeWithinMs);
  const retired = await unspentOf(ctx, await retiredCoins(ctx.db, dueSince, MAX_SPLIT_INPUTS - MAX_LARGER));
  const isDue = rate <= revokeMaxFeeRate && retired.some((coin) => coin.isDue);
  const least = isLacking ? inputFee : isWaiting ? Number.POSITIVE_INFINITY : CHEAP * inputFee;
  const spent = isDue ? retired : retired.filter((coin) => coin.valueSats > least);
  const larger = isLacking ? MAX_LARGER : isDue && !paysForItself(spent, anchorSats, rate) ? 1 : 0;
  const paying = larger > 0 ? await unspentOf(ctx, await largestCoins(ctx.db, anchorSats, larger)) : [];
  return { coins: [...paying, ...spent], revokes: spent.length > 0, isPressing: isDue };
}

/** The coins that neither a block nor the mempool spends. */
async function unspentOf<Coin extends Outpoint>(
  ctx: TradingContext,
  coins: readonly Coin[],
): Promise<Coin[]> {
  const unspents = await ctx.chain.unspents(coins);
  return coins.filter((_, i) => unspents[i] !== null);
}

/** Whether the coins leave the value of an anchor after the fee of a fan-out transaction. */
function paysForItself(coins: readonly Anchor[], anchorSats: Sats, rate: number): boolean {
  return sumSats(coins.map(({ valueSats }) => valueSats)) - fanOutFee(coins.length, 1, rate) >= anchorSats;
}

/**
 * Sends again the fan-out transactions that no block has, at a higher fee when needed. Gives up those that
 * lost a coin to another transaction in a block. Returns how many anchors come from those that the node has:
 * the pool must not make them twice. One that the node does not take makes none for now. `isWaiting`: one is
 * in the mempool.
 */
async function finishFanOuts(
  ctx: TradingContext,
  rate: number,
): Promise<{ readonly coming: number; readonly isWaiting: boolean }> {
  let coming = 0;
  let isWaiting = false;
  for (const hex of await unfinishedFanOuts(ctx.db)) {
    const { txid, inputs } = readTransaction(hex);
    const found = await ctx.chain.transaction(txid);
    if (found) {
      const sent = found.confirmations === 0 ? await replaceAtHigherFee(ctx, hex, rate) : hex;
      isWaiting ||= found.confirmations === 0;
      coming += anchorsIn(ctx, sent);
      continue;
    }
    const { accepted, reason } = await ctx.chain.broadcast(hex);
    if (accepted) {
      isWaiting = true;
      coming += anchorsIn(ctx, hex);
      continue;
    }
    const loss = conflictingSpend(await spendsInBlocks(ctx, inputs), [txid]);
    if (loss) {
      await dissolveFanOut(ctx.db, hex);
      ctx.log.warn(
        { txid, reason, spentBy: loss.spentBy },
        'a fan-out transaction lost a coin; its other coins go into the next one',
      );
    } else if ((await replaceAtHigherFee(ctx, hex, rate)) === hex)
      ctx.log.warn({ txid, reason }, 'a fan-out transaction is not accepted yet');
  }
  return { coming, isWaiting };
}

/** How many anchors a fan-out transaction makes. */
function anchorsIn({ settings, keys }: Pick<TradingContext, 'settings' | 'keys'>, hex: string): number {
  const own = operatorScript(keys);
  return readTransaction(hex).outputs.filter(
    ({ script, valueSats }) => script === own && valueSats === settings.anchorSats,
  ).length;
}

/**
 * Replaces a fan-out transaction that waits, in the mempool or outside of a full one, while blocks require
 * twice its fee rate. Pays that rate, at most `revokeMaxFeeRate`. Otherwise an anchor in it that is due would
 * wait for as long as fees stay high. Returns the one that is stored then, raw hex.
 */
async function replaceAtHigherFee(ctx: TradingContext, hex: string, rate: number): Promise<string> {
  const { txid, inputs, outputs } = readTransaction(hex);
  const { anchorSats, revokeMaxFeeRate } = ctx.settings;
  const script = operatorScript(ctx.keys);
  const coins = await coinsOfFanOut(ctx.db, hex);
  // The operator replaces one that makes admission coins.
  if (coins.length !== inputs.length || outputs.some((output) => output.script !== script)) return hex;
  const held = sumSats(coins.map(({ valueSats }) => valueSats));
  const paidSats = held - sumSats(outputs.map(({ valueSats }) => valueSats));
  const bounded = Math.min(rate, revokeMaxFeeRate);
  if (fanOutFee(inputs.length, outputs.length, bounded) < 2 * paidSats) return hex;
  const count = affordable(held, inputs.length, anchorsIn(ctx, hex), anchorSats, bounded);
  const feeSats = fanOutFee(inputs.length, count + 1, bounded);
  if (feeSats < 2 * paidSats || held - feeSats - count * anchorSats < dustLimit(script)) return hex;
  const signed = await signFanOut(ctx, coins, count, feeSats);
  await replaceFanOut(ctx.db, hex, signed.hex);
  const { accepted, reason } = await ctx.chain.broadcast(signed.hex);
  ctx.log.info(
    { txid: signed.txid, replaced: txid, feeSats, accepted, reason },
    'fan-out transaction replaced at a higher fee',
  );
  return signed.hex;
}

function signFanOut(ctx: TradingContext, coins: readonly Anchor[], count: number, feeSats: Sats) {
  return ctx.signer.signAnchorFanOut({
    coins: coins.map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats })),
    count,
    valueSats: ctx.settings.anchorSats,
    feeSats,
  });
}

/** How many anchors these coins can make and still pay the fee and a change output. */
function affordable(held: number, inputs: number, wanted: number, anchorSats: number, rate: number): number {
  let count = wanted;
  while (count > 0 && held < count * anchorSats + fanOutFee(inputs, count + 1, rate) + anchorSats) count -= 1;
  return count;
}
