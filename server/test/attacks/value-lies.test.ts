/**
 * Attacker: the service, taken over, with honest signers and a wallet of its own that lists, buys and counters.
 * Aim:      the operator's large coins, named as anchors beside a coin whose value is a lie, so that the "fee" becomes the thief's output.
 * Guard:    operator coins are taproot: each signature commits to the value of every input. Transfers pay the fee of the signer's setting.
 */

import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { counterLayout, counterRecoveryLayout } from '@ordbook/protocol/counter/counter';
import { inputsOf, type Layout, layout, pay, row, spend } from '@ordbook/protocol/layout/layout';
import { bumpLayout } from '@ordbook/protocol/listing/bump';
import { transferFee } from '@ordbook/protocol/listing/listing';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import { p2wpkhLock, p2wpkhScript } from '@ordbook/protocol/locks/p2wpkh';
import type { Party } from '@ordbook/protocol/locks/spending';
import { admissionFanOutLayout, fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { TIER } from '../../../protocol/test/collection-offer/terms.ts';
import { KEYS, NETWORK, publicKey, SIGNER_KEYS, xOnly } from '../../../protocol/test/parties.ts';
import { marketFills } from '../../src/signer/market/market-fills.ts';
import { SIGNER_OPTIONS } from '../signer/requests.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';
import { assembled, coinOf, holding, honestSigner, signedAs } from './forging.ts';
import {
  accepted,
  bought,
  countered,
  listed,
  OPERATOR,
  ordinalsOf,
  POSTAGE,
  PROCEEDS,
  signedListing,
} from './victims.ts';

vi.setConfig({ testTimeout: 60_000 });

const LARGE = 884_216;
const ROUNDS = 10;
/** What a round takes: a transfer's fee at 368 sat/vB, which an old signer found sane. */
const TAKEN = transferFee(368);

let world: AttackedChain;
beforeAll(async () => {
  world = await attackedChain();
});

/** A transfer as it was once: the anchor P2WPKH. The thief's coin is said to hold more than it does. */
function oldTransfer(utxo: Utxo, anchor: Utxo): Layout {
  const old = p2wpkhScript(publicKey('anchor'));
  return layout('old transfer', [
    row(
      spend('inscription', utxo, p2trLock(xOnly('thief')), { seller: 'DEFAULT' }),
      pay('passthrough', utxo.valueSats, passthroughLock(xOnly('thief'), KEYS.market).script),
    ),
    row(
      spend('anchor', anchor, p2wpkhLock(publicKey('anchor')), { operator: 'ALL' }),
      pay('anchor change', anchor.valueSats - TAKEN, old),
    ),
  ]);
}

const thiefsCoin = async () => (await world.coins({ script: ordinalsOf('thief'), valueSats: POSTAGE }))[0]!;
const overstated = (coin: Utxo): Utxo => ({ ...coin, valueSats: coin.valueSats + TAKEN });

describe('without the guards', () => {
  test('ten listings or counters of one thief move a large operator coin into the thief passthrough', async () => {
    let [left] = await world.coins({ script: p2wpkhScript(publicKey('anchor')), valueSats: LARGE });
    for (let round = 0; round < ROUNDS; round += 1) {
      const utxo = await thiefsCoin();
      const told = oldTransfer(overstated(utxo), left!);
      const { hex } = assembled(told, {
        // The operator signs what it is told; the thief signs the truth.
        operator: signedAs(told, 'operator', 'anchor'),
        seller: signedAs(holding(told, 0, utxo.valueSats), 'seller', 'thief'),
      });
      expect(await world.mined(hex)).toBeNull();
      left = coinOf(told, 1);
    }
    expect(left!.valueSats).toBe(LARGE - ROUNDS * TAKEN);
    const loot = passthroughLock(xOnly('thief'), KEYS.market).script;
    expect(world.balance(loot)).toBe(ROUNDS * (POSTAGE + TAKEN));
  });
});

describe('with one of the two guards', () => {
  test('the fee of the setting alone refuses each of ten rounds, in a listing and in a counter', async () => {
    const [anchor] = await world.coins({ script: OPERATOR, valueSats: LARGE });
    for (let round = 0; round < ROUNDS; round += 1) {
      const terms = { utxo: overstated(await thiefsCoin()), anchor: anchor!, transferFeeSats: TAKEN };
      const listing = signedListing('thief', { ...terms, sellerProceedsSats: PROCEEDS });
      await expect(honestSigner().signSale(await bought(world, BUYER, listing))).rejects.toThrow(
        "a transfer pays exactly the fee of the signer's own settings",
      );
      const counter = await countered(world, SELLER, BUYER, terms);
      const { request } = await accepted(world, BUYER, counter);
      await expect(honestSigner().signCounter(request)).rejects.toThrow(
        "a transfer pays exactly the fee of the signer's own settings",
      );
    }
  });

  test('taproot alone makes what the signer signs worthless, in a listing and in a counter', async () => {
    const before = world.balance(OPERATOR);
    const careless = honestSigner({ transferFeeRates: [368] });
    const [anchor] = await world.coins({ script: OPERATOR, valueSats: LARGE });
    const utxo = await thiefsCoin();
    const terms = { utxo: overstated(utxo), anchor: anchor!, transferFeeSats: TAKEN };
    const listing = signedListing('thief', { ...terms, sellerProceedsSats: PROCEEDS });
    const { transfers } = await careless.signSale(await bought(world, BUYER, listing));
    const counter = await countered(world, SELLER, BUYER, terms);
    const { transfer } = await careless.signCounter((await accepted(world, BUYER, counter)).request);
    const told = [
      [transfers[0]!, listing.tables.transfer],
      [transfer, counter.tables.transfer],
    ] as const;
    for (const [raw, table] of told)
      expect(await world.mined(truthfully(raw, holding(table, 0, POSTAGE)))).toMatch(/Schnorr signature/i);
    expect(world.balance(OPERATOR)).toBeGreaterThanOrEqual(before + LARGE);
  });
});

/** Thieves: one sells and counters, one buys and accepts. */
const SELLER = 'thief';
const BUYER = 'second thief';

/** The transaction with the operator's signatures as the signer gave them, and the thieves' signatures made over the truth. */
function truthfully(raw: string, truth: Layout): string {
  const { inputs } = readTransaction(raw);
  const given = (party: Party) =>
    inputsOf(truth, party).map((inputIndex) => ({
      inputIndex,
      signature: inputs[inputIndex]!.witness[0]!,
    }));
  return assembled(truth, {
    operator: given('operator'),
    market: given('market'),
    seller: signedAs(truth, 'seller', SELLER),
    buyer: signedAs(truth, 'buyer', BUYER),
  }).hex;
}

/** What a coin holds above what is told: it would be a miner's, so nothing but the signatures stands in the way. */
const HIDDEN = 500;
const understated = (coin: Utxo): Utxo => ({ ...coin, valueSats: coin.valueSats - HIDDEN });

interface Lie {
  /** As the signer completed it. */
  readonly raw: string;
  /** As the signer was told. */
  readonly told: Layout;
  /** The input whose coin holds more than was told. */
  readonly index: number;
  /** Mined before it. */
  readonly before?: readonly string[];
}

const signer = honestSigner();
const fills = marketFills({
  ...SIGNER_OPTIONS,
  maxFeeRate: 500,
  leastFeeBps: 0,
  keys: SIGNER_KEYS,
  tiers: [TIER],
});
const operatorCoin = async (valueSats: number) =>
  (await world.coins({ script: OPERATOR, valueSats }))[0] as Utxo;

/** One lie about each coin that is spent beside a signature of the operator's keys. */
const LIES: Readonly<Record<string, () => Promise<Lie>>> = {
  "a transfer: the seller's coin": async () => {
    const { tables, ...listing } = signedListing(SELLER, {
      utxo: understated(await thiefsCoin()),
      anchor: await operatorCoin(1_000),
      sellerProceedsSats: PROCEEDS,
    });
    const { transfers } = await signer.signSale(await bought(world, BUYER, { tables, ...listing }));
    return { raw: transfers[0]!, told: tables.transfer, index: 0 };
  },
  'a transfer: the anchor': async () => {
    const { tables, ...listing } = signedListing(SELLER, {
      utxo: await thiefsCoin(),
      anchor: understated(await operatorCoin(100_000)),
      sellerProceedsSats: PROCEEDS,
    });
    const { transfers } = await signer.signSale(await bought(world, BUYER, { tables, ...listing }));
    return { raw: transfers[0]!, told: tables.transfer, index: 1 };
  },
  'a sale: the purchase anchor': async () => {
    const purchaseAnchor = understated(await operatorCoin(100_000));
    const request = await bought(world, BUYER, await listed(world, SELLER), { purchaseAnchor });
    const { transfers, sale } = await signer.signSale(request);
    return { raw: sale, told: saleLayout(request.terms, KEYS, NETWORK), index: 1, before: transfers };
  },
  'a sale: a payment': async () => {
    const request = await bought(world, BUYER, await listed(world, SELLER), {}, (terms) => ({
      ...terms,
      payments: terms.payments.map(understated),
      changeSats: terms.changeSats - HIDDEN,
    }));
    const { transfers, sale } = await signer.signSale(request);
    return { raw: sale, told: saleLayout(request.terms, KEYS, NETWORK), index: 3, before: transfers };
  },
  'a bump: its coin': async () => {
    const { terms, tables, signatures } = await listed(world, SELLER);
    const coin = understated(await operatorCoin(100_000));
    const request = {
      items: [{ terms, sellerSignature: signatures.recovery }],
      bump: { coin, feeSats: 5_000 },
    };
    const { hex, bump } = await signer.signRecovery(request);
    const told = bumpLayout(tables.recovery, KEYS, request.bump);
    return { raw: bump!.hex, told, index: 1, before: [sent(tables.transfer), hex] };
  },
  "a counter: the buyer's funding": async () => {
    const counter = await countered(world, SELLER, BUYER);
    const { request, funding: paid } = await accepted(world, BUYER, counter);
    const funding = { ...request.funding, coin: understated(request.funding.coin) };
    const told = counterLayout(counter.terms, KEYS, NETWORK, funding);
    const buyerSignatures = signedAs(told, 'buyer', BUYER);
    const { transfer, settlement } = await signer.signCounter({ ...request, funding, buyerSignatures });
    return { raw: settlement, told, index: 1, before: [transfer, sent(paid)] };
  },
  'the recovery of a counter: a fee coin': async () => {
    const { terms, tables, signatures } = await countered(world, SELLER, BUYER);
    const feeCoins = [understated(await operatorCoin(20_000))];
    const { hex } = await signer.signCounterRecovery({
      terms,
      sellerSignature: signatures.recovery,
      feeCoins,
    });
    const told = counterRecoveryLayout(terms, KEYS, feeCoins);
    return { raw: hex, told, index: 1, before: [sent(tables.transfer)] };
  },
  'a split: its coin': async () => {
    const request = {
      coins: [await operatorCoin(5_000), understated(await operatorCoin(100_000))],
      count: 3,
      valueSats: 1_000,
      feeSats: 2_000,
    };
    const { hex } = await signer.signAnchorFanOut(request);
    return { raw: hex, told: fanOutLayout(request, KEYS), index: 1 };
  },
  'an admission fan-out: its coin': async () => {
    const request = {
      coins: [understated(await operatorCoin(100_000))],
      tiers: [{ tier: TIER, count: 2 }],
      feeSats: 2_000,
    };
    const { hex } = await fills.signAdmissionFanOut(request);
    return { raw: hex, told: admissionFanOutLayout(request, KEYS, xOnly('gate')), index: 0 };
  },
};

/** A transaction with everybody's true signatures. */
function sent(table: Layout): string {
  return assembled(table, {
    seller: signedAs(table, 'seller', SELLER),
    operator: signedAs(table, 'operator', 'anchor'),
    buyer: signedAs(table, 'buyer', BUYER),
  }).hex;
}

describe('whatever coin is lied about, what the signer signs is worthless', () => {
  test.each(Object.entries(LIES))('%s', async (_, lie) => {
    const { raw, told, index, before = [] } = await lie();
    const truth = holding(told, index, told.inputs[index]!.coin.valueSats + HIDDEN);
    expect(await world.mined(...before, truthfully(raw, truth))).toMatch(/Schnorr signature/i);
    // The same without the lie: what stands in the way is the lie alone.
    const honest = assembled(truth, {
      operator: signedAs(truth, 'operator', 'anchor'),
      market: signedAs(truth, 'market', 'market'),
      seller: signedAs(truth, 'seller', SELLER),
      buyer: signedAs(truth, 'buyer', BUYER),
    });
    expect(await world.mined(...before, honest.hex)).toBeNull();
  });
});
