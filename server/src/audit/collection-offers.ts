import {
  criteriaHash,
  parseCriteria,
  scopeKey,
  type Target,
} from '@ordbook/protocol/collection-offer/criteria';
import { type Funding, OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import type { CollectionOfferTerms } from '@ordbook/protocol/collection-offer/offer';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { inSlices } from '../base/in-slices.ts';
import type { CollectionOfferState } from '../store/collection-offer/schema.ts';
import { type Check, type Examined, inOrder, inRange } from './check.ts';
import type { Suspicion } from './finding.ts';
import { coinFaults, fault, openFaults, type StoredOffer, waitingFaults } from './open-offers.ts';
import { collectionOfferFault } from './signed-terms.ts';
import { storedScript } from './trade.ts';

interface CollectionOfferRow extends StoredOffer {
  readonly priceSats: Sats;
  readonly terms: CollectionOfferTerms;
  readonly funding: Funding;
  readonly fundingSignatures: InputSignature[] | null;
  readonly slug: string;
  readonly target: Target;
  readonly scopeKey: string;
  readonly criteriaJson: string;
  readonly makerAddress: string;
  /** Its maker's wallet is the one that it names. */
  readonly isOwned: boolean;
  /** The stored set of its root has as many inscriptions, and the same first one. */
  readonly hasSet: boolean;
  readonly state: CollectionOfferState;
  readonly live: number;
  /** With the fill that only a block told of. */
  readonly accepted: number;
}

/** Collection offers. */
export const collectionOfferCheck: Check<CollectionOfferRow> = {
  what: 'collection offers',
  async read(db, range) {
    const { rows } = await sql<CollectionOfferRow>`
      select o.id, 'collection offer ' || o.id as subject, o.state, o.expires_at, o.is_final,
        o.price_sats, o.terms, o.funding, o.funding_signatures,
        o.slug, o.target, o.scope_key, o.criteria_json, o.maker_address,
        exists (select from wallet_bindings w where w.id = o.maker_binding_id and w.profile_id = o.maker_profile_id
          and w.ordinals_address = o.maker_address) as is_owned,
        exists (select from eligible_sets e where e.root = o.terms ->> 'eligibleRoot'
          and cardinality(e.inscription_ids) = o.eligible_count
          and o.sample_inscription_id = any(e.inscription_ids)) as has_set,
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
      ...(await fundedFaults(parts, open)),
    ];
  },
};

/** What is stored of an active offer is what its maker signed, for its price and its scope. */
async function fundedFaults(
  { network }: Examined,
  rows: readonly CollectionOfferRow[],
): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  for (const row of rows) {
    const { priceSats, terms, funding, fundingSignatures, output, isSigned, expiresAt } = row;
    if (!isSigned || fundingSignatures === null) {
      found.push(fault(row, 'offer_differs', 'it is active, and its secret is deleted'));
      continue;
    }
    if (terms.priceSats !== priceSats || terms.expiresAt * 1_000 !== expiresAt.getTime())
      found.push(fault(row, 'terms_differ', 'its price or its end is not what it shows'));
    if (!row.isOwned || terms.receiveScript !== storedScript(row.makerAddress, network))
      found.push(fault(row, 'terms_differ', 'its maker is not who receives the inscription'));
    if (!row.hasSet || !isScoped(row))
      found.push(fault(row, 'terms_differ', 'its scope is not that of its terms'));
    found.push(...coinFaults(row, funding.payments));
    const wrong = await inSlices(collectionOfferFault(terms, funding, fundingSignatures, output!.txid));
    if (wrong !== null)
      found.push(fault(row, 'terms_differ', `its maker has signed something else: ${wrong}`));
  }
  return found;
}

/** What its page says of its scope is what its terms commit to. */
function isScoped({ terms, slug, target, scopeKey: stored, criteriaJson }: CollectionOfferRow): boolean {
  try {
    const criteria = parseCriteria(criteriaJson);
    return (
      criteriaHash(criteriaJson) === terms.criteriaHash &&
      scopeKey(slug, target) === stored &&
      scopeKey(criteria.collection, criteria.target) === stored
    );
  } catch {
    return false;
  }
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
