/**
 * Attacker: the service, taken over, with honest signers; or the operator with all keys.
 * Aim:      the leg of the user's own listing, put into what the user signs as a buyer or seller, takes an
 * output that the user counts.
 * Guard:    service, signer and client refuse a user's own listing beside that user's other signatures; fills
 * are of version 3.
 */

import { ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import { TRUC_VERSION } from '@ordbook/protocol/collection-offer/funding';
import { type Layout, layout, pay, rows, spend } from '@ordbook/protocol/layout/layout';
import { paymentSpend } from '@ordbook/protocol/layout/payments';
import { checkRules } from '@ordbook/protocol/layout/rules';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { operatorLock, p2trLock } from '@ordbook/protocol/locks/p2tr';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEYS, NETWORK, payer, paymentAddress, xOnly } from '../../../protocol/test/parties.ts';
import { SALE_SIGNING_RULES } from '../../src/signer/market/sale-rules.ts';
import { preflightPurchase } from '../../src/trading/purchase/buy.ts';
import { FEE_ADDRESS } from '../signer/requests.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { list, purchaseBody, refusedWith } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';
import { assembled, honestSigner, signedAs, without } from './forging.ts';
import {
  bought,
  listed,
  OPERATOR,
  ordinalsOf,
  POSTAGE,
  PROCEEDS,
  paymentOf,
  type SignedListing,
  transferOf,
} from './victims.ts';

vi.setConfig({ testTimeout: 60_000 });

const RULE = 'the buyer is not a seller';
const VICTIM = 'victim';

let world: AttackedChain;
beforeAll(async () => {
  world = await attackedChain();
});

/** The passthrough of a listing, to be signed by the market too. */
function passthroughIn({ tables }: SignedListing) {
  const input = tables.leg.inputs[0]!;
  return { ...input, signs: { ...input.signs, market: 'DEFAULT' as const } };
}

describe('a purchase by the seller of what is in it', () => {
  /** The victim pays, and is paid for the own listing at the address that the change goes to; the inscription goes to the thief. */
  const theft = async () => {
    const listing = await listed(world, VICTIM);
    const request = await bought(world, VICTIM, listing, {
      buyerOrdinalsAddress: paymentAddress('thief', 'p2tr'),
    });
    return { listing, request };
  };

  test('without the guard goes through the signer: the victim pays the own listing, and the thief has it', async () => {
    const { listing, request } = await theft();
    const { terms } = request;
    const transfers = terms.listings.map((one) => transferLayout(one, KEYS));
    const table = saleLayout(terms, KEYS, NETWORK);
    const settings = {
      network: NETWORK,
      feeAddress: FEE_ADDRESS,
      maxFeeRate: 500,
      transferFeeRates: [1],
      leastFeeBps: 0,
    } as const;
    const judged = { request, transfers, table, keys: KEYS, settings };
    expect(() => checkRules(without(SALE_SIGNING_RULES, RULE), judged)).not.toThrow();
    const before = world.balance(paymentOf(VICTIM));
    const leg = { inputIndex: 2, signature: request.sellerSignatures[0]! };
    const raw = signedBy(table, [leg], request.buyerSignatures);
    expect(await world.mined(transferOf(listing), raw)).toBeNull();
    expect(world.holder(listing.terms.utxo)).toMatchObject({ script: ordinalsOf('thief') });
    // No more than the fees: a wallet that adds up its own outputs sees a cheap purchase.
    expect(before - world.balance(paymentOf(VICTIM))).toBeLessThan(20_000);
  });

  test('is refused by the signer', async () => {
    const { request } = await theft();
    await expect(honestSigner().signSale(request)).rejects.toThrow(RULE);
  });
});

/** A transaction with the operator's true signatures and those given. */
function signedBy(table: Layout, seller: readonly InputSignature[], buyer: readonly InputSignature[] = []) {
  return assembled(table, {
    seller,
    buyer,
    market: signedAs(table, 'market', 'market'),
    operator: signedAs(table, 'operator', 'anchor'),
  }).hex;
}

/** What `name` signs of a table on one input. */
const signs = (table: Layout, name: string, index: number) =>
  signedAs(table, 'seller', name).filter(({ inputIndex }) => inputIndex === index);

/** A coin that the thief spends, on the operator's script. */
const thiefsCoin = async (valueSats: number) => {
  const [coin] = (await world.coins({ script: OPERATOR, valueSats })) as [Utxo];
  return spend('thief', coin, operatorLock(KEYS), { operator: 'DEFAULT' });
};

