/**
 * Attacker: anybody with every signature of every trade.
 * Aim:      a signature of one transaction that is good in another one, of any kind that a signer would complete.
 * Guard:    two transactions never ask the same key for a signature over the same message, but for a leg and the sales that it fits.
 */

import { bip86Script, ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import { sighashOf } from '@ordbook/protocol/bitcoin/sighash';
import { acceptedSighashes } from '@ordbook/protocol/bitcoin/signatures';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import {
  counterLayout,
  counterRecoveryLayout,
  fundingLayout,
  fundingOf,
} from '@ordbook/protocol/counter/counter';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import {
  type Layout,
  layout,
  layoutTxid,
  pay,
  row,
  type Sighash,
  spend,
} from '@ordbook/protocol/layout/layout';
import { bumpLayout } from '@ordbook/protocol/listing/bump';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { takeBackLayout } from '@ordbook/protocol/listing/take-back';
import { spendingOf } from '@ordbook/protocol/locks/lock';
import type { Party } from '@ordbook/protocol/locks/spending';
import { payoutLayout, settlementLayout } from '@ordbook/protocol/offer/offer';
import { admissionFanOutLayout, fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillTerms, TIER } from '../../../protocol/test/collection-offer/terms.ts';
import {
  coin,
  KEYS,
  listingTerms,
  NETWORK,
  payer,
  paymentAddress,
  xOnly,
} from '../../../protocol/test/parties.ts';
import { rounds } from '../../../stack/rounds.ts';

/** What each accepted signature is over, as text: two that are equal are one signature. */
function messagesOf(table: Layout): string[] {
  return table.inputs.flatMap(({ lock, signs }, index) =>
    (Object.entries(signs) as [Party, Sighash][]).flatMap(([party, asked]) =>
      acceptedSighashes(lock, asked).map((sighash) => {
        const hash = Buffer.from(sighashOf(table, index, sighash)).toString('hex');
        return `${spendingOf(lock).keyOf(party)} ${sighash} ${hash}`;
      }),
    ),
  );
}

/** A leg is a part of each sale that it fits: one kind. */
const kindOf = ({ name }: Layout) => (name === 'seller leg' ? 'sale' : name);

/** The message that two transactions share though their kinds differ, or that two transactions of one kind share; null: there is none. */
function sharedMessage(tables: readonly Layout[]): string | null {
  const seen = new Map<string, Layout>();
  for (const table of tables) {
    for (const message of messagesOf(table)) {
      const other = seen.get(message);
      const isFitting = other && kindOf(other) === 'sale' && kindOf(table) === 'sale';
      if (other && !isFitting && layoutTxid(other) !== layoutTxid(table))
        return `${other.name} and ${table.name}`;
      if (other && kindOf(other) !== kindOf(table)) return `${other.name} and ${table.name}`;
      seen.set(message, other ?? table);
    }
  }
  return null;
}

const SELLER = xOnly('seller');
const BUYER_ORDINALS = ordinalsAddressOf(xOnly('buyer ordinals'), NETWORK);
const FEES = paymentAddress('fees', 'p2wpkh');
const few = (name: string) => fc.constantFrom(1, 2, 3).map((number) => `${name} ${number}`);

/** One seller, few buyers, coins, prices and postages: chosen so that terms are often the same. */
const anyTerms = fc.record({
  // the last pays with the very key that signs recoveries
  by: fc.constantFrom(payer('buyer', 'p2wpkh'), payer('buyer', 'p2tr'), payer('seller', 'p2tr')),
  coins: fc.tuple(few('inscription'), few('anchor')),
  postage: fc.constantFrom(546, 10_000),
  proceeds: fc.constantFrom(10_000, 50_546),
  toOrdinals: fc.boolean(),
});

function tablesOf(terms: (typeof anyTerms extends fc.Arbitrary<infer T> ? T : never)[]): Layout[] {
  const listings = terms.map(({ coins: [inscription, anchor], postage, proceeds, toOrdinals }) =>
    listingTerms('seller', {
      utxo: coin(inscription, postage),
      anchor: coin(anchor, 1_000, 3),
      sellerProceedsSats: proceeds,
      sellerPaymentAddress: toOrdinals
        ? ordinalsAddressOf(SELLER, NETWORK)
        : paymentAddress('seller', 'p2wpkh'),
    }),
  );
  const singles = listings.flatMap((transfer, i) => {
    const { by } = terms[i]!;
    const counter = { transfer, buyerOrdinalsAddress: BUYER_ORDINALS, payouts: [] };
    const funding = {
      payer: by,
      payments: [coin('payment', 200_000)],
      fundingSats: 90_000,
      changeSats: 100_000,
    };
    const offer = {
      utxo: transfer.utxo,
      inscriptions: transfer.inscriptions,
      ownerAddress: ordinalsAddressOf(SELLER, NETWORK),
      sellerProceedsSats: transfer.sellerProceedsSats,
      buyerOrdinalsAddress: BUYER_ORDINALS,
      payer: by,
      payments: [coin('payment', 200_000)],
      payouts: [],
      changeSats: 100_000,
    };
    const payout = { sellerKey: SELLER, sellerPaymentAddress: transfer.sellerPaymentAddress, feeSats: 500 };
    const sale = {
      listings: [transfer],
      purchaseAnchor: coin('anchor 1', 1_000, 5),
      buyerOrdinalsAddress: BUYER_ORDINALS,
      payer: by,
      payments: [coin('payment', 200_000)],
      payouts: [{ purpose: 'marketplace' as const, address: FEES, valueSats: 2_500 }],
      freshAnchors: { count: 0, valueSats: 1_000 },
      changeSats: 60_000,
    };
    const takeBack = takeBackLayout(transfer, KEYS);
    return [
      transferLayout(transfer, KEYS),
      sellerLegLayout(transfer, KEYS, NETWORK),
      saleLayout(sale, KEYS, NETWORK),
      recoveryLayout([transfer], KEYS),
      recoveryLayout([transfer], KEYS, 'DEFAULT'),
      takeBack,
      bumpLayout(takeBack, KEYS, { coin: coin('operator', 60_000), feeSats: 2_000 }),
      counterLayout(counter, KEYS, NETWORK, fundingOf(funding)),
      counterRecoveryLayout(counter, KEYS, [coin('anchor 2', 1_000, 3)]),
      fundingLayout(funding),
      settlementLayout(offer, NETWORK, SELLER),
      payoutLayout(offer, payout, NETWORK),
    ];
  });
  const fill = fillTerms();
  return [
    ...singles,
    fanOutLayout({ coins: [coin('anchor 1', 60_000, 3)], count: 2, valueSats: 1_000, feeSats: 500 }, KEYS),
    admissionFanOutLayout(
      { coins: [coin('operator', 60_000)], tiers: [{ tier: TIER, count: 2 }], feeSats: 500 },
      KEYS,
      xOnly('gate'),
    ),
    fundingParentLayout(fill.offer, fill.funding),
    fillLayout(fill, NETWORK),
  ];
}

test('no signature of one transaction is good in another, over all pairs of kinds', () => {
  const runs = fc.array(anyTerms, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(runs, (terms) => {
      expect(sharedMessage(tablesOf(terms))).toBeNull();
    }),
    { numRuns: rounds(40) },
  );
});

test('the recovery of the first version, SINGLE|ANYONECANPAY, shares its message with a sale for the postage', () => {
  const terms = listingTerms('seller', {
    sellerProceedsSats: 546,
    sellerPaymentAddress: ordinalsAddressOf(SELLER, NETWORK),
  });
  const leg = sellerLegLayout(terms, KEYS, NETWORK);
  const old = layout('old recovery', [
    row(
      spend('passthrough', leg.inputs[0]!.coin, passthroughLock(SELLER, KEYS.market), {
        seller: 'SINGLE|ANYONECANPAY',
      }),
      pay('inscription', 546, bip86Script(SELLER)),
    ),
  ]);
  expect(sharedMessage([leg, old])).toBe('seller leg and old recovery');
  expect(sharedMessage([leg, recoveryLayout([terms], KEYS)])).toBeNull();
});
