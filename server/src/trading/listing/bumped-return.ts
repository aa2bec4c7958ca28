/** What recoveries and take-backs share: how their fee is paid, how they are stored and how they are sent. */

import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import type { Layout } from '@ordbook/protocol/layout/layout';
import { type Bump, bumpFee } from '@ordbook/protocol/listing/bump';
import { anchorChangeOf } from '@ordbook/protocol/listing/listing';
import type { BumpedTransaction } from '../../signer/port.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { type Listing, setRecovery } from '../../store/listing/listings.ts';
import {
  type Anchor,
  assignAnchors,
  assignCoins,
  smallestOperatorCoin,
} from '../../store/operator-coins/anchors.ts';
import type { Database } from '../../store/port.ts';
import type { TradingContext } from '../context.ts';
import { quotedFeeRate } from '../settlement/package-fee-rate.ts';
import { termsOf } from './list.ts';

/** A bump, and the stored coin that pays for it. */
export interface ChosenBump {
  readonly bump: Bump;
  readonly coin: Anchor;
}

/**
 * The operator coin and the fee that raise a return to the current fee rate. null: it already pays that rate,
 * or no coin can raise it. Refuses 503 while the mempool's minimum is above the highest rate.
 */
export async function bumpFor(ctx: TradingContext, table: Layout): Promise<ChosenBump | null> {
  const { rate } = await quotedFeeRate(ctx);
  const feeSats = bumpFee(table, rate);
  if (feeSats <= 0) return null;
  const stored = await smallestOperatorCoin(ctx.db, {
    exceptValueSats: ctx.settings.anchorSats,
    atLeastSats: feeSats + dustLimit(operatorScript(ctx.keys)),
  });
  if (stored) {
    const { txid, vout, valueSats } = stored;
    return { bump: { coin: { txid, vout, valueSats }, feeSats }, coin: stored };
  }
  ctx.log.warn(
    { feeSats, rate },
    `no operator coin can raise the fee of a ${table.name}; fund the anchor address`,
  );
  return null;
}

/** A coin of a return is missing or already spent, or a listing already has a return. Nothing is stored. */
class NotStored extends Error {}

/**
 * Assigns the anchor changes and the bump's coin to a return of these listings and stores it, in one
 * transaction with `beside`. Returns false and stores nothing when a coin is missing or already spent, or a
 * listing already has a return.
 */
export async function storeReturn(
  ctx: Pick<TradingContext, 'db' | 'keys'>,
  listings: readonly Listing[],
  { recovery, chosen }: { readonly recovery: BumpedTransaction; readonly chosen: ChosenBump | null },
  beside: (db: Database) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const changes = listings.map((listing) => anchorChangeOf(termsOf(listing), ctx.keys));
  const stored = { txid: recovery.txid, hex: recovery.hex, bumpHex: recovery.bump?.hex ?? null };
  const ids = listings.map(({ id }) => id);
  try {
    await inTransaction(ctx.db, async (db) => {
      await beside(db);
      const isOurs =
        (await assignCoins(db, changes)) &&
        (chosen === null || (await assignAnchors(db, [chosen.coin]))) &&
        (await setRecovery(db, ids, stored));
      if (!isOurs) throw new NotStored();
    });
    return true;
  } catch (error) {
    if (error instanceof NotStored) return false;
    throw error;
  }
}

/** Sends a stored return. Retry-safe. The next poll deals with whatever the node responds. */
export async function sendReturn(ctx: TradingContext, hex: string, bumpHex: string | null): Promise<void> {
  if (bumpHex === null) await ctx.chain.broadcast(hex);
  else await ctx.chain.submitPackage([hex, bumpHex]);
}
