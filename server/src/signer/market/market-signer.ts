import { xOnlyKey } from '@ordbook/protocol/bitcoin/keys';
import { verifying } from '@ordbook/protocol/bitcoin/signatures';
import { complete, placed } from '@ordbook/protocol/bitcoin/witness';
import { counterLayout, counterRecoveryLayout } from '@ordbook/protocol/counter/counter';
import type { Layout } from '@ordbook/protocol/layout/layout';
import type { ListingTerms } from '@ordbook/protocol/layout/terms';
import { bumpLayout } from '@ordbook/protocol/listing/bump';
import { transferFee, transferLayout } from '@ordbook/protocol/listing/listing';
import { signedRecovery } from '@ordbook/protocol/listing/recovery';
import { takeBackLayout } from '@ordbook/protocol/listing/take-back';
import { payerOf } from '@ordbook/protocol/locks/payer';
import type { NetworkName } from '@ordbook/protocol/network';
import { fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { inSlices } from '../../base/in-slices.ts';
import type { SaleRequest, SignedSale, Signer } from '../port.ts';
import { requireOnlyFees, requireProceeds, requireReturn } from '../signing/judged.ts';
import { keyring, type OperatorSecrets } from '../signing/keys.ts';
import { signInputs, signingInputs } from '../signing/signatures.ts';
import { withSignerRefusals } from '../signing/signer-refusals.ts';
import { checkSignableCounter, checkSignableCounterRecovery } from './counter-rules.ts';
import { checkSignableRecovery, checkSignableTakeBack } from './return-rules.ts';
import { checkSignableFanOut, checkSignableSale, type PackageSigningSettings } from './sale-rules.ts';

export interface MarketSignerOptions extends OperatorSecrets {
  readonly network: NetworkName;
  /** Address that receives marketplace fees; the signer signs no sale that pays them elsewhere. */
  readonly feeAddress: string;
  /** Other addresses that sales may pay. Default: any address. */
  readonly payoutAddresses?: PackageSigningSettings['payoutAddresses'];
  /** Highest fee rate that is signed, sat/vB. Default 500. */
  readonly maxFeeRate?: number;
  /** Fee rates of transfers, sat/vB, as in `PackageSigningSettings`. Default 1. */
  readonly transferFeeRates?: readonly number[];
  /** Least that the operator gets of a sale, as in `PackageSigningSettings`. Default 0. */
  readonly leastFeeBps?: number;
}

const DEFAULT_MAX_FEE_RATE = 500;
const DEFAULT_TRANSFER_FEE_RATES = [1];

/**
 * The market signer in this process: holds the keys, checks requests, signs. Throws an Error when a key is
 * invalid.
 */
export function marketSigner(options: MarketSignerOptions): Signer {
  const { network, feeAddress, payoutAddresses, leastFeeBps = 0 } = options;
  const { maxFeeRate = DEFAULT_MAX_FEE_RATE, transferFeeRates = DEFAULT_TRANSFER_FEE_RATES } = options;
  const { publicKeys: keys, ...secrets } = keyring(options, network);
  const settings: PackageSigningSettings = {
    network,
    feeAddress,
    payoutAddresses,
    maxFeeRate,
    transferFeeRates,
    leastFeeBps,
  };

  const mostTransferFee = transferFee(Math.max(...transferFeeRates));

  const operator = (table: Layout) => signInputs(table, 'operator', secrets.anchor);
  const market = (table: Layout) => signInputs(table, 'market', secrets.market);

  /** Up to 20 listings and 500 payments: others are served at its pauses. */
  function* signingSale(request: SaleRequest): Generator<undefined, SignedSale> {
    yield;
    const { terms, transferSignatures, sellerSignatures, buyerSignatures } = request;
    requirePoints(terms.listings);
    payerOf(terms.payer.address, terms.payer.publicKey, network);
    const transfers = terms.listings.map((listing) => transferLayout(listing, keys));
    const table = saleLayout(terms, keys, network);
    yield;
    const seller = placed(table, 'seller', sellerSignatures);
    const sent = transfers.map((transfer, i) =>
      placed(transfer, 'seller', transferSignatures.slice(i, i + 1)),
    );
    yield* verifying(table, 'buyer', buyerSignatures);
    yield* verifying(table, 'seller', seller);
    for (const [i, transfer] of transfers.entries()) yield* verifying(transfer, 'seller', sent[i]!);
    checkSignableSale({ request, transfers, table, keys, settings });
    yield;
    requireOnlyFees([...transfers, table], keys, transfers.length * mostTransferFee);
    yield;
    requireProceeds(table, terms.listings, keys, network);
    yield;
    const sale = {
      seller,
      market: yield* signingInputs(table, 'market', secrets.market),
      operator: yield* signingInputs(table, 'operator', secrets.anchor),
      buyer: buyerSignatures,
    };
    yield;
    const completed: string[] = [];
    for (const [i, transfer] of transfers.entries()) {
      const own = yield* signingInputs(transfer, 'operator', secrets.anchor);
      completed.push(complete(transfer, { seller: sent[i]!, operator: own }).hex);
    }
    yield;
    return { transfers: completed, sale: complete(table, sale).hex };
  }

  return {
    publicKeys: async () => keys,

    signSale: (request) => withSignerRefusals(() => inSlices(signingSale(request))),

    signRecovery: (request) =>
      withSignerRefusals(() => {
        const items = request.items.map(({ terms }) => terms);
        requirePoints(items);
        const transfers = items.map((terms) => transferLayout(terms, keys));
        const table = signedRecovery(request.items, keys);
        const bump = request.bump && bumpLayout(table, keys, request.bump);
        checkSignableRecovery({ request, transfers, table, bump, keys, settings });
        requireOnlyFees(bump ? [table, bump] : [table], keys);
        requireReturn(table, items, keys);
        const sellerSignatures = request.items.map(({ sellerSignature }) => sellerSignature);
        const recovery = complete(table, {
          seller: placed(table, 'seller', sellerSignatures),
          market: market(table),
          operator: operator(table),
        });
        return { ...recovery, bump: bump && complete(bump, { operator: operator(bump) }) };
      }),

    signTakeBack: (request) =>
      withSignerRefusals(() => {
        const { terms, sellerSignature } = request;
        requirePoints([terms]);
        const transfers = [transferLayout(terms, keys)];
        const table = takeBackLayout(terms, keys);
        const bump = request.bump && bumpLayout(table, keys, request.bump);
        checkSignableTakeBack({ request, transfers, table, bump, keys, settings });
        requireOnlyFees(bump ? [table, bump] : [table], keys);
        const taken = complete(table, {
          seller: placed(table, 'seller', [sellerSignature]),
          operator: operator(table),
        });
        return { ...taken, bump: bump && complete(bump, { operator: operator(bump) }) };
      }),

    signCounter: (request) =>
      withSignerRefusals(() => {
        const { terms, funding, transferSignature, sellerSignature, buyerSignatures } = request;
        requirePoints([terms.transfer]);
        payerOf(funding.payer.address, funding.payer.publicKey, network);
        const transfer = transferLayout(terms.transfer, keys);
        const table = counterLayout(terms, keys, network, funding);
        checkSignableCounter({ request, transfer, table, keys, settings });
        requireOnlyFees([transfer], keys, mostTransferFee);
        requireProceeds(table, [terms.transfer], keys, network);
        const settlement = complete(table, {
          seller: placed(table, 'seller', [sellerSignature]),
          market: market(table),
          buyer: buyerSignatures,
        });
        const completed = complete(transfer, {
          seller: placed(transfer, 'seller', [transferSignature]),
          operator: operator(transfer),
        });
        return { transfer: completed.hex, settlement: settlement.hex };
      }),

    signCounterRecovery: (request) =>
      withSignerRefusals(() => {
        const { terms, sellerSignature, feeCoins } = request;
        requirePoints([terms.transfer]);
        const table = counterRecoveryLayout(terms, keys, feeCoins);
        checkSignableCounterRecovery({ request, table, keys, settings });
        requireOnlyFees([table], keys);
        requireReturn(table, [terms.transfer], keys);
        return complete(table, {
          seller: placed(table, 'seller', [sellerSignature]),
          market: market(table),
          operator: operator(table),
        });
      }),

    signAnchorFanOut: (request) =>
      withSignerRefusals(() => {
        const table = fanOutLayout(request, keys);
        checkSignableFanOut({ table, keys, settings });
        requireOnlyFees([table], keys);
        return complete(table, { operator: operator(table) });
      }),
  };
}

/** Throws a Refusal for a key that is not a point, before any curve arithmetic. */
function requirePoints(listings: readonly ListingTerms[]): void {
  for (const { sellerKey } of listings) xOnlyKey(sellerKey);
}
