/**
 * Attacker: the operator with all keys (or a market signer that was taken over, with the signatures that the service stores).
 * Aim:      whatever SINGLE|ANYONECANPAY and ALL|ANYONECANPAY leave open, and what an ECDSA signature does not see.
 * Guard:    none by signatures. The threat model says so; what ends each of these attacks is the user's own move, tried here too.
 */

import { COUNTER_VERSION } from '@ordbook/protocol/counter/counter';
import { inputsOf, type Layout, layout, pay, row, rows, spend } from '@ordbook/protocol/layout/layout';
import type { SaleTerms } from '@ordbook/protocol/layout/terms';
import { operatorLock, p2trLock } from '@ordbook/protocol/locks/p2tr';
import type { PaymentType } from '@ordbook/protocol/locks/payer';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { KEYS, NETWORK, payer, xOnly } from '../../../protocol/test/parties.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';
import { assembled, holding, signedAs } from './forging.ts';
import {
  bought,
  countered,
  FEES,
  listed,
  OPERATOR,
  ordinalsOf,
  POSTAGE,
  PROCEEDS,
  paymentOf,
  type SignedCounter,
  type SignedListing,
  transferOf,
} from './victims.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: AttackedChain;
beforeAll(async () => {
  world = await attackedChain();
});

/** Signs for the operator's keys, and puts the seller's old signatures where the table has their inputs. */
function withStored(table: Layout, signatures: readonly string[]): string {
  const seller = inputsOf(table, 'seller').map((inputIndex, i) => ({
    inputIndex,
    signature: signatures[i]!,
  }));
  return assembled(table, {
    seller,
    market: signedAs(table, 'market', 'market'),
    operator: signedAs(table, 'operator', 'anchor'),
  }).hex;
}

const operatorCoin = async (valueSats: number) => {
  const [coin] = (await world.coins({ script: OPERATOR, valueSats })) as [Utxo];
  return spend('own coin', coin, operatorLock(KEYS), { operator: 'DEFAULT' });
};

/** What ends it: the seller moves the inscription, here to a new address of the same wallet. */
async function moveAway({ terms }: SignedListing | SignedCounter, name: string): Promise<void> {
  const utxo = 'transfer' in terms ? terms.transfer.utxo : terms.utxo;
  const table = layout('move', [
    row(
      spend('inscription', utxo, p2trLock(xOnly(name)), { seller: 'DEFAULT' }),
      pay('elsewhere', utxo.valueSats, ordinalsOf(`${name} elsewhere`)),
    ),
  ]);
  const moved = assembled(table, { seller: signedAs(table, 'seller', name) });
  expect(await world.mined(moved.hex)).toBeNull();
}

/** The seller's input of a leg or a settlement, to be signed by the market too. */
function sellersInput({ tables }: SignedListing | SignedCounter) {
  const input = ('leg' in tables ? tables.leg : tables.settlement).inputs[0]!;
  return { ...input, signs: { ...input.signs, market: 'DEFAULT' as const } };
}

describe('the leg of a sale', () => {
  /** A transaction that pays the seller at the index of the passthrough; its first sats fall to the thief before. */
  const lifted = async (listing: SignedListing) => {
    const inputs = [await operatorCoin(20_000), sellersInput(listing), await operatorCoin(PROCEEDS)];
    const loot = pay('loot', 20_000 + POSTAGE, ordinalsOf('thief'));
    const table = layout('theft', rows(inputs, [loot, listing.tables.leg.outputs[0]!]));
    return withStored(table, [listing.signatures.leg]);
  };

  test('sells to anybody at the price that was signed, without fees or royalties', async () => {
    const listing = await listed(world, 'seller 1');
    const before = world.balance(paymentOf('seller 1'));
    expect(await world.mined(transferOf(listing), await lifted(listing))).toBeNull();
    expect(world.holder(listing.terms.utxo)).toMatchObject({ script: ordinalsOf('thief') });
    expect(world.balance(paymentOf('seller 1')) - before).toBe(PROCEEDS);
  });

  test('is worth nothing once its seller has moved the inscription', async () => {
    const listing = await listed(world, 'seller 1');
    await moveAway(listing, 'seller 1');
    expect(await world.mined(transferOf(listing), await lifted(listing))).toMatch(/missing|spent/);
  });

  /** The thief needs one version for both signatures: that of the leg is 2. */
  const LEG_VERSION = 2;

  test.each([LEG_VERSION, COUNTER_VERSION])(
    'and a counter of the same seller at the same sum fit into no transaction of version %i together',
    async (version) => {
      const listing = await listed(world, 'seller 1');
      const counter = await countered(world, 'seller 1', 'buyer');
      const inputs = [
        await operatorCoin(POSTAGE + PROCEEDS),
        ...[listing, counter].map(sellersInput),
        await operatorCoin(50_000),
      ];
      const table = layout('theft', rows(inputs, counter.tables.settlement.outputs), version);
      const theft = withStored(table, [listing.signatures.leg, counter.signatures.settlement]);
      expect(await world.mined(transferOf(listing), transferOf(counter), theft)).toMatch(
        /Schnorr signature/i,
      );
      for (const coin of [listing.terms.utxo, counter.terms.transfer.utxo])
        expect(world.holder(coin)).toMatchObject({ script: ordinalsOf('seller 1') });
    },
  );
});

