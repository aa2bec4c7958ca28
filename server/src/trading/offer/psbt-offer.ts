/**
 * Inscription offers that come as a PSBT, from a buyer without an account (`ord wallet offer create`).
 *
 *   buyer                      ordbook                                            node, index         owner
 *     │  POST /offer: the PSBT    │                                                    │                │
 *     ├──────────────────────────►│ form, signatures; coins, what is on the first   ──►│                │
 *     │                           │ price rules, room                                  │                │
 *     │  200                      │   active, until a coin is spent                    │                │
 *     │◄──────────────────────────┤ shown to the owner ────────────────────────────────────────────────►│
 *     │                           │                                        accept, reject ◄─────────────┤
 *
 * Guarantees: the owner gets the whole price at the address that holds the inscription, and signs nothing but
 * that one input. The file is public (GET /offers), so the buyer withdraws it only by spending a coin of it.
 * Neither marketplace nor creator is paid: collections with royalties take none.
 */
import { randomUUID } from 'node:crypto';
import { feeBreakdown } from '@ordbook/protocol/layout/fees';
import { type Layout, layoutTxid } from '@ordbook/protocol/layout/layout';
import { settlementLayout } from '@ordbook/protocol/offer/offer';
import { psbtOfferFile } from '@ordbook/protocol/offer/psbt-offer';
import type { PsbtOfferTerms } from '@ordbook/protocol/offer/terms';
import { outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { HOUR_MS } from '../../base/clock.ts';
import { nameTrades } from '../../base/trade-scope.ts';
import { requireInSync } from '../../ordinals/in-sync.ts';
import { slugsOf } from '../../store/catalogue/collections.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { insertOffer, topOffers } from '../../store/offer/offers.ts';
import { isDeclined, newestPsbtOffers } from '../../store/offer/psbt-offers.ts';
import { stopsOf } from '../../store/operation/stops.ts';
import type { TradingContext } from '../context.ts';
import { requireNotStopped, requireWelcome } from '../operation/open-for-trade.ts';
import { royaltyOf, tradableCollection } from '../settlement/tradable-output.ts';
import { readOfferable } from './offerable-inscription.ts';
import { requireOfferPrice } from './price.ts';
import { readPsbtOffer } from './read-psbt-offer.ts';
import { makeRoomForPsbt } from './room.ts';

/** Such an offer has no end of its own; it may be sent again after this one. */
const VALIDITY_HOURS = 2_160;
/** Offers that `readPsbtOffers` returns. */
const MOST_SHOWN = 100;
const NO_FEES = { sellerBps: 0, buyerBps: 0, minimumSats: 0, sellerRoyaltyBps: 0, buyerRoyaltyBps: 0 };

/**
 * Stores an offer and returns its id. Retry-safe: an active one is left as it is. Refuses 400 for a PSBT that
 * is no valid offer, 404 when its inscription is not traded here, 409 when a coin is not there, or when the
 * owner has declined it.
 */
export async function submitPsbtOffer(ctx: TradingContext, psbtBase64: string): Promise<string> {
  const { network } = ctx.settings;
  const { terms, table, signatures } = readPsbtOffer(psbtBase64.trim(), network);
  await requireCoins(ctx, table);
  const found = await offeredFor(ctx, terms);
  const { inscriptionId, slug, inscriptions } = found;
  const priceSats = terms.sellerProceedsSats - terms.utxo.valueSats;
  const nobody = { profileId: null, walletBindingId: null };
  const attempt = { flow: 'offer', slug, inscriptionIds: [inscriptionId], ...nobody };
  const floorSats = await requireOfferPrice(ctx, { slug, inscriptionIds: [inscriptionId], priceSats }, null);
  const firstTxid = layoutTxid(table);
  const now = ctx.clock.now();
  const tops = await topOffers(ctx.db, [inscriptionId], now);
  const id = randomUUID();
  return inTransaction(ctx.db, async (db) => {
    requireNotStopped((await stopsOf(db, attempt, true))[0]);
    await requireWelcome(db, [terms.buyerOrdinalsAddress]);
    const { utxo, payments } = terms;
    const known = await makeRoomForPsbt({ ...ctx, db }, { inscriptionId, priceSats, firstTxid, payments });
    if (known !== null) return known;
    if (await isDeclined(db, firstTxid)) refuse('offer_closed', `the owner has declined offer ${firstTxid}`);
    nameTrades(id);
    const stored = await insertOffer(db, {
      id,
      kind: 'buyer_offer',
      parentOfferId: null,
      collectionSlug: slug,
      inscriptionId,
      buyerProfileId: null,
      buyerBindingId: null,
      buyerAddress: terms.buyerOrdinalsAddress,
      sellerAddress: terms.ownerAddress,
      sellerBindingId: null,
      priceSats,
      fees: feeBreakdown({
        priceSats,
        utxoValueSats: terms.utxo.valueSats,
        fees: NO_FEES,
        payoutAddress: null,
        network,
      }),
      terms: { ...terms, inscriptions, payouts: [] },
      signatures: { settlement: signatures },
      firstTxid,
      anchorId: null,
      floorSats,
      topOfferSats: tops.get(inscriptionId) ?? null,
      validityHours: VALIDITY_HOURS,
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALIDITY_HOURS * HOUR_MS),
      coins: [utxo, ...payments],
    });
    if (!stored) refuse('offer_exists', `the same offer on ${inscriptionId} is already active`);
    return id;
  });
}

