/**
 * What a seller's wallet verifies before it signs a listing. Pure: depends only on the response of the
 * service and what the seller wants.
 *
 * - Step 0 moves our inscription's output, whole, into a passthrough that our key alone can spend.
 * - Step 1 sells that passthrough for at least the price less fees, paid to our payment address at the same
 *   index.
 * - The recovery, signed over everything, returns each passthrough whole to our ordinals address, and spends
 *   nothing else but the transfers' anchor changes.
 */

import type { Layout } from '@ordbook/protocol/layout/layout';
import type { ListingTerms as BuiltTerms, SeenOperator } from '@ordbook/protocol/layout/terms';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { hex } from '@scure/base';
import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Answer } from '../operation.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import { checkAmount, checkPostage, type Limits, largestFee } from '../signing/limits.ts';
import { checkOwnCoin, type Location } from '../signing/location.ts';
import { coinOf, type Psbt, type PsbtInput, readPsbt } from '../signing/psbt.ts';
import { type BuiltStep, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
import { outputFilledBy } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';
import { checkPassthrough } from './check-passthrough.ts';

export type ListingPreflight = Answer<'/collection/{slug}/listings/preflight'>;

export interface ItemToList {
  readonly inscriptionId: string;
  readonly priceSats: number;
  /** Where the inscription is. Default: from the session's source; without one the service is trusted. */
  readonly location?: Location;
  /** Ids of further inscriptions on its output, which are sold with it. */
  readonly soldWith?: readonly string[];
}

export interface ListingTerms extends Limits {
  readonly wallet: WalletIdentity;
  readonly items: readonly ItemToList[];
  /** x-only hex. If given, the passthroughs must use this market key. */
  readonly marketPublicKey?: string;
}

/** What one listing does, as verified. Amounts in sats. */
export interface CheckedListing {
  readonly inscriptionId: string;
  readonly priceSats: number;
  /** What the sale pays us, including the inscription's own value, which goes to the buyer. */
  readonly proceedsSats: number;
  readonly utxoValueSats: number;
  readonly marketPublicKey: string;
  /** What to sign, built here: step 0 the transfer, step 1 the leg of the sale. */
  readonly steps: readonly [BuiltStep, BuiltStep];
}

export interface CheckedBatch {
  readonly listings: readonly CheckedListing[];
  /** What to sign, built here. */
  readonly recovery: BuiltStep;
  readonly operator: SeenOperator;
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkListing(preflight: ListingPreflight, terms: ListingTerms): CheckedBatch {
  const { items } = terms;
  for (const { inscriptionId, priceSats } of items) checkAmount(`the price of ${inscriptionId}`, priceSats);
  demand(preflight.listings.length === items.length, () => {
    return `the service built ${preflight.listings.length} listings for ${items.length} items`;
  });
  const transfers = preflight.listings.map((listing, index) => checkTransfer(listing, items[index]!, terms));
  const coins = transfers.map(({ inputs: [coin] }) => `${coin!.txid}:${coin!.vout}`);
  const twice = coins.find((coin, index) => coins.indexOf(coin) !== index);
  demand(twice === undefined, () => `the service lists the coin ${twice} for two items`);
  const checked = preflight.listings.map((listing, index) =>
    checkSellerLeg(listing, items[index]!, transfers[index]!, terms),
  );
  checkRecovery(preflight.recoveryPsbt, transfers, terms);
  return rebuild('the listing', () => rebuiltBatch(preflight, checked, transfers, terms));
}

/** The whole batch from our side, with the coins and fees that the service chose for the operator's. */
function rebuiltBatch(
  preflight: ListingPreflight,
  checked: readonly Omit<CheckedListing, 'steps'>[],
  transfers: readonly Psbt[],
  { items, wallet }: ListingTerms,
): CheckedBatch {
  const operator = {
    market: checked[0]!.marketPublicKey,
    operatorScript: hex.encode(transfers[0]!.outputs[1]!.script),
  };
  const built = checked.map(({ inscriptionId, proceedsSats }, index): BuiltTerms => {
    const [utxo, anchor] = transfers[index]!.inputs as [PsbtInput, PsbtInput];
    const offset = items[index]!.location?.offset ?? 0;
    return {
      utxo: coinOf(utxo),
      inscriptions: [{ id: inscriptionId, offset }],
      sellerKey: xOnly(wallet.ordinalsPublicKey),
      sellerPaymentAddress: wallet.paymentAddress,
      sellerProceedsSats: proceedsSats,
      anchor: coinOf(anchor),
      transferFeeSats: anchor.valueSats - transfers[index]!.outputs[1]!.valueSats,
    };
  });
  const signing = { party: 'seller', address: wallet.ordinalsAddress } as const;
  const listings = checked.map((listing, index) => {
    const own = built[index]!;
    const step = (stepIndex: 0 | 1, what: string, table: Layout) =>
      rebuiltStep(stepOf(preflight.listings[index]!, stepIndex), { ...signing, what, table, stepIndex });
    const { inscriptionId } = listing;
    const leg = sellerLegLayout(own, operator, wallet.network);
    return {
      ...listing,
      steps: [
        step(0, `the transfer of ${inscriptionId}`, transferLayout(own, operator)),
        step(1, `the sale of ${inscriptionId}`, leg),
      ] as const,
    };
  });
  const table = recoveryLayout(built, operator);
  const recovery = rebuiltStep(preflight.recoveryPsbt, {
    ...signing,
    what: 'the recovery',
    table,
    stepIndex: 0,
  });
  return { listings, recovery, operator };
}

type BuiltListing = ListingPreflight['listings'][number];

/** The x-only form of a public key. */
function xOnly(publicKey: string): string {
  return publicKey.slice(-64);
}

function stepOf(listing: BuiltListing, stepIndex: number) {
  const step = listing.psbts.find((psbt) => psbt.stepIndex === stepIndex);
  demand(step !== undefined, () => `the listing of ${listing.inscriptionId} has no step ${stepIndex}`);
  return step;
}

function checkTransfer(listing: BuiltListing, item: ItemToList, { wallet, ...limits }: ListingTerms): Psbt {
  const what = `the transfer of ${item.inscriptionId}`;
  demand(listing.inscriptionId === item.inscriptionId && listing.psbts.length === 2, () => {
    return `the service built a listing of ${listing.inscriptionId} with ${listing.psbts.length} steps for ${item.inscriptionId}`;
  });
  const step = stepOf(listing, 0);
  const psbt = readPsbt(step.psbtBase64);
  checkAsked(what, step, {
    address: wallet.ordinalsAddress,
    indexes: [0],
    sigHashes: [0, null],
    leafKey: null,
  });
  const input = checkOwnCoin(what, psbt, scriptOf(wallet.ordinalsAddress, wallet.network), item.location);
  demand(psbt.inputs.length === 2 && psbt.outputs.length === 2, () => {
    return `${what} has ${psbt.inputs.length} inputs and ${psbt.outputs.length} outputs, not two of each`;
  });
  checkPostage(what, input.valueSats, limits);
  demand(outputFilledBy(psbt, 0) === 0, () => {
    return `${what} spends ${input.valueSats} sats but puts ${psbt.outputs[0]?.valueSats} into the passthrough`;
  });
  return psbt;
}

function checkSellerLeg(
  listing: BuiltListing,
  item: ItemToList,
  transfer: Psbt,
  { wallet, feeLimit, marketPublicKey }: ListingTerms,
): Omit<CheckedListing, 'steps'> {
  const what = `the sale of ${item.inscriptionId}`;
  const step = stepOf(listing, 1);
  const psbt = readPsbt(step.psbtBase64);
  const keys = { seller: wallet.ordinalsPublicKey, market: marketPublicKey };
  const marketKey = checkPassthrough(what, psbt.inputs[0], transfer, keys);
  checkAsked(what, step, {
    address: wallet.ordinalsAddress,
    indexes: [0],
    sigHashes: [0x83],
    leafKey: xOnly(wallet.ordinalsPublicKey),
  });
  const [output] = psbt.outputs;
  const utxoValueSats = transfer.inputs[0]!.valueSats;
  demand(output !== undefined, () => `${what} has no output at the index of its input`);
  demand(equalBytes(output.script, scriptOf(wallet.paymentAddress, wallet.network)), () => {
    return `${what} pays ${hex.encode(output.script)}, not ${wallet.paymentAddress}`;
  });
  const least = item.priceSats - largestFee(item.priceSats, feeLimit) + utxoValueSats;
  demand(output.valueSats >= least, () => {
    return `${what} pays ${output.valueSats} sats; at a price of ${item.priceSats}, at least ${least} are due`;
  });
  const { inscriptionId, priceSats } = item;
  return {
    inscriptionId,
    priceSats,
    proceedsSats: output.valueSats,
    utxoValueSats,
    marketPublicKey: marketKey,
  };
}

function checkRecovery(
  step: ListingPreflight['recoveryPsbt'],
  transfers: readonly Psbt[],
  { wallet, marketPublicKey }: ListingTerms,
): void {
  const psbt = readPsbt(step.psbtBase64);
  const own = scriptOf(wallet.ordinalsAddress, wallet.network);
  const keys = { seller: wallet.ordinalsPublicKey, market: marketPublicKey };
  demand(psbt.inputs.length === 2 * transfers.length, () => {
    return `the recovery spends ${psbt.inputs.length} coins for ${transfers.length} items`;
  });
  checkAsked('the recovery', step, {
    address: wallet.ordinalsAddress,
    indexes: transfers.map((_, index) => index),
    sigHashes: [1],
    leafKey: xOnly(wallet.ordinalsPublicKey),
  });
  for (const [index, transfer] of transfers.entries()) {
    const what = `the recovery of item ${index}`;
    checkPassthrough(what, psbt.inputs[index], transfer, keys);
    const back = psbt.outputs[index];
    demand(back !== undefined && equalBytes(back.script, own), () => {
      return `${what} pays ${back && hex.encode(back.script)}, not ${wallet.ordinalsAddress}`;
    });
    demand(back.valueSats === transfer.outputs[0]!.valueSats, () => {
      return `${what} returns ${back.valueSats} of ${transfer.outputs[0]!.valueSats} sats`;
    });
    checkAnchorChange(what, psbt.inputs[transfers.length + index]!, transfer);
  }
  const rest = psbt.outputs.slice(transfers.length);
  const operator = transfers[0]!.outputs[1]!.script;
  demand(rest.length === 1 && equalBytes(rest[0]!.script, operator), () => {
    return `the recovery has ${rest.length} outputs after the inscriptions, not one to the operator`;
  });
}

/** Throws `UnsafePsbt` unless the input spends the transfer's anchor change. */
function checkAnchorChange(what: string, input: PsbtInput, transfer: Psbt): void {
  const change = transfer.outputs[1];
  demand(
    input.txid === transfer.txid &&
      input.vout === 1 &&
      change !== undefined &&
      input.valueSats === change.valueSats &&
      equalBytes(input.script, change.script),
    () => `${what} is paid by ${input.txid}:${input.vout}, not by the anchor of its transfer`,
  );
}
