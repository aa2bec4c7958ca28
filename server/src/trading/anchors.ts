/**
 * The anchor pool: small coins of the operator that pay the transfers' fees and let the operator replace them.
 *
 *   coins at the anchor address ──► confirmed by the follower ──► of the anchor value: free, reserved, assigned, spent
 *                                                             └─► of another value, or retired: split into new anchors
 *
 * A split is stored with its coins before it is sent; a coin that carries one is sent again until a block has it.
 */
import { randomUUID } from 'node:crypto';
import type { Outpoint, Utxo } from '../base/outpoint.ts';
import { refuse } from '../base/refusals.ts';
import { sumSats } from '../base/sats.ts';
import { anchorAddress } from '../protocol/keys.ts';
import { splitFee } from '../protocol/weights.ts';
import {
  type Anchor,
  addCoins,
  assignForSplit,
  readyAnchors,
  reserveAnchors,
  splittableCoins,
  unfinishedSplits,
} from '../store/anchors.ts';
import type { Caller, TradingContext } from './context.ts';
import { packageFeeRate } from './fee-rate.ts';

/** Outputs of one split: keeps it far below the standard size. */
const MAX_SPLIT_OUTPUTS = 100;
const MAX_SPLIT_INPUTS = 50;

/** Holds `count` free anchors for a profile; the reservation lapses by itself. null: there are fewer. */
export async function anchorsFor(
  ctx: TradingContext,
  profileId: string,
  count: number,
): Promise<Anchor[] | null> {
  const now = ctx.clock.now();
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

/** Registers the coins that the anchor address held before this service followed the chain. Once, at first start. */
export async function adoptOperatorCoins(ctx: TradingContext): Promise<void> {
  const { coins } = await ctx.chain.addressCoins(anchorAddress(ctx.keys, ctx.settings.network));
  await registerOperatorCoins(ctx, coins);
}

/** Stores confirmed coins of the anchor key; one that holds an inscription or a rune is never used. Safe to repeat. */
export async function registerOperatorCoins(
  ctx: TradingContext,
  coins: readonly (Utxo & { readonly height: number })[],
): Promise<void> {
  if (coins.length === 0) return;
  const outputs = await ctx.ordinals.outputs(coins);
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
 * Keeps the pool at its target: sends unfinished splits again, then splits retired anchors, always, and with them larger coins when fewer
 * than three quarters of the target are ready. Runs at every look of the follower; safe to repeat.
 */
export async function keepAnchors(ctx: TradingContext): Promise<void> {
  for (const hex of await unfinishedSplits(ctx.db)) {
    const verdict = await ctx.chain.broadcast(hex);
    if (!verdict.accepted)
      ctx.log.warn({ txid: verdict.txid, reason: verdict.reason }, 'anchor split not accepted');
  }
  const { anchorSats, anchorPoolTarget } = ctx.settings;
  const ready = await readyAnchors(ctx.db, anchorSats, ctx.clock.now());
  const coins = await splittableCoins(ctx.db, anchorSats, MAX_SPLIT_INPUTS);
  const hasRetired = coins.some((coin) => coin.state === 'retired');
  if (coins.length === 0 || (ready >= anchorPoolTarget * 0.75 && !hasRetired)) return;

  const { rate } = await packageFeeRate(ctx);
  const held = sumSats(coins.map((coin) => coin.valueSats));
  const wanted = Math.min(MAX_SPLIT_OUTPUTS, Math.max(0, anchorPoolTarget - ready));
  const count = affordable(held, coins.length, wanted, anchorSats, rate);
  const feeSats = splitFee(coins.length, count + 1, rate);
  if (held <= feeSats + count * anchorSats) return;
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

/** How many anchors these coins can make and still pay the fee and a change output. */
function affordable(held: number, inputs: number, wanted: number, anchorSats: number, rate: number): number {
  let count = wanted;
  while (count > 0 && held < count * anchorSats + splitFee(inputs, count + 1, rate) + anchorSats) count -= 1;
  return count;
}
