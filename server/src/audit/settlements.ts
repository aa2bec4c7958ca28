import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import type { Payout } from '@ordbook/protocol/layout/terms';
import type { NetworkName } from '@ordbook/protocol/network';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import { outpointText } from '@ordbook/protocol/outpoint';
import { type Selectable, sql } from 'kysely';
import type { BlockTransaction } from '../chain/port.ts';
import type { OfferKind, OfferState, StoredPsbtTerms } from '../store/offer/schema.ts';
import type { Database } from '../store/port.ts';
import type { Schema } from '../store/schema.ts';
import { inOrder, inRange, notBefore, type Range } from './check.ts';
import {
  coinsOf,
  type ExpectedOutput,
  type Good,
  ownTransactions,
  type Phase,
  salesBy,
  storedScript,
  type Trade,
  type Wrong,
} from './trade.ts';

type Settlement = Selectable<Schema['offerSettlements']> & {
  readonly kind: OfferKind;
  readonly offerState: OfferState;
  readonly terms: OfferTerms | CounterTerms | StoredPsbtTerms;
};

/** Any other state lies between the acceptance and a block. */
const PHASES: Readonly<Record<string, Phase>> = { confirmed: 'confirmed', failed: 'failed' };

/** Settlements of inscription offers and counters of a range, as trades. */
export async function readSettlements(db: Database, range: Range, network: NetworkName): Promise<Trade[]> {
  const { rows } = await sql<Settlement>`
    select s.*, o.kind, o.state as offer_state, o.terms from offer_settlements s join offers o on o.id = s.offer_id
    where ${inRange(range, 's')} and ${notBefore(range, sql`s.confirmed_height`)} ${inOrder(range, 's')}`.execute(
    db,
  );
  const sales = await salesBy(
    db,
    'offerId',
    rows.map(({ offerId }) => offerId),
  );
  return rows.map(
    (settlement): Trade => ({
      id: settlement.id,
      subject: `settlement ${settlement.id} of offer ${settlement.offerId}`,
      phase: PHASES[settlement.state] ?? 'open',
      settlementTxid: settlement.settlementTxid,
      package: settlement.package,
      coins: coinsOf(settlement.package),
      createdAt: settlement.createdAt,
      confirmedHeight: settlement.confirmedHeight,
      failsBySpend: true,
      sales: sales.get(settlement.offerId) ?? [],
      expectedSales: 1,
      faults: settlementFaults(settlement),
      goods: goodsOf(settlement.terms, network),
      pays: (mined) => settlementPayments(settlement, mined, network),
    }),
  );
}

function isCounter(terms: OfferTerms | CounterTerms | StoredPsbtTerms): terms is CounterTerms {
  return 'transfer' in terms;
}

function goodsOf(terms: OfferTerms | CounterTerms | StoredPsbtTerms, network: NetworkName): Good[] {
  const { utxo, inscriptions } = isCounter(terms) ? terms.transfer : terms;
  const buyerScript = storedScript(terms.buyerOrdinalsAddress, network);
  return inscriptions.map(({ id, offset }) => ({ id, coin: utxo, offset, buyerScript }));
}

function settlementPayments(
  { terms, offerState, offerId, payoutTxid, package: rawPackage }: Settlement,
  mined: BlockTransaction,
  network: NetworkName,
) {
  const seller = isCounter(terms)
    ? { valueSats: terms.transfer.sellerProceedsSats, address: terms.transfer.sellerPaymentAddress }
    : { valueSats: terms.sellerProceedsSats, address: terms.ownerAddress };
  const { valueSats } = isCounter(terms) ? terms.transfer.utxo : terms.utxo;
  const buyer = { valueSats, address: terms.buyerOrdinalsAddress };
  const named: { what: string; pays: Pick<Payout, 'valueSats' | 'address'> }[] = [
    { what: 'the inscription', pays: buyer },
    { what: 'its seller', pays: seller },
    ...terms.payouts.map((payout) => ({ what: `the ${payout.purpose}`, pays: payout })),
    ...('changeSats' in terms && terms.changeSats > 0
      ? [{ what: 'the change', pays: { valueSats: terms.changeSats, address: terms.payer.address } }]
      : []),
  ];
  const expected = named.map(
    ({ what, pays }, vout): ExpectedOutput => ({
      vout,
      what,
      valueSats: pays.valueSats,
      script: storedScript(pays.address, network),
    }),
  );
  // what else the buyer pays is of no concern to the owner, but it is as signed
  const others = 'others' in terms ? terms.others : [];
  expected.push(
    ...others.map(({ valueSats: sats, script }, i) => ({
      vout: named.length + i,
      what: 'an output of the buyer',
      valueSats: sats,
      script,
    })),
  );
  const wrong: Wrong[] = [];
  if (offerState !== 'accepted')
    wrong.push({ code: 'offer_differs', message: `offer ${offerId} is ${offerState}, and it is in a block` });
  const surplus = mined.outputs.slice(expected.length).find(({ valueSats: sats }) => sats > 0);
  if (surplus)
    wrong.push({ code: 'wrong_output', message: `it pays ${surplus.valueSats} sats to nobody of the trade` });
  wrong.push(...payoutFaults(payoutTxid, rawPackage, mined));
  return { expected, wrong };
}

function settlementFaults(settlement: Settlement): string[] {
  const { fundingTxid, recoveryTxid, recoveryHex } = settlement;
  const hasFunding =
    fundingTxid === null || ownTransactions(settlement).some(({ txid }) => txid === fundingTxid);
  const [recovery] = ownTransactions({ package: recoveryHex === null ? null : [recoveryHex] });
  return [
    ...(hasFunding ? [] : [`its stored transactions lack its funding ${fundingTxid}`]),
    ...(recovery?.txid === (recoveryTxid ?? undefined) && (recoveryHex === null) === (recoveryTxid === null)
      ? []
      : [`its stored return is not ${recoveryTxid}`]),
  ];
}

/** The payout spends the proceeds, output 1, and nothing else, into one output. */
function payoutFaults(
  payoutTxid: string | null,
  rawPackage: readonly string[],
  { txid }: BlockTransaction,
): Wrong[] {
  if (payoutTxid === null) return [];
  const payout = ownTransactions({ package: rawPackage }).find(
    (transaction) => transaction.txid === payoutTxid,
  );
  const spent = payout?.inputs.map(outpointText).join();
  return spent === `${txid}:1` && payout?.outputs.length === 1
    ? []
    : [
        {
          code: 'payout_missing',
          message: `the stored payout ${payoutTxid} does not spend its proceeds alone`,
        },
      ];
}
