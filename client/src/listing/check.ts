/**
 * What a seller's wallet verifies before it signs a listing. Pure: depends only on the response of the
 * service and what the seller wants.
 *
 * From the PSBTs come the operator's coins, its script, the market's key and the proceeds. With them and our
 * own terms, transfers, sales and recovery are built here, and must be what the service asks for.
 */

import type { ListingTerms as BuiltTerms, SeenOperator } from '@ordbook/protocol/layout/terms';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { outpointText } from '@ordbook/protocol/outpoint';
import type { Answer } from '../operation.ts';
import { checkAmount, type Limits, largestFee } from '../signing/limits.ts';
import type { Location } from '../signing/location.ts';
import { readPsbt } from '../signing/psbt.ts';
import { type BuiltStep, outputSeen, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import type { WalletIdentity } from '../wallet/wallet.ts';
import { marketKeySeen } from './market-key.ts';
import { ownTransferSeen } from './own-transfer.ts';

/** What the service wants signed for a batch of listings. */
export type ListingPreflight = Answer<'/collection/{slug}/listings/preflight'>;

/** An inscription, and what it is to cost. */
export interface ItemToList {
  readonly inscriptionId: string;
  readonly priceSats: number;
  /** Where the inscription is. Default: from the session's source; without one the service is trusted. */
  readonly location?: Location;
  /** Ids of further inscriptions on its output, which are sold with it. */
  readonly soldWith?: readonly string[];
}

/** What a preflight of listings is compared with. */
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
  /** Sats under the inscription. */
  readonly utxoValueSats: number;
  /** The market's key in the passthrough. Keep it: `takePassthroughBack` needs it. */
  readonly marketPublicKey: string;
  /** What to sign, built here: step 0 the transfer, step 1 the leg of the sale. */
  readonly steps: readonly [BuiltStep, BuiltStep];
}

/** What a batch of listings does, as verified. */
export interface CheckedBatch {
  /** One per item, in the order of the request. */
  readonly listings: readonly CheckedListing[];
  /** What to sign, built here. */
  readonly recovery: BuiltStep;
  /** Keys and script of the operator, as the transactions have them. */
  readonly operator: SeenOperator;
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkListing(preflight: ListingPreflight, terms: ListingTerms): CheckedBatch {
  const { items, wallet } = terms;
  for (const { inscriptionId, priceSats } of items) checkAmount(`the price of ${inscriptionId}`, priceSats);
  demand(preflight.listings.length === items.length, () => {
    return `the service built ${preflight.listings.length} listings for ${items.length} items`;
  });
  const seen = preflight.listings.map((listing, index) => seenListing(listing, items[index]!, terms));
  const coins = seen.map(({ built }) => outpointText(built.utxo));
  const twice = coins.find((coin, index) => coins.indexOf(coin) !== index);
  demand(twice === undefined, () => `the service lists the coin ${twice} for two items`);
  return rebuild('the listing', () => {
    const { operator } = seen[0]!;
    const signing = { party: 'seller', wallet } as const;
    const listings = seen.map(({ built, steps: [transfer, sale] }, index): CheckedListing => {
      const { inscriptionId, priceSats } = items[index]!;
      const table = transferLayout(built, operator);
      const leg = sellerLegLayout(built, operator, wallet.network);
      return {
        inscriptionId,
        priceSats,
        proceedsSats: built.sellerProceedsSats,
        utxoValueSats: built.utxo.valueSats,
        marketPublicKey: operator.market,
        steps: [
          rebuiltStep(transfer, {
            ...signing,
            what: `the transfer of ${inscriptionId}`,
            table,
            stepIndex: 0,
          }),
          rebuiltStep(sale, { ...signing, what: `the sale of ${inscriptionId}`, table: leg, stepIndex: 1 }),
        ],
      };
    });
    const table = recoveryLayout(
      seen.map(({ built }) => built),
      operator,
    );
    const what = 'the recovery';
    return {
      listings,
      recovery: rebuiltStep(preflight.recoveryPsbt, { ...signing, what, table, stepIndex: 0 }),
      operator,
    };
  });
}

type BuiltListing = ListingPreflight['listings'][number];

function stepOf(listing: BuiltListing, stepIndex: number) {
  const step = listing.psbts.find((psbt) => psbt.stepIndex === stepIndex);
  demand(step !== undefined, () => `the listing of ${listing.inscriptionId} has no step ${stepIndex}`);
  return step;
}

interface SeenListing {
  readonly built: BuiltTerms;
  readonly operator: SeenOperator;
  readonly steps: readonly [BuiltListing['psbts'][number], BuiltListing['psbts'][number]];
}

/** A listing from our side, with the coins, the fee and the proceeds that the service chose. */
function seenListing(
  listing: BuiltListing,
  { inscriptionId, priceSats, location }: ItemToList,
  { wallet, feeLimit, marketPublicKey, ...limits }: ListingTerms,
): SeenListing {
  demand(listing.inscriptionId === inscriptionId && listing.psbts.length === 2, () => {
    return `the service built a listing of ${listing.inscriptionId} with ${listing.psbts.length} steps for ${inscriptionId}`;
  });
  const steps = [stepOf(listing, 0), stepOf(listing, 1)] as const;
  const [what, sale] = [`the transfer of ${inscriptionId}`, `the sale of ${inscriptionId}`];
  const [transfer, leg] = [readPsbt(steps[0].psbtBase64), readPsbt(steps[1].psbtBase64)];
  const own = ownTransferSeen(what, transfer, { wallet, inscriptionId, location, ...limits });
  const { valueSats: proceedsSats } = outputSeen(sale, leg, 0);
  const least = priceSats - largestFee(priceSats, feeLimit) + own.terms.utxo.valueSats;
  demand(proceedsSats >= least, () => {
    return `${sale} pays ${proceedsSats} sats; at a price of ${priceSats}, at least ${least} are due`;
  });
  return {
    steps,
    operator: {
      market: marketKeySeen(sale, leg, marketPublicKey),
      operatorScript: own.operatorScript,
    },
    built: { ...own.terms, sellerProceedsSats: proceedsSats },
  };
}
