import { sameOutpoint } from '@ordbook/protocol/outpoint';
import { HOUR_MS } from '../../src/base/clock.ts';
import { changeOfCluster, noteOwner } from '../../src/store/database/identity.ts';
import { cancelCollectionOffer } from '../../src/trading/collection-offer/close.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { cancelOffer } from '../../src/trading/offer/close.ts';
import { acceptCounter, acceptOffer, makeCounter, makeOffer } from '../support/bidding.ts';
import { fill, makeOffers } from '../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { strandedListing } from '../support/stranded-listing.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

export interface TradedDesk {
  readonly desk: Desk;
  readonly seller: Trader;
  readonly buyer: Trader;
  readonly ids: readonly string[];
}

/** A desk on which a trade of every kind was settled, failed, closed and is still open. */
export async function tradedDesk(): Promise<TradedDesk> {
  const desk = await openDesk({ tiers: [QUICK_TIER] });
  const [seller, buyer, other] = (await desk.traders(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'], 8, 300_000)) as [
    Trader,
    Trader,
    Trader,
  ];
  // the audit verifies what was signed with the keys that the database says
  await changeOfCluster(desk.ctx.db);
  await noteOwner(desk.ctx.db, { network: desk.ctx.settings.network, ...desk.ctx.keys });
  const ids = await desk.inscribe(seller, 15);
  await buy(desk, buyer, await list(desk, seller, ids.slice(0, 2)));
  await desk.mine();
  await strandedListing(desk, seller, buyer, ids[2]!);
  await acceptOffer(desk, seller, await makeOffer(desk, buyer, ids[3]!));
  await desk.mine();
  const bid = await makeOffer(desk, buyer, ids[4]!);
  await acceptCounter(desk, buyer, await makeCounter(desk, seller, bid));
  await desk.mine();
  const bought = await makeOffers(desk, other);
  await fill(desk, seller, bought.offerId, ids[5]!);
  await desk.mine();
  const [closed] = await list(desk, seller, [ids[6]!]);
  const { walletBindingId } = seller;
  await delistListings(desk.ctx, seller.caller, { slug: SLUG, walletBindingId, listings: [closed!] });
  const withdrawn = await makeOffer(desk, buyer, ids[7]!);
  await cancelOffer(desk.ctx, buyer.caller, { ...withdrawn, walletBindingId: buyer.walletBindingId });
  const cancelled = await makeOffers(desk, other);
  await cancelCollectionOffer(desk.ctx, other.caller, {
    slug: SLUG,
    offerId: cancelled.offerId,
    walletBindingId: other.walletBindingId,
  });
  await list(desk, seller, [ids[8]!], 60_000, 1);
  desk.clock.step(25 * HOUR_MS);
  await desk.mine();
  await list(desk, seller, [ids[9]!, ...ids.slice(12)]);
  await makeOffer(desk, buyer, ids[10]!);
  await makeOffers(desk, other);
  await desk.mine();
  const spendableUtxos = await coinsOfNoOffer(desk, buyer);
  await buy(desk, buyer, await list(desk, seller, [ids[11]!]), { spendableUtxos });
  return { desk, seller, buyer, ids };
}

async function coinsOfNoOffer(desk: Desk, { payment }: Trader) {
  const offered = await desk.ctx.db.selectFrom('offerCoins').select(['txid', 'vout']).execute();
  const { coins } = await desk.ctx.chain.addressCoins(payment.address);
  return coins
    .filter((coin) => !offered.some((one) => sameOutpoint(one, coin)))
    .map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats }));
}