/** The files of the newest open offers that came as a PSBT, as `ord` lists them. */
export async function readPsbtOffers({ db, clock, settings }: TradingContext): Promise<string[]> {
  const offers = await newestPsbtOffers(db, clock.now(), MOST_SHOWN);
  return offers.map(({ terms, signatures }) =>
    psbtOfferFile(settlementLayout(terms, settings.network), signatures.settlement),
  );
}

/** Refuses 409 when a coin is spent or not confirmed, 400 when it is not what the PSBT says. */
async function requireCoins(ctx: TradingContext, { inputs }: Layout): Promise<void> {
  const coins = await ctx.chain.unspents(inputs.map(({ coin }) => coin));
  for (const [i, { coin, lock }] of inputs.entries()) {
    const [seen, at] = [coins[i], outpointText(coin)];
    if (!seen) refuse('coins_spent', `coin ${at} of the offer is spent, or does not exist`);
    if (seen.valueSats !== coin.valueSats || seen.script !== lock.script)
      refuse(
        'bad_psbt',
        `coin ${at} holds ${seen.valueSats} sats at ${seen.script}, not what the offer says`,
      );
    if (seen.confirmations < (seen.coinbase ? 100 : 1))
      refuse('stale', `coin ${at} of the offer is not confirmed yet; send the offer again later`);
  }
}

/** What the offer is for: the one inscription on its first coin, in a collection that may sell it so. */
async function offeredFor(ctx: TradingContext, { utxo, ownerAddress }: PsbtOfferTerms) {
  await requireInSync(ctx.ordinals, ctx.chain);
  const at = outpointText(utxo);
  const [output] = await ctx.ordinals.outputs([utxo]);
  const [inscriptionId, ...more] = output?.inscriptionIds ?? [];
  if (!inscriptionId || more.length > 0)
    refuse(
      'not_offerable',
      `${at} holds ${output?.inscriptionIds.length ?? 0} inscriptions; an offer is for one`,
    );
  const [slug] = (await slugsOf(ctx.db, [inscriptionId])).get(inscriptionId) ?? [];
  if (slug === undefined)
    refuse('not_found', `inscription ${inscriptionId} is in no collection that is traded here`);
  if ((await royaltyOf(ctx, await tradableCollection(ctx, slug))) > 0)
    refuse(
      'not_offerable',
      `${slug} has royalties, which this offer does not pay; make it through this service`,
    );
  const { items } = await readOfferable(ctx, slug, [inscriptionId]);
  const item = items[0]!;
  if (!sameOutpoint(item.utxo, utxo) || item.ownerAddress !== ownerAddress)
    refuse('stale', `inscription ${inscriptionId} has left ${at}; make a new offer`);
  return { inscriptionId, slug, inscriptions: item.inscriptions };
}
