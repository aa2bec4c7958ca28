/**
 * Attacker: a stranger who reads the mempool, the counterparty who changes his mind, or a miner who picks what goes into a block.
 * Aim:      a signature that became public, in a transaction of the attacker's own; or a package torn apart where it hurts.
 * Guard:    leaves that need the market, DEFAULT and ALL elsewhere, and transactions each of which leaves its owner with the way back.
 */

import { ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import { offerLock } from '@ordbook/protocol/collection-offer/offer';
import { type Layout, layout, pay, row, rows, type Spend, spend } from '@ordbook/protocol/layout/layout';
import { paymentSpend } from '@ordbook/protocol/layout/payments';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import { payoutLayout, settlementLayout } from '@ordbook/protocol/offer/offer';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import { fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { collectionOfferTerms } from '../../../protocol/test/collection-offer/terms.ts';
import { KEYS, NETWORK, payer, paymentAddress, xOnly } from '../../../protocol/test/parties.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';
import { assembled, coinOf, honestSigner, keyPathSpend, signedAs } from './forging.ts';
import {
  accepted,
  bought,
  countered,
  listed,
  OPERATOR,
  ordinalsOf,
  POSTAGE,
  PROCEEDS,
  passthroughOf,
  paymentOf,
} from './victims.ts';

vi.setConfig({ testTimeout: 60_000 });

const SCHNORR = /Schnorr signature/i;
const ECDSA = /Signature must be zero|false\/empty top stack|non-zero|NULLFAIL|Signature/i;

let world: AttackedChain;
beforeAll(async () => {
  world = await attackedChain();
});

/** A coin with which the stranger pays. */
const strangersCoin = async (valueSats: number) => {
  const [coin] = (await world.coins({ script: ordinalsOf('stranger'), valueSats })) as [Utxo];
  return spend('stranger', coin, p2trLock(xOnly('stranger')), { operator: 'DEFAULT' });
};

/** Puts a lifted input (its signatures as they were published) beside the output it was signed with, and the sats where the stranger wants. */
async function lifted(published: string, table: Layout, index: number, output: Layout['outputs'][number]) {
  const inputs: Spend[] = [await strangersCoin(20_000), table.inputs[index]!, await strangersCoin(400_000)];
  const loot = pay('loot', 20_000 + table.inputs[index]!.coin.valueSats, ordinalsOf('stranger'));
  const theft = layout('theft', rows(inputs, [loot, output]), table.version);
  const { witness } = readTransaction(published).inputs[index]!;
  return { theft, witness };
}

describe('a signature lifted out of the mempool', () => {
  /** The stranger's transaction: own inputs signed, the lifted one with the witness that was published. */
  const sent = ({ theft, witness }: Awaited<ReturnType<typeof lifted>>) =>
    assembled(theft, { operator: signedAs(theft, 'operator', 'stranger') }, new Map([[1, witness]])).hex;

  test("without a passthrough: the seller's SINGLE|ANYONECANPAY on the own coin sells to the stranger", async () => {
    const [utxo] = (await world.coins({ script: ordinalsOf('seller 1'), valueSats: POSTAGE })) as [Utxo];
    const table = layout('direct sale', [
      row(
        spend('inscription', utxo, p2trLock(xOnly('seller 1')), { seller: 'SINGLE|ANYONECANPAY' }),
        pay('seller', PROCEEDS, paymentOf('seller 1')),
      ),
    ]);
    const published = assembled(table, { seller: signedAs(table, 'seller', 'seller 1') }).hex;
    expect(await world.mined(sent(await lifted(published, table, 0, table.outputs[0]!)))).toBeNull();
    expect(world.holder(utxo)).toMatchObject({ script: ordinalsOf('stranger') });
  });

  test('out of a sale is worth nothing: the market signed that sale only', async () => {
    const listing = await listed(world, 'seller 1');
    const request = await bought(world, 'buyer', listing);
    const { transfers, sale } = await honestSigner().signSale(request);
    const leg = listing.tables.leg;
    const inSale = { ...leg, inputs: [leg.inputs[0]!] };
    const { witness } = readTransaction(sale).inputs[2]!;
    const stolen = await lifted(sale, inSale, 0, leg.outputs[0]!);
    expect(await world.mined(...transfers, sent({ ...stolen, witness }))).toMatch(SCHNORR);
  });

  test('out of an acceptance is worth nothing: its owner signed DEFAULT', async () => {
    const { terms, settlement } = await offered('p2wpkh');
    const table = settlement;
    const stolen = await lifted(completedOffer(table), table, 0, table.outputs[1]!);
    expect(await world.mined(sent(stolen))).toMatch(SCHNORR);
    expect(world.holder(terms.utxo)).toMatchObject({ script: ordinalsOf('seller 1') });
  });

  test.each(['p2wpkh', 'p2tr'] as const)(
    'of a %s payer is worth nothing: it covers the whole transaction',
    async (type) => {
      const { settlement } = await offered(type);
      const stolen = await lifted(completedOffer(settlement), settlement, 1, settlement.outputs[1]!);
      expect(await world.mined(sent(stolen))).toMatch(type === 'p2tr' ? SCHNORR : ECDSA);
    },
  );

  test('out of the settlement of a counter is worth nothing: the market signed this one only', async () => {
    const counter = await countered(world, 'seller 1', 'buyer');
    const { request, funding } = await accepted(world, 'buyer', counter);
    const { transfer, settlement } = await honestSigner().signCounter(request);
    const { witness } = readTransaction(settlement).inputs[0]!;
    const inputs = [await strangersCoin(POSTAGE + PROCEEDS), counter.tables.settlement.inputs[0]!];
    const theft = layout(
      'theft',
      rows([...inputs, await strangersCoin(50_000)], counter.tables.settlement.outputs),
    );
    const paid = assembled(funding, { buyer: signedAs(funding, 'buyer', 'buyer') }).hex;
    expect(await world.mined(transfer, paid, sent({ theft, witness }))).toMatch(SCHNORR);
  });

  test("of the operator's coins is worth nothing in another split", async () => {
    const coins = await world.coins({ script: OPERATOR, valueSats: 50_000 });
    const request = { coins, count: 3, valueSats: 1_000, feeSats: 1_000 };
    const { hex } = await honestSigner().signAnchorFanOut(request);
    const table = fanOutLayout(request, KEYS);
    const theft = { ...table, outputs: [pay('loot', 49_000, ordinalsOf('stranger'))] };
    const { witness } = readTransaction(hex).inputs[0]!;
    expect(await world.mined(assembled(theft, {}, new Map([[0, witness]])).hex)).toMatch(SCHNORR);
  });
});

/** An offer of `buyer` on a coin of `seller 1`, as the owner accepts it. */
async function offered(type: 'p2wpkh' | 'p2tr') {
  const by = payer('buyer', type);
  const [utxo, payment] = (await world.coins(
    { script: ordinalsOf('seller 1'), valueSats: POSTAGE },
    { script: type === 'p2tr' ? ordinalsOf('buyer') : paymentOf('buyer'), valueSats: 300_000 },
  )) as [Utxo, Utxo];
  const terms: OfferTerms = {
    utxo,
    inscriptions: [{ id: `${utxo.txid}i0`, offset: 0 }],
    ownerAddress: ordinalsAddressOf(xOnly('seller 1'), NETWORK),
    sellerProceedsSats: PROCEEDS,
    buyerOrdinalsAddress: ordinalsAddressOf(xOnly('buyer ordinals'), NETWORK),
    payer: by,
    payments: [payment],
    payouts: [{ purpose: 'marketplace', address: paymentAddress('fees', 'p2wpkh'), valueSats: 2_500 }],
    changeSats: 188_000,
  };
  return { terms, settlement: settlementLayout(terms, NETWORK, xOnly('seller 1')) };
}

function completedOffer(table: Layout): string {
  return assembled(table, {
    seller: signedAs(table, 'seller', 'seller 1'),
    buyer: signedAs(table, 'buyer', 'buyer'),
  }).hex;
}

describe('a package torn apart', () => {
  test('leaves a seller whose transfer is mined without the sale with the own key, and nobody else with anything', async () => {
    const listing = await listed(world, 'seller 1');
    const request = await bought(world, 'buyer', listing);
    const { transfers } = await honestSigner().signSale(request);
    expect(await world.mined(...transfers)).toBeNull();
    const passthrough = { ...passthroughOf(listing.tables.transfer) };
    const lock = listing.tables.leg.inputs[0]!.lock;
    const home = pay('home', POSTAGE - 500, ordinalsOf('seller 1 home'));
    for (const stranger of ['stranger', 'market', 'anchor'])
      expect(await world.mined(keyPathSpend(passthrough, lock, home, stranger))).toMatch(SCHNORR);
    expect(await world.mined(keyPathSpend(passthrough, lock, home, 'seller 1'))).toBeNull();
    expect(world.holder(listing.terms.utxo)).toMatchObject({ script: home.script });
  });

  test('leaves a seller whose settlement is mined without the payout with the proceeds at the own address', async () => {
    const { terms, settlement } = await offered('p2wpkh');
    expect(await world.mined(completedOffer(settlement))).toBeNull();
    const proceeds = coinOf(settlement, 1);
    expect(world.holder(proceeds)).toMatchObject({ script: ordinalsOf('seller 1') });
    const payout = {
      sellerKey: xOnly('seller 1'),
      sellerPaymentAddress: paymentAddress('seller 1', 'p2wpkh'),
      feeSats: 500,
    };
    const table = payoutLayout(terms, payout, NETWORK);
    expect(
      await world.mined(assembled(table, { seller: signedAs(table, 'seller', 'seller 1') }).hex),
    ).toBeNull();
  });

  test('leaves a buyer whose funding is mined without its counter with the own coin', async () => {
    const { funding } = await accepted(world, 'buyer', await countered(world, 'seller 1', 'buyer'));
    expect(
      await world.mined(assembled(funding, { buyer: signedAs(funding, 'buyer', 'buyer') }).hex),
    ).toBeNull();
    expect(world.holder(coinOf(funding, 0))).toMatchObject({ script: paymentOf('buyer') });
  });

  test('leaves a buyer whose funding parent is mined alone with the own key, and nobody else with anything', async () => {
    const offer = collectionOfferTerms();
    const payments = await world.coins({ script: paymentOf('maker'), valueSats: 60_000 });
    const parent = fundingParentLayout(offer, { payer: payer('maker', 'p2wpkh'), payments });
    expect(
      await world.mined(assembled(parent, { buyer: signedAs(parent, 'buyer', 'maker') }).hex),
    ).toBeNull();
    const home = pay('home', 49_000, ordinalsOf('home'));
    for (const stranger of ['stranger', 'market', 'gate', 'policy'])
      expect(await world.mined(keyPathSpend(coinOf(parent, 0), offerLock(offer), home, stranger))).toMatch(
        SCHNORR,
      );
    expect(
      await world.mined(keyPathSpend(coinOf(parent, 0), offerLock(offer), home, 'maker ordinals')),
    ).toBeNull();
  });

  test('leaves a seller whose buyer spends the payment elsewhere with the recovery', async () => {
    const listing = await listed(world, 'seller 1');
    const { terms, signatures } = listing;
    const request = await bought(world, 'buyer', listing);
    const { transfers, sale } = await honestSigner().signSale(request);
    const [payment] = request.terms.payments;
    const away = layout('away', [
      row(
        paymentSpend('payment', payment!, request.terms.payer),
        pay('away', payment!.valueSats - 1_000, paymentOf('buyer')),
      ),
    ]);
    const spent = assembled(away, { buyer: signedAs(away, 'buyer', 'buyer') }).hex;
    expect(await world.mined(...transfers, spent)).toBeNull();
    expect(await world.mined(sale)).toMatch(/missing|spent/);
    const items = [{ terms, sellerSignature: signatures.recovery }];
    expect(await world.mined((await honestSigner().signRecovery({ items, bump: null })).hex)).toBeNull();
    expect(world.holder(terms.utxo)).toMatchObject({ script: ordinalsOf('seller 1'), offset: 0 });
  });

  test('in a purchase that was not sent can be sent by whoever saw it: as what it is, or as its transfer alone', async () => {
    const listing = await listed(world, 'seller 1');
    const { transfers, sale } = await honestSigner().signSale(await bought(world, 'buyer', listing));
    expect(await world.refusal(...transfers, sale)).toBeNull();
    expect(await world.refusal(...transfers)).toBeNull();
  });
});
