import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { inSlices } from '../base/in-slices.ts';
import type { OfferSignatures, OfferState, StoredPsbtTerms } from '../store/offer/schema.ts';
import { type Check, type Examined, inOrder, inRange } from './check.ts';
import type { Suspicion } from './finding.ts';
import { coinFaults, fault, openFaults, type StoredOffer, waitingFaults } from './open-offers.ts';
import { offerFault } from './signed-terms.ts';

interface OfferRow extends StoredOffer {
  readonly priceSats: Sats;
  readonly fees: FeeBreakdown;
  readonly terms: OfferTerms | CounterTerms | StoredPsbtTerms;
  readonly signatures: OfferSignatures | null;
  readonly firstTxid: string;
  /** Its kind, parties, inscription, anchor and end are those of its terms. */
  readonly isAsAgreed: boolean;
  /** Its pages and its history show what the row says, and it is in the counts of both parties. */
  readonly isShown: boolean;
  readonly state: OfferState;
  /** `read back`: only a block told of it. */
  readonly settlement: string | null;
}

/** Inscription offers and counters. */
export const offerCheck: Check<OfferRow> = {
  what: 'inscription offers and counters',
  async read(db, range) {
    const { rows } = await sql<OfferRow>`
      select o.id, (case o.kind when 'buyer_offer' then 'offer ' else 'counter ' end) || o.id as subject, o.state,
        o.price_sats, o.fees, o.terms, o.signatures, o.first_txid,
        o.expires_at, o.is_final, o.signatures is not null as is_signed, null as output,
        o.buyer_address = o.terms ->> 'buyerOrdinalsAddress'
        and (o.kind = 'seller_counter') = (o.terms ? 'transfer')
        and (o.kind = 'buyer_offer' or exists (select from offers p where p.id = o.parent_offer_id))
        and (o.kind = 'seller_counter' or o.parent_offer_id is null)
        and coalesce(o.terms -> 'inscriptions', o.terms -> 'transfer' -> 'inscriptions')
          @> jsonb_build_array(jsonb_build_object('id', o.inscription_id))
        and (o.buyer_profile_id is null) = (o.terms ? 'locks')
        and (o.buyer_profile_id is null or exists (select from wallet_bindings w where w.id = o.buyer_binding_id
          and w.profile_id = o.buyer_profile_id and w.ordinals_address = o.buyer_address))
        and o.seller_address is not distinct from coalesce(o.terms ->> 'ownerAddress', o.seller_address)
        and (o.seller_binding_id is null or exists (select from wallet_bindings w
          where w.id = o.seller_binding_id and w.ordinals_address = o.seller_address))
        and case o.kind when 'buyer_offer' then o.anchor_id is null else exists (select from anchors a
          where a.id = o.anchor_id and a.txid = o.terms -> 'transfer' -> 'anchor' ->> 'txid'
            and a.vout = (o.terms -> 'transfer' -> 'anchor' ->> 'vout')::bigint) end
        and o.expires_at = o.created_at + o.validity_hours * interval '1 hour' 
          as is_as_agreed,
        exists (select from offer_events e
          where e.offer_id = o.id and e.event_type = 'created' and e.occurred_at = o.created_at)
        and (o.state = 'active' or exists (select from offer_events e
          where e.offer_id = o.id and e.event_type = o.state and e.occurred_at = o.closed_at))
        and not exists (select from offer_events e where e.offer_id = o.id
          and (e.buyer_profile_id is distinct from o.buyer_profile_id or e.seller_address <> o.seller_address))
        and (o.state <> 'active' or (
          (o.buyer_profile_id is null or exists (select from offer_counts c where c.party = 'buyer:' || o.buyer_profile_id))
          and exists (select from offer_counts c where c.party = 'seller:' || o.seller_address))) as is_shown,
        coalesce((select s.state from offer_settlements s where s.offer_id = o.id),
          (select 'read back' from sales s where s.offer_id = o.id and (to_jsonb(s) ->> 'read_back')::boolean)) as settlement,
        coalesce((select jsonb_agg(jsonb_build_object('txid', c.txid, 'vout', c.vout))
          from offer_coins c where c.offer_id = o.id and o.state in ('active', 'invalidated')), '[]') as coins
      from offers o where ${inRange(range, 'o')} ${inOrder(range, 'o')}`.execute(db);
    return rows;
  },
  keyOf: ({ id }) => id,
  async examine(parts, rows) {
    const open = rows.filter(({ state }) => state === 'active');
    return [
      ...rows.flatMap(offerFaults),
      ...(await openFaults(parts, open)),
      ...(await waitingFaults(parts, rows)),
      ...(await signedFaults(parts, open)),
    ];
  },
};

/** What is stored of an active offer is what its maker signed, for its price. */
async function signedFaults({ keys, network }: Examined, rows: readonly OfferRow[]): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  for (const row of rows) {
    const { priceSats, fees, terms, signatures, firstTxid } = row;
    if (signatures === null) {
      found.push(fault(row, 'offer_differs', 'it is active, and its signatures are deleted'));
      continue;
    }
    const { utxo, sellerProceedsSats } = 'transfer' in terms ? terms.transfer : terms;
    const payments = 'payments' in terms ? terms.payments : [];
    found.push(...coinFaults(row, [utxo, ...payments]));
    const isPriced =
      fees.priceSats === priceSats && sellerProceedsSats - utxo.valueSats === fees.sellerReceiveSats;
    if (!isPriced)
      found.push(fault(row, 'terms_differ', `its price is not the ${priceSats} sats that it shows`));
    if (keys === null) continue;
    const wrong = await inSlices(offerFault(terms, signatures, firstTxid, { keys, network }));
    if (wrong !== null)
      found.push(fault(row, 'terms_differ', `its maker has signed something else: ${wrong}`));
  }
  return found;
}

function offerFaults(row: OfferRow): Suspicion[] {
  const { state, settlement, isSigned } = row;
  if (!row.isAsAgreed)
    return [
      fault(row, 'terms_differ', 'its kind, parties, inscription, anchor or end are not those of its terms'),
    ];
  if (!row.isShown) return [fault(row, 'terms_differ', 'a page shows it otherwise than it is stored')];
  const isLive = settlement !== null && settlement !== 'failed';
  if (isLive !== (state === 'accepted'))
    return [fault(row, 'offer_differs', `it is ${state}, and its settlement is ${settlement ?? 'missing'}`)];
  const isClosed = state === 'cancelled' || state === 'rejected' || state === 'expired';
  return isClosed && isSigned
    ? [fault(row, 'offer_differs', `it is ${state}, and its signatures are still stored`)]
    : [];
}
