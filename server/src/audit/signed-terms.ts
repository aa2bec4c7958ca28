/** Whether what is stored of an open listing or offer is what its maker signed. */
import { signatureFault, verifying } from '@ordbook/protocol/bitcoin/signatures';
import { type Funding, fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import type { CollectionOfferTerms } from '@ordbook/protocol/collection-offer/offer';
import { counterTables } from '@ordbook/protocol/counter/counter';
import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import { type Layout, layoutTxid } from '@ordbook/protocol/layout/layout';
import type { InputSignature, ListingTerms, OperatorKeys } from '@ordbook/protocol/layout/terms';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { signedRecovery } from '@ordbook/protocol/listing/recovery';
import type { Party } from '@ordbook/protocol/locks/spending';
import type { NetworkName } from '@ordbook/protocol/network';
import { settlementLayout } from '@ordbook/protocol/offer/offer';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import type { OfferSignatures, StoredPsbtTerms } from '../store/offer/schema.ts';

export interface Market {
  readonly keys: OperatorKeys;
  readonly network: NetworkName;
}

/** The first thing that differs, as a sentence; null: all agrees. Yields now and then, for `inSlices`. */
type Verifying = Generator<undefined, string | null>;

export interface SignedListing {
  readonly terms: ListingTerms;
  readonly transferTxid: string;
  readonly transferSignature: string;
  readonly saleSignature: string;
  readonly recoverySignature: string;
  /** Everything that was listed in the same call, in its order. */
  readonly batch: Parameters<typeof signedRecovery>[0];
  readonly batchPosition: number;
}

/** Transfer, sale, and the recovery of everything that was listed together. */
export function* listingFault(listing: SignedListing, { keys, network }: Market): Verifying {
  const { terms, transferTxid, transferSignature, saleSignature } = listing;
  try {
    const transfer = transferLayout(terms, keys);
    if (layoutTxid(transfer) !== transferTxid) return `its transfer is not ${transferTxid}`;
    return (
      (yield* partyFault(transfer, 'seller', transferSignature)) ??
      (yield* partyFault(sellerLegLayout(terms, keys, network), 'seller', saleSignature)) ??
      recoveryFault(listing, keys)
    );
  } catch (error) {
    return unbuildable(error);
  }
}

/** The seller signs an input for each listing, in their order. Only the first says which recovery it is. */
function recoveryFault(
  { batch, batchPosition: position, recoverySignature: signature }: SignedListing,
  keys: OperatorKeys,
): string | null {
  if (batch[0]?.sellerSignature === '') return null;
  const table = signedRecovery(batch, keys);
  const signed = [...table.inputs.keys()].filter((i) => table.inputs[i]!.signs.seller !== undefined);
  const inputIndex = signed[position];
  if (inputIndex === undefined)
    return `it is number ${position} of ${signed.length} that were listed together`;
  return signatureFault(table, inputIndex, 'seller', signature);
}

/** An inscription offer or a counter, by its maker. */
export function* offerFault(
  terms: OfferTerms | CounterTerms | StoredPsbtTerms,
  { settlement, transfer, recovery }: OfferSignatures,
  firstTxid: string,
  { keys, network }: Market,
): Verifying {
  try {
    const isCounter = 'transfer' in terms;
    const tables = isCounter ? counterTables(terms, keys, network) : [settlementLayout(terms, network)];
    if (layoutTxid(tables[0]!) !== firstTxid) return `its first transaction is not ${firstTxid}`;
    if (!isCounter) return yield* signedFault(tables[0]!, 'buyer', settlement);
    return (
      (yield* partyFault(tables[0]!, 'seller', transfer ?? '')) ??
      (yield* signedFault(tables[1]!, 'seller', settlement)) ??
      (yield* partyFault(tables[2]!, 'seller', recovery ?? ''))
    );
  } catch (error) {
    return unbuildable(error);
  }
}

/** A collection offer, by its maker. */
export function* collectionOfferFault(
  terms: CollectionOfferTerms,
  funding: Funding,
  signatures: readonly InputSignature[],
  fundingTxid: string,
): Verifying {
  try {
    const parent = fundingParentLayout(terms, funding);
    if (layoutTxid(parent) !== fundingTxid) return `its funding parent is not ${fundingTxid}`;
    return yield* signedFault(parent, 'buyer', signatures);
  } catch (error) {
    return unbuildable(error);
  }
}

/** `signature`: on the one input that the party signs. */
function* partyFault(table: Layout, party: Party, signature: string): Verifying {
  const inputIndex = table.inputs.findIndex(({ signs }) => signs[party] !== undefined);
  return yield* signedFault(table, party, [{ inputIndex, signature }]);
}

function* signedFault(table: Layout, party: Party, signatures: readonly InputSignature[]): Verifying {
  const wanted = table.inputs.filter(({ signs }) => signs[party] !== undefined).length;
  if (signatures.length !== wanted) return `it has ${signatures.length} signatures for ${wanted} inputs`;
  yield* verifying(table, party, signatures);
  for (const { inputIndex, signature } of signatures) {
    const fault = signatureFault(table, inputIndex, party, signature);
    if (fault !== null) return fault;
  }
  return null;
}

/** Terms that nobody can have signed: no transaction follows from them. */
const unbuildable = (error: unknown) => `no transaction follows from it: ${(error as Error).message}`;