describe('with the market key, and a wallet that signs', () => {
  test('a purchase pays the own listing with the own change', async () => {
    const [own, thiefs] = [await listed(world, VICTIM), await listed(world, 'thief')];
    const [coin] = (await world.coins({ script: paymentOf(VICTIM), valueSats: 500_000 })) as [Utxo];
    const table = layout(
      'theft',
      rows(
        [paymentSpend('payment', coin, payer(VICTIM, 'p2wpkh')), passthroughIn(thiefs), passthroughIn(own)],
        [
          // What the client took for the operator's output: it pays the script of the own passthrough.
          pay('anchors back', 330, own.tables.transfer.outputs[0]!.script),
          pay('price', 113_670, paymentOf('thief')),
          pay('change', PROCEEDS, paymentOf(VICTIM)),
          pay('more change', 277_000, paymentOf(VICTIM)),
          pay('inscription', POSTAGE, ordinalsOf(VICTIM)),
          pay('loot', POSTAGE, ordinalsOf('thief')),
        ],
      ),
    );
    const leg = { inputIndex: 2, signature: own.signatures.leg };
    const raw = signedBy(table, [...signs(table, 'thief', 1), leg], signedAs(table, 'buyer', VICTIM));
    const before = world.balance(paymentOf(VICTIM)) - coin.valueSats;
    expect(await world.mined(transferOf(own), transferOf(thiefs), raw)).toBeNull();
    expect(world.holder(thiefs.terms.utxo)).toMatchObject({ script: ordinalsOf(VICTIM) });
    expect(world.holder(own.terms.utxo)).toMatchObject({ script: ordinalsOf('thief') });
    // The purchase was paid, and the own listing with the victim's own money.
    expect(world.balance(paymentOf(VICTIM)) - before).toBe(500_000 - 114_000);
  });

  /** A sale of another inscription of the victim, with the own passthrough beside the victim's proceeds. */
  const sold = async (own: SignedListing, toThief: number, proceedsTo: string, version: number) => {
    const [coin] = (await world.coins({ script: ordinalsOf(VICTIM), valueSats: POSTAGE })) as [Utxo];
    const inscription = spend('inscription', coin, p2trLock(xOnly(VICTIM)), { seller: 'DEFAULT' });
    const table = layout(
      'sale',
      rows(
        [inscription, passthroughIn(own), await thiefsCoin(200_000)],
        [pay('inscription', toThief, ordinalsOf('thief')), pay('proceeds', PROCEEDS, proceedsTo)],
      ),
      version,
    );
    const leg = { inputIndex: 1, signature: own.signatures.leg };
    const raw = signedBy(table, [...signs(table, VICTIM, 0), leg]);
    return { coin, refusal: await world.mined(transferOf(own), raw) };
  };

  test('the fill of a collection offer does so only in version 2, which no fill has', async () => {
    const own = await listed(world, VICTIM);
    expect((await sold(own, POSTAGE, paymentOf(VICTIM), TRUC_VERSION)).refusal).toMatch(/Schnorr signature/i);
    const { coin, refusal } = await sold(own, POSTAGE, paymentOf(VICTIM), 2);
    expect(refusal).toBeNull();
    expect(world.holder(coin)).toMatchObject({ script: ordinalsOf('thief') });
  });

  test('an acceptance by a wallet of one address does so only when the first output takes more than the coin', async () => {
    const oneAddress = { sellerPaymentAddress: ordinalsAddressOf(xOnly(VICTIM), NETWORK) };
    for (const [toThief, holder] of [
      [2 * POSTAGE, ordinalsOf('thief')],
      [POSTAGE, ordinalsOf(VICTIM)],
    ] as const) {
      const own = await listed(world, VICTIM, oneAddress);
      expect((await sold(own, toThief, ordinalsOf(VICTIM), 2)).refusal).toBeNull();
      expect(world.holder(own.terms.utxo)).toMatchObject({ script: holder });
    }
  });
});

describe('the whole service', () => {
  let desk: Desk;
  afterAll(() => desk?.close());

  test('builds no purchase of a listing by its seller, alone or among others', async () => {
    desk = await openDesk({ anchors: 8 });
    const [seller, other] = (await desk.traders(['p2wpkh', 'p2wpkh'])) as [Trader, Trader];
    const [own] = await list(desk, seller, await desk.inscribe(seller, 1));
    const [others] = await list(desk, other, await desk.inscribe(other, 1));
    const coins = await desk.coinsOf(seller);
    for (const wanted of [[own!], [others!, own!]]) {
      const sentence = await refusedWith(desk, 'malformed', () =>
        preflightPurchase(desk.ctx, seller.caller, purchaseBody(seller, wanted, coins)),
      );
      expect(sentence).toContain('is your own');
    }
  });
});
