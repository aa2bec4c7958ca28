/** What each party sees of the model's offers, as GET /me/offers and GET /inscriptions/{id}/offers tell it. */
import type { ModelOffer, OfferModel, Party } from './model.ts';

export function viewsOf({ offers }: OfferModel, party: Party, now: number) {
  const live = offers.filter(({ status, expiresAt }) => status === 'active' && expiresAt > now);
  const owned = live.filter(({ seller }) => seller === party);
  const sent = live.filter(({ buyer }) => buyer.party === party);
  const isBid = ({ kind }: ModelOffer) => kind === 'buyer_offer';
  const isCounter = ({ kind }: ModelOffer) => kind === 'seller_counter';
  const ids = [...new Set(owned.map(({ inscriptionId }) => inscriptionId))].sort();
  return {
    owned: ids.map((inscriptionId) => {
      const here = owned.filter((offer) => offer.inscriptionId === inscriptionId);
      const bids = here.filter(isBid);
      const counters = here.filter(isCounter);
      return {
        inscriptionId,
        topOfferSats: bids.length > 0 ? Math.max(...bids.map(({ priceSats }) => priceSats)) : null,
        activeOfferCount: bids.length,
        activeCounterCount: counters.length,
        earliestExpiresAt: Math.min(...here.map(({ expiresAt }) => expiresAt)),
        offers: bids.map(row('received', 'seller_received_buyer_offer')).sort(),
        sentCounters: counters.map(row('sent', null)).sort(),
      };
    }),
    sent: [
      ...sent.filter(isBid).map(row('sent', null)),
      ...sent.filter(isCounter).map(row('received', 'buyer_received_counter')),
    ].sort(),
    history: offers
      .flatMap((offer) => [
        ...(offer.buyer.party === party ? events(offer, 'buyer') : []),
        ...(offer.seller === party ? events(offer, 'seller') : []),
      ])
      .sort(),
    counts: {
      actionableCount: owned.filter(isBid).length + sent.filter(isCounter).length,
      ownedCount: owned.length,
      sentCount: sent.length,
    },
  };
}

/** Ids of the live offers on an inscription: bids are everybody's to see, counters their two parties'. */
export function visibleOn(
  { offers }: OfferModel,
  inscriptionId: string,
  party: Party,
  now: number,
): string[] {
  return offers
    .filter(
      (offer) =>
        offer.inscriptionId === inscriptionId &&
        offer.status === 'active' &&
        offer.expiresAt > now &&
        (offer.kind === 'buyer_offer' || offer.buyer.party === party || offer.seller === party),
    )
    .map(({ offerId }) => offerId)
    .sort();
}

/** A row, as text: ids are random, so that the order of rows of one moment is too. */
export function rowText(row: {
  readonly id: string;
  readonly side: string;
  readonly status: string;
  readonly priceSats: number;
  readonly actionKind: string | null;
}): string {
  return [row.id, row.side, row.status, row.priceSats, row.actionKind].join(' ');
}

export function eventText(event: {
  readonly eventKey: string;
  readonly role: string;
  readonly status: string;
  readonly occurredAt: string;
  readonly settlementTxid: string | null;
}): string {
  return [event.eventKey, event.role, event.status, event.occurredAt, event.settlementTxid].join(' ');
}

function row(side: string, actionKind: string | null) {
  return ({ offerId, status, priceSats }: ModelOffer) =>
    rowText({ id: offerId, side, status, priceSats, actionKind });
}

function events(offer: ModelOffer, role: string): string[] {
  const event = (type: string, at: number) =>
    eventText({
      eventKey: `${offer.offerId}:${type}`,
      role,
      status: offer.status,
      occurredAt: new Date(at).toISOString(),
      settlementTxid: type === 'accepted' ? offer.settlement!.txid : null,
    });
  const created = event('created', offer.createdAt);
  return offer.status === 'active' ? [created] : [created, event(offer.status, offer.closedAt!)];
}
