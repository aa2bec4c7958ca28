import { type Funding, OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import type { CollectionOfferTerms } from '@ordbook/protocol/collection-offer/offer';
import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { inSlices } from '../base/in-slices.ts';
import type { CollectionOfferState } from '../store/collection-offer/schema.ts';
import type { OfferSignatures, OfferState } from '../store/offer/schema.ts';
import { type Check, type Examined, inOrder, inRange } from './check.ts';
import type { FindingCode, Suspicion } from './finding.ts';
import { collectionOfferFault, offerFault } from './signed-terms.ts';
import { invalidatedFaults } from './undone.ts';

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly expiresAt: Date;
  readonly isFinal: boolean;
  readonly isSigned: boolean;
  readonly coins: readonly Outpoint[];
  /** Of a collection offer: its offer output, which replaces its coins once its funding parent is public. */
  readonly output: Outpoint | null;
}

interface OfferRow extends Row {
  readonly priceSats: Sats;
  readonly fees: FeeBreakdown;
  readonly terms: OfferTerms | CounterTerms;
  readonly signatures: OfferSignatures | null;
  readonly firstTxid: string;
  readonly state: OfferState;
  /** `read back`: only a block told of it. */
  readonly settlement: string | null;
}

interface CollectionOfferRow extends Row {
  readonly priceSats: Sats;
  readonly terms: CollectionOfferTerms;
  readonly funding: Funding;
  readonly fundingSignatures: InputSignature[] | null;
  readonly state: CollectionOfferState;
  readonly live: number;
  /** With the fill that only a block told of. */
  readonly accepted: number;
}

/** Inscription offers and counters. */
export const offerCheck: Check<OfferRow> = {
  what: 'inscription offers and counters',
  async read(db, range) {
    const { rows } = await sql<OfferRow>`
      select o.id, (case o.kind when 'buyer_offer' then 'offer ' else 'counter ' end) || o.id as subject, o.state,
        o.price_sats, o.fees, o.terms, o.signatures, o.first_txid,
        o.expires_at, o.is_final, o.signatures is not null as is_signed, null as output,
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

/** Collection offers. */
export const collectionOfferCheck: Check<CollectionOfferRow> = {
  what: 'collection offers',
  async read(db, range) {
    const { rows } = await sql<CollectionOfferRow>`
      select o.id, 'collection offer ' || o.id as subject, o.state, o.expires_at, o.is_final,
        o.price_sats, o.terms, o.funding, o.funding_signatures,
        o.auth_secret is not null as is_signed,
        jsonb_build_object('txid', o.funding_txid, 'vout', 0) as output,
        (select count(*) from fill_attempts f where f.offer_id = o.id
          and f.state in ('seller_signed', 'pending', 'sending', 'broadcast')) as live,
        (select count(*) from fill_attempts f where f.offer_id = o.id and f.state = 'accepted')
          + (select count(*) from watched_coins w join sales s on s.txid = w.spent_by
            where w.txid = o.funding_txid and w.vout = ${sql.lit(OFFER_VOUT)} and (to_jsonb(s) ->> 'read_back')::boolean) as accepted,
        coalesce((select jsonb_agg(jsonb_build_object('txid', c.txid, 'vout', c.vout))
          from collection_offer_coins c where c.offer_id = o.id and o.state in ('active', 'invalidated')), '[]') as coins
      from collection_offers o where ${inRange(range, 'o')} ${inOrder(range, 'o')}`.execute(db);
    return rows;
  },
  keyOf: ({ id }) => id,
  async examine(parts, rows) {
    const open = rows.filter(({ state }) => state === 'active');
    return [
      ...rows.flatMap(collectionOfferFaults),
      ...(await openFaults(parts, open)),
      ...(await waitingFaults(parts, rows)),
      ...(await fundedFaults(open)),
    ];
  },
};

/** Live offers have their coins and have not expired. */
async function openFaults(
  { evidence, clock }: Parameters<Check<Row>['examine']>[0],
  rows: readonly Row[],
): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  const fates = await evidence.fates(
    rows.flatMap(({ coins, output }) => (output ? [...coins, output] : coins)),
  );
  let at = 0;
  for (const row of rows) {
    const own = fates.slice(at, at + row.coins.length);
    at += row.coins.length;
    const output = row.output ? fates[at++] : undefined;
    if (own.some((fate) => fate !== 'there') && output !== 'there')
      found.push(fault(row, 'unbuyable', 'it is active, and one of its coins is spent'));
    if (row.expiresAt <= clock.now())
      found.push(fault(row, 'overdue', `it is active, and it expired at ${row.expiresAt.toISOString()}`));
  }
  return found;
}

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

/** As `signedFaults`, of collection offers. */
async function fundedFaults(rows: readonly CollectionOfferRow[]): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  for (const row of rows) {
    const { priceSats, terms, funding, fundingSignatures, output, isSigned, expiresAt } = row;
    if (!isSigned || fundingSignatures === null) {
      found.push(fault(row, 'offer_differs', 'it is active, and its secret is deleted'));
      continue;
    }
    if (terms.priceSats !== priceSats || terms.expiresAt * 1_000 !== expiresAt.getTime())
      found.push(fault(row, 'terms_differ', 'its price or its end is not what it shows'));
    const wrong = await inSlices(collectionOfferFault(terms, funding, fundingSignatures, output!.txid));
    if (wrong !== null)
      found.push(fault(row, 'terms_differ', `its maker has signed something else: ${wrong}`));
  }
  return found;
}

/** Invalidated offers that may be active again. */
async function waitingFaults(
  parts: Examined,
  rows: readonly (Row & { readonly state: string })[],
): Promise<Suspicion[]> {
  const waiting = rows.filter(({ state, isFinal }) => state === 'invalidated' && !isFinal);
  return invalidatedFaults(
    parts,
    waiting.map(({ id, subject, coins, output }) => ({ fault: { key: id, subject }, coins, output })),
  );
}

function offerFaults(row: OfferRow): Suspicion[] {
  const { state, settlement, isSigned } = row;
  const isLive = settlement !== null && settlement !== 'failed';
  if (isLive !== (state === 'accepted'))
    return [fault(row, 'offer_differs', `it is ${state}, and its settlement is ${settlement ?? 'missing'}`)];
  const isClosed = state === 'cancelled' || state === 'rejected' || state === 'expired';
  return isClosed && isSigned
    ? [fault(row, 'offer_differs', `it is ${state}, and its signatures are still stored`)]
    : [];
}

function collectionOfferFaults(row: CollectionOfferRow): Suspicion[] {
  const { state, live, accepted, isSigned } = row;
  if (accepted !== (state === 'accepted' ? 1 : 0) || live !== (state === 'filling' ? 1 : 0))
    return [
      fault(row, 'offer_differs', `it is ${state}, with ${live} fills on their way and ${accepted} accepted`),
    ];
  return (state === 'cancelled' || state === 'expired') && isSigned
    ? [fault(row, 'offer_differs', `it is ${state}, and its secret is still stored`)]
    : [];
}

const fault = ({ id, subject }: Row, code: FindingCode, message: string): Suspicion => ({
  key: id,
  code,
  subject,
  message,
});
