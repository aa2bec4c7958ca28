import type { NetworkName } from '@ordbook/protocol/network';
import { outpointText, type Utxo } from '@ordbook/protocol/outpoint';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import { type Selectable, sql } from 'kysely';
import type { BlockTransaction } from '../chain/port.ts';
import type { Database } from '../store/port.ts';
import type { Schema } from '../store/schema.ts';
import { inOrder, inRange, notBefore, type Range } from './check.ts';
import {
  coinsOf,
  type ExpectedOutput,
  grouped,
  salesBy,
  storedScript,
  type Trade,
  type Wrong,
} from './trade.ts';

/** Shares of at most this many sats may be too small for an output and go to the network. */
const SMALL_SHARE_SATS: Sats = 1_000;

/** A listing of a purchase, with what the audit compares. */
interface Sold {
  readonly purchaseId: string;
  readonly transferTxid: string;
  readonly utxoTxid: string;
  readonly utxoVout: number;
  readonly utxoValueSats: Sats;
  readonly sellerPaymentAddress: string;
  readonly sellerReceiveSats: Sats;
  readonly sellerFeeSats: Sats;
  readonly sellerRoyaltySats: Sats;
  readonly items: readonly { readonly id: string; readonly offset: Sats }[];
}

type Purchase = Selectable<Schema['purchases']> & {
  readonly isOwned: boolean;
  /** `txid:vout` of the coins that it locks. */
  readonly payments: readonly string[];
};

const PHASES = {
  broadcasting: 'open',
  pending: 'open',
  stalled: 'open',
  confirmed: 'confirmed',
  failed: 'failed',
} as const;

/** Purchases of a range, as trades. */
export async function readPurchases(db: Database, range: Range, network: NetworkName): Promise<Trade[]> {
  const { rows } = await sql<Purchase>`
    select p.*,
      exists (select from wallet_bindings w where w.id = p.buyer_binding_id and w.profile_id = p.buyer_profile_id
        and w.ordinals_address = p.buyer_ordinals_address) as is_owned,
      coalesce((select jsonb_agg(c.txid || ':' || c.vout) from purchase_payments c where c.purchase_id = p.id), '[]') as payments
    from purchases p
    where ${inRange(range, 'p')} and ${notBefore(range, sql`p.confirmed_height`)} ${inOrder(range, 'p')}`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const sales = await salesBy(db, 'purchaseId', ids);
  const sold = grouped(await soldIn(db, ids), ({ purchaseId }) => purchaseId);
  return rows.map((purchase): Trade => {
    const listings = sold.get(purchase.id) ?? [];
    const buyerScript = storedScript(purchase.buyerOrdinalsAddress, network);
    return {
      id: purchase.id,
      subject: `purchase ${purchase.id}`,
      phase: PHASES[purchase.state],
      settlementTxid: purchase.settlementTxid,
      package: purchase.package,
      coins: coinsOf(purchase.package),
      createdAt: purchase.createdAt,
      confirmedHeight: purchase.confirmedHeight,
      failsBySpend: true,
      sales: sales.get(purchase.id) ?? [],
      expectedSales: listings.length,
      faults: purchaseFaults(purchase),
      goods: listings.flatMap((listing) =>
        listing.items.map(({ id, offset }) => ({ id, coin: coinOf(listing), offset, buyerScript })),
      ),
      pays: (mined) => salePayments(purchase, listings, mined, network),
    };
  });
}

function purchaseFaults({ isOwned, payments, state, package: rawPackage }: Purchase): string[] {
  const spent = new Set(coinsOf(rawPackage).map(outpointText));
  const isLocked = state === 'failed' || (payments.length > 0 && payments.every((coin) => spent.has(coin)));
  return [
    ...(isOwned ? [] : ['its buyer is not the wallet that bought']),
    ...(isLocked ? [] : ['the coins that it locks are not those that it spends']),
  ];
}

async function soldIn(db: Database, purchaseIds: readonly string[]): Promise<Sold[]> {
  if (purchaseIds.length === 0) return [];
  const { rows } = await sql<Sold>`
    select s.purchase_id, l.transfer_txid, l.utxo_txid, l.utxo_vout, l.utxo_value_sats, l.seller_payment_address,
      l.seller_receive_sats, l.seller_fee_sats, l.seller_royalty_sats,
      coalesce((select jsonb_agg(jsonb_build_object('id', i.inscription_id, 'offset', i.sat_offset) order by i.position)
        from listing_items i where i.listing_id = l.id), '[]') as items
    from sales s join listings l on l.id = s.listing_id
    where s.purchase_id = any(${purchaseIds}::uuid[])
    order by s.purchase_id, l.id`.execute(db);
  return rows;
}

const coinOf = ({ utxoTxid, utxoVout, utxoValueSats }: Sold): Utxo => ({
  txid: utxoTxid,
  vout: utxoVout,
  valueSats: utxoValueSats,
});

/**
 * What a sale of n listings pays. The sale spends n anchor changes, the purchase's anchor, n passthroughs and
 * the buyer's coins. It pays the operator, n buyer's outputs, n sellers, and shares and change.
 */
function salePayments(
  { totalCostSats, buyerOrdinalsAddress }: Purchase,
  listings: readonly Sold[],
  { inputs, outputs }: BlockTransaction,
  network: NetworkName,
) {
  const n = listings.length;
  const anchor = inputs[n];
  const payments = inputs.slice(2 * n + 1);
  if (n === 0 || !anchor || payments.length === 0)
    return {
      expected: [],
      wrong: [wrongOutput(`it spends ${inputs.length} coins for ${n} listings`)],
    };
  const anchorsBack = sumSats(inputs.slice(0, n + 1).map(({ valueSats }) => valueSats));
  const expected: ExpectedOutput[] = [
    { vout: 0, what: 'the anchors', valueSats: anchorsBack, script: anchor.script },
  ];
  const wrong: Wrong[] = [];
  for (const listing of listings) {
    const passthrough = outpointText({ txid: listing.transferTxid, vout: 0 });
    const at = inputs.findIndex((input) => outpointText(input) === passthrough);
    if (at === -1) {
      wrong.push(wrongOutput(`it does not spend the passthrough ${passthrough}`));
      continue;
    }
    expected.push({
      vout: at - n,
      what: 'the inscription',
      valueSats: listing.utxoValueSats,
      script: storedScript(buyerOrdinalsAddress, network),
    });
    expected.push({
      vout: at,
      what: 'its seller',
      valueSats: listing.sellerReceiveSats + listing.utxoValueSats,
      script: storedScript(listing.sellerPaymentAddress, network),
    });
  }
  const rest = outputs.slice(2 * n + 1);
  const paid = sumSats(payments.map(({ valueSats }) => valueSats));
  const last = rest.at(-1);
  const change = last?.script === payments[0]!.script ? last.valueSats : 0;
  const hasChange = paid - change === totalCostSats;
  if (!hasChange && paid !== totalCostSats)
    wrong.push({
      code: 'wrong_cost',
      message: `the buyer paid ${paid - change} sats, and was quoted ${totalCostSats}`,
    });
  const shared = sumSats(rest.map(({ valueSats }) => valueSats)) - (hasChange ? change : 0);
  const owed = sumSats(listings.map((listing) => listing.sellerFeeSats + listing.sellerRoyaltySats));
  if (shared < owed && owed > SMALL_SHARE_SATS)
    wrong.push(
      wrongOutput(`it pays ${shared} sats of fees and royalties, and its sellers alone owe ${owed}`),
    );
  return { expected, wrong };
}

const wrongOutput = (message: string): Wrong => ({ code: 'wrong_output', message });
