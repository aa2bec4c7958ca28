import type { FillTerms } from '@ordbook/protocol/fill/fill';
import type { NetworkName } from '@ordbook/protocol/network';
import { type Selectable, sql } from 'kysely';
import type { BlockTransaction } from '../chain/port.ts';
import type { FillAttemptState } from '../store/fill/schema.ts';
import type { Database } from '../store/port.ts';
import type { Schema } from '../store/schema.ts';
import { inOrder, inRange, notBefore, type Range } from './check.ts';
import {
  coinsOf,
  type ExpectedOutput,
  type Phase,
  salesBy,
  storedScript,
  type Trade,
  type Wrong,
} from './trade.ts';

type Attempt = Selectable<Schema['fillAttempts']> & {
  /** Its offer, admission coin, inscription and seller are those of its terms and of its wallet. */
  readonly isAsAgreed: boolean;
};

const PHASES: Readonly<Record<FillAttemptState, Phase>> = {
  seller_signed: 'unsent',
  pending: 'unsent',
  sending: 'open',
  broadcast: 'open',
  displaced: 'displaced',
  accepted: 'confirmed',
  failed: 'failed',
};

/** Fills of collection offers of a range, as trades. */
export async function readFills(db: Database, range: Range, network: NetworkName): Promise<Trade[]> {
  const { rows } = await sql<Attempt>`
    select f.*,
      exists (select from collection_offers o where o.id = f.offer_id and o.terms = f.terms -> 'offer')
      and exists (select from admissions a where a.id = f.admission_id and a.txid = f.terms -> 'admission' ->> 'txid'
        and a.vout = (f.terms -> 'admission' ->> 'vout')::bigint
        and a.tier = (f.terms -> 'tier' ->> 'number')::integer)
      and exists (select from wallet_bindings w where w.id = f.seller_binding_id
        and w.profile_id = f.seller_profile_id and w.ordinals_address = f.seller_address)
      and f.inscription_id = f.terms -> 'inscription' ->> 'id'
      and coalesce(position(f.seller_signature in array_to_string(f.package, ' ')) > 0, true) as is_as_agreed
    from fill_attempts f
    where ${inRange(range, 'f')} and ${notBefore(range, sql`f.confirmed_height`)} ${inOrder(range, 'f')}`.execute(
    db,
  );
  const sales = await salesBy(
    db,
    'txid',
    rows.map(({ settlementTxid }) => settlementTxid),
  );
  return rows.map(
    (attempt): Trade => ({
      id: attempt.id,
      subject: `fill ${attempt.id} of collection offer ${attempt.offerId}`,
      phase: PHASES[attempt.state],
      settlementTxid: attempt.settlementTxid,
      package: attempt.package,
      coins: attempt.package ? coinsOf(attempt.package) : ownCoins(attempt.terms),
      createdAt: attempt.createdAt,
      confirmedHeight: attempt.confirmedHeight,
      failsBySpend: false,
      // An attempt that failed may have been repeated with the same transaction.
      sales: attempt.state === 'failed' ? [] : (sales.get(attempt.settlementTxid) ?? []),
      expectedSales: attempt.state === 'accepted' ? 1 : null,
      faults: attempt.isAsAgreed ? [] : ['its parties, coins or signature are not those of its terms'],
      goods: goodsOf(attempt.terms),
      pays: (mined) => fillPayments(attempt.terms, mined, network),
    }),
  );
}

/** What its settlement surely spends; the rest depends on whether its funding parent is public. */
const ownCoins = ({ utxo, admission }: FillTerms) =>
  [utxo, admission].map(({ txid, vout }) => ({ txid, vout }));

const goodsOf = ({ utxo, inscription, offer }: FillTerms) => [
  { id: inscription.id, coin: utxo, offset: inscription.offset, buyerScript: offer.receiveScript },
];

function fillPayments(terms: FillTerms, { inputs, outputs }: BlockTransaction, network: NetworkName) {
  const paid = [
    { what: 'its seller', valueSats: terms.sellerSats, address: terms.sellerPaymentAddress },
    ...(terms.marketplace ? [{ what: 'the marketplace', ...terms.marketplace }] : []),
    ...(terms.creator ? [{ what: 'the creator', ...terms.creator }] : []),
  ];
  const expected: ExpectedOutput[] = [
    { vout: 0, what: 'the inscription', valueSats: terms.utxo.valueSats, script: terms.offer.receiveScript },
    ...paid.map(({ what, valueSats, address }, i) => ({
      vout: i + 1,
      what,
      valueSats,
      script: storedScript(address, network),
    })),
    {
      vout: paid.length + 1,
      what: 'the admission coin',
      valueSats: terms.admission.valueSats,
      script: inputs[2]?.script ?? '',
    },
  ];
  const wrong: Wrong[] =
    inputs[1]?.valueSats === terms.offer.priceSats && outputs.length === expected.length
      ? []
      : [
          {
            code: 'wrong_output',
            message: `it spends ${inputs[1]?.valueSats} sats of the offer of ${terms.offer.priceSats} into ${outputs.length} outputs`,
          },
        ];
  return { expected, wrong };
}