describe('the settlement of a counter', () => {
  test('pays its seller in full, and the inscription may go to the marketplace instead of the buyer', async () => {
    const before = world.balance(paymentOf('seller 1'));
    const counter = await countered(world, 'seller 1', 'buyer');
    const inputs = [
      await operatorCoin(POSTAGE + PROCEEDS),
      sellersInput(counter),
      await operatorCoin(50_000),
    ];
    const table = layout('theft', rows(inputs, counter.tables.settlement.outputs), COUNTER_VERSION);
    const theft = withStored(table, [counter.signatures.settlement]);
    expect(await world.mined(transferOf(counter), theft)).toBeNull();
    expect(world.balance(paymentOf('seller 1')) - before).toBe(PROCEEDS);
    expect(world.holder(counter.terms.transfer.utxo)).toMatchObject({ script: FEES });
  });
});

describe('the recovery of a counter', () => {
  const pushedOut = async (counter: SignedCounter) => {
    const { inputs, outputs } = counter.tables.recovery;
    const table = layout('theft', rows([await operatorCoin(POSTAGE), inputs[0]!], outputs), COUNTER_VERSION);
    return withStored(table, [counter.signatures.recovery]);
  };

  test('returns the postage, and the inscription may go to a miner', async () => {
    const counter = await countered(world, 'seller 1', 'buyer');
    expect(await world.mined(transferOf(counter), await pushedOut(counter))).toBeNull();
    expect(world.holder(counter.terms.transfer.utxo)).toBe('fee');
    expect(world.balance(ordinalsOf('seller 1'))).toBeGreaterThanOrEqual(POSTAGE);
  });

  test('is worth nothing once its seller has moved the inscription', async () => {
    const counter = await countered(world, 'seller 1', 'buyer');
    await moveAway(counter, 'seller 1');
    expect(await world.mined(transferOf(counter), await pushedOut(counter))).toMatch(/missing|spent/);
  });
});

describe('a purchase, whose purchase anchor holds less than the buyer is told', () => {
  /** What the operator's anchors miss is taken from the passthrough: the inscription goes into output 0. */
  const cheated = async (type: PaymentType) => {
    const listing = await listed(world, 'seller 1');
    const [anchor] = await world.coins({ script: OPERATOR, valueSats: 1_000 });
    const overstated = { ...anchor!, valueSats: anchor!.valueSats + POSTAGE };
    const buying = { payer: payer('buyer', type), purchaseAnchor: overstated };
    // At a fee rate that leaves the network as much as the anchor misses.
    const dear = (terms: SaleTerms) => ({ ...terms, changeSats: terms.changeSats - POSTAGE });
    const request = await bought(world, 'buyer', listing, buying, dear);
    const told = saleLayout(request.terms, KEYS, NETWORK);
    const truth = holding(told, 1, 1_000);
    const sale = assembled(truth, {
      seller: [{ inputIndex: 2, signature: listing.signatures.leg }],
      buyer: request.buyerSignatures,
      market: signedAs(truth, 'market', 'market'),
      operator: signedAs(truth, 'operator', 'anchor'),
    });
    return { listing, refusal: await world.mined(transferOf(listing), sale.hex) };
  };

  test('paid from P2WPKH is mined, and the operator keeps the inscription', async () => {
    const { listing, refusal } = await cheated('p2wpkh');
    expect(refusal).toBeNull();
    expect(world.holder(listing.terms.utxo)).toMatchObject({ script: OPERATOR });
  });

  test('paid from taproot is worthless: that signature commits to every value', async () => {
    const { listing, refusal } = await cheated('p2tr');
    expect(refusal).toMatch(/Schnorr signature/i);
    expect(world.holder(listing.terms.utxo)).toMatchObject({ script: ordinalsOf('seller 1') });
  });
});
