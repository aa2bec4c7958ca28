import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import { ADMISSION_SATS, tierOf } from '@ordbook/protocol/collection-offer/admission';
import {
  type FillPayout,
  type FillTerms,
  fillLayout,
  mostFillFee,
  packageFee,
} from '@ordbook/protocol/fill/fill';
import { fillFee } from '@ordbook/protocol/layout/fees';
import { networkFee } from '@ordbook/protocol/layout/layout';
import type { NetworkName } from '@ordbook/protocol/network';
import { outpointText } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { type Sats, shareOf } from '@ordbook/protocol/sats';
import { requireInSync } from '../../ordinals/in-sync.ts';
import type { CollectionOffer } from '../../store/collection-offer/collection-offers.ts';
import type { Admission } from '../../store/operator-coins/admissions.ts';
import type { Binding } from '../account/wallet-binding.ts';
import { committedSet, offerParts } from '../collection-offer/eligible-set.ts';
import { canStillBeFilled } from '../collection-offer/open-offer.ts';
import type { TradingContext } from '../context.ts';
import {
  feesOf,
  requireTradableTogether,
  sellableOutput,
  tradableCollection,
} from '../settlement/tradable-output.ts';

/** What a seller brings to a fill, as read from the index and the node, and checked. */
export type Brought = Pick<FillTerms, 'utxo' | 'inscription' | 'sellerKey' | 'sellerPaymentAddress'>;

/** A fill's terms and every figure of it. All sats. */
export interface FillPlan {
  readonly terms: FillTerms;
  readonly marketplaceFeeSats: Sats;
  readonly creatorRoyaltySats: Sats;
  /** The price less fee and royalty. The seller's output pays this less the network fee. */
  readonly sellerReceiveSats: Sats;
  readonly estimatedNetworkFeeSats: Sats;
}

/**
 * Reads what the seller would sell. Refuses 404 for an unknown inscription, 403 for one of another wallet,
 * 400 for one outside the offer's set or on an output that cannot be sold, 409 for one that is being moved,
 * or an offer whose coins are gone.
 */
export async function readBrought(
  ctx: TradingContext,
  binding: Binding,
  sellerKey: string,
  offer: CollectionOffer,
  inscriptionId: string,
): Promise<Brought> {
  await requireInSync(ctx.ordinals, ctx.chain);
  const inscription = await ctx.ordinals.inscription(inscriptionId);
  if (!inscription) refuse('not_found', `no inscription ${inscriptionId} in a block`);
  if (inscription.address !== binding.ordinalsAddress)
    refuse(
      'not_owner',
      `inscription ${inscriptionId} is at ${inscription.address ?? 'no address'}, not at ${binding.ordinalsAddress}`,
    );
  const set = await committedSet(ctx, offer.terms.eligibleRoot);
  if (!set.proofOf(inscriptionId))
    refuse(
      'not_eligible',
      `inscription ${inscriptionId} is not among the ${set.ids.length} that offer ${offer.id} buys`,
    );
  const at = outpointText(inscription.location);
  const [[indexed], unspent] = await Promise.all([
    ctx.ordinals.outputs([inscription.location]),
    ctx.chain.unspent(inscription.location),
  ]);
  const output = sellableOutput(ctx, { inscription, output: indexed, unspent }, 'not_offerable');
  if (unspent!.confirmations < 1)
    refuse('stale', `inscription ${inscriptionId} at ${at} is not confirmed yet`);
  if (output.inscriptionIds.length > 1)
    refuse(
      'not_offerable',
      `${at} holds ${output.inscriptionIds.length} inscriptions; only one can be sold to an offer`,
    );
  await requireTradableTogether(
    ctx,
    await tradableCollection(ctx, offer.slug),
    output.inscriptionIds,
    'not_offerable',
  );
  const least = dustLimit(offer.terms.receiveScript);
  if (output.valueSats < least)
    refuse(
      'not_offerable',
      `${at} holds ${output.valueSats} sats, below the ${least} that the buyer's address needs; move the inscription to a larger output first`,
    );
  const [isWhole] = await canStillBeFilled(ctx, [offer]);
  if (!isWhole) refuse('coins_spent', `the coins of offer ${offer.id} were spent elsewhere`);
  return {
    utxo: { ...inscription.location, valueSats: output.valueSats },
    inscription: { id: inscriptionId, offset: inscription.offset },
    sellerKey,
    sellerPaymentAddress: binding.paymentAddress,
  };
}

/**
 * The fill as it must be built at `feeRate` sat/vB. Refuses (400) a price that does not cover its fees. The
 * same input gives the same bytes.
 */
export async function planFill(
  ctx: TradingContext,
  offer: CollectionOffer,
  brought: Brought,
  admission: Admission,
  feeRate: number,
): Promise<FillPlan> {
  const { tiers } = offerParts(ctx);
  const { network, feeAddress } = ctx.settings;
  const tier = tierOf(tiers, offer.priceSats);
  if (tier?.number !== admission.tier) refuse('stale', 'the tiers have changed; run the preflight again');
  const { fees, payoutAddress } = await feesOf(ctx, await tradableCollection(ctx, offer.slug));
  const marketplaceFeeSats = fillFee(offer.priceSats, fees);
  const marketplace = payable({ address: feeAddress, valueSats: marketplaceFeeSats }, network);
  const creator =
    payoutAddress === null
      ? null
      : payable(
          { address: payoutAddress, valueSats: shareOf(offer.priceSats, fees.sellerRoyaltyBps) },
          network,
        );
  const draft: FillTerms = {
    ...brought,
    offer: offer.terms,
    funding: offer.funding,
    sellerSats: dustLimit(scriptOf(brought.sellerPaymentAddress, network)),
    marketplace,
    creator,
    tier: { number: tier.number, lockBlocks: tier.lockBlocks },
    admission: { txid: admission.txid, vout: admission.vout, valueSats: ADMISSION_SATS },
  };
  const creatorRoyaltySats = creator?.valueSats ?? 0;
  const left = offer.priceSats - marketplaceFeeSats - creatorRoyaltySats;
  if (left < draft.sellerSats)
    refuse('bad_price', `${offer.priceSats} sats do not cover the fees of the sale`);
  // A marketplace fee too small for an output goes to the network fee, as in purchases. A royalty too small
  // for one is not charged.
  const unpaidSats = marketplace ? 0 : marketplaceFeeSats;
  const estimatedNetworkFeeSats = Math.max(packageFee(draft, network, feeRate) - unpaidSats, 0);
  const sellerSats = left - estimatedNetworkFeeSats;
  if (sellerSats < draft.sellerSats)
    refuse(
      'bad_price',
      `${offer.priceSats} sats leave the seller nothing after ${estimatedNetworkFeeSats} sats of network fee, at ${feeRate} sat/vB`,
    );
  const terms = { ...draft, sellerSats };
  const fee = networkFee(fillLayout(terms, network));
  const most = mostFillFee(offer.priceSats);
  if (fee > most)
    refuse(
      'bad_price',
      `the network fee is at most half of the price, ${most} sats here, but at ${feeRate} sat/vB it is ${fee}; try again when fees are lower, or fill a higher offer`,
    );
  return {
    terms,
    marketplaceFeeSats,
    creatorRoyaltySats,
    sellerReceiveSats: left,
    estimatedNetworkFeeSats,
  };
}

/** Returns null when the output would be dust. */
function payable(output: FillPayout, network: NetworkName): FillPayout | null {
  return output.valueSats >= dustLimit(scriptOf(output.address, network)) ? output : null;
}
