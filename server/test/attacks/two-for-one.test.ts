/**
 * Attacker: the operator with all keys.
 * Aim:      two inscriptions of one seller for one payment: an output that two of the seller's signatures ask for, paid once.
 * Guard:    the last output of a counter's settlement and of its recovery names the passthrough, so no two ask for the same outputs.
 */

import { COUNTER_VERSION } from '@ordbook/protocol/counter/counter';
import { type Layout, layout, rows, type Spend, spend } from '@ordbook/protocol/layout/layout';
import { operatorLock } from '@ordbook/protocol/locks/p2tr';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { KEYS } from '../../../protocol/test/parties.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';
import { assembled, honestSigner, onlySignature, signedAs } from './forging.ts';
import {
  accepted,
  countered,
  FEES,
  OPERATOR,
  ordinalsOf,
  POSTAGE,
  PROCEEDS,
  paymentOf,
  type SignedCounter,
  transferOf,
} from './victims.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: AttackedChain;
beforeAll(async () => {
  world = await attackedChain();
});

type Step = 'settlement' | 'recovery';

/** The table as it was once: without the output that names the passthrough. */
const nameless = (table: Layout): Layout => ({ ...table, outputs: table.outputs.slice(0, -1) });
const asIs = (table: Layout): Layout => table;

/**
 * One transaction of both passthroughs, behind a coin of the operator. Its outputs are those of the first counter's step, so the seller is
 * paid once; the operator's coin fills what the seller gets, and both inscriptions flow on.
 */
async function together(
  counters: readonly [SignedCounter, SignedCounter],
  step: Step,
  shape: (table: Layout) => Layout,
): Promise<string> {
  const paid = shape(counters[0].tables[step]).outputs;
  const filled = step === 'settlement' ? POSTAGE + PROCEEDS : POSTAGE;
  const [own] = (await world.coins({ script: OPERATOR, valueSats: filled })) as [Utxo];
  const inputs: Spend[] = [
    spend('own coin', own, operatorLock(KEYS), { operator: 'DEFAULT' }),
    ...counters.map(({ tables }) => tables[step].inputs[0]!),
    ...(step === 'settlement' ? await topUp() : []),
  ];
  const table = layout('theft', rows(inputs, paid), COUNTER_VERSION);
  const seller = counters.map(({ tables }, i) => ({
    inputIndex: 1 + i,
    signature: onlySignature(shape(tables[step]), 'seller', 'seller 1'),
  }));
  return assembled(table, {
    seller,
    market: signedAs(table, 'market', 'market'),
    operator: signedAs(table, 'operator', 'anchor'),
  }).hex;
}

/** Sats behind the passthroughs, for the rest of the outputs. */
async function topUp(): Promise<Spend[]> {
  const [more] = await world.coins({ script: OPERATOR, valueSats: 50_000 });
  return [spend('more', more!, operatorLock(KEYS), { operator: 'DEFAULT' })];
}

/** Two counters of one seller to one buyer, at one price and postage. */
const pair = async () =>
  [await countered(world, 'seller 1', 'buyer'), await countered(world, 'seller 1', 'buyer')] as [
    SignedCounter,
    SignedCounter,
  ];
const coinsOf = (counters: readonly SignedCounter[]) => counters.map(({ terms }) => terms.transfer.utxo);

describe('without the guard', () => {
  test('the settlements of two counters are paid by one payment, and both inscriptions are the operator', async () => {
    const counters = await pair();
    const before = world.balance(paymentOf('seller 1'));
    expect(
      await world.mined(...counters.map(transferOf), await together(counters, 'settlement', nameless)),
    ).toBeNull();
    expect(world.balance(paymentOf('seller 1')) - before).toBe(PROCEEDS);
    for (const coin of coinsOf(counters)) expect(world.holder(coin)).toMatchObject({ script: FEES });
  });

  test('the recoveries of two counters return one postage, and both inscriptions are a miner', async () => {
    const counters = await pair();
    const theft = await together(counters, 'recovery', nameless);
    expect(await world.mined(...counters.map(transferOf), theft)).toBeNull();
    expect(coinsOf(counters).map((coin) => world.holder(coin))).toEqual(['fee', 'fee']);
  });
});

describe('with it', () => {
  test.each(['settlement', 'recovery'] as const)('two %ss fit into no transaction together', async (step) => {
    const counters = await pair();
    const [first, second] = counters.map(({ tables }) => tables[step].outputs);
    expect(first!.slice(0, -1)).toEqual(second!.slice(0, -1));
    expect(first).not.toEqual(second);
    const theft = await together(counters, step, asIs);
    expect(await world.mined(...counters.map(transferOf), theft)).toMatch(/Schnorr signature/i);
    for (const coin of coinsOf(counters))
      expect(world.holder(coin)).toMatchObject({ script: ordinalsOf('seller 1') });
  });

  test('the signer settles one counter with one payment of its buyer, and a second needs another', async () => {
    const [one, other] = await pair();
    const { request, funding } = await accepted(world, 'buyer', one);
    const sentFunding = assembled(funding, { buyer: signedAs(funding, 'buyer', 'buyer') }).hex;
    const { transfer, settlement } = await honestSigner().signCounter(request);
    expect(await world.mined(transfer, sentFunding, settlement)).toBeNull();
    const again = {
      ...request,
      terms: other.terms,
      transferSignature: other.signatures.transfer,
      sellerSignature: other.signatures.settlement,
    };
    await expect(honestSigner().signCounter(again)).rejects.toThrow(
      'the seller has signed the transfer and every output of the settlement, and the buyer all of it',
    );
  });
});
