import { describe, expect, test } from 'vitest';
import type { BlockTransaction } from '../../src/chain/port.ts';
import { isSignedForSale } from '../../src/follower/seller-signature.ts';
import { type Coin, FORMS, type Form, minedTransaction, SALE, scriptFor } from './signed-sales.ts';

const txidOf = (n: number) => n.toString(16).padStart(64, '0');

/** A sale whose second input is the seller's. */
const sale = (form: Form, change: Partial<Coin> = {}, lockTime = 0) =>
  minedTransaction(txidOf(9), {
    lockTime,
    inputs: [
      { txid: txidOf(1), valueSats: 600, owner: 'buyer' },
      { txid: txidOf(2), valueSats: 546, owner: 'seller', form, sighash: SALE, ...change },
      { txid: txidOf(3), valueSats: 90_000, owner: 'buyer' },
    ],
    outputs: [
      { owner: 'buyer', valueSats: 1_146 },
      { owner: 'seller pays', valueSats: 50_546 },
    ],
  });

const changed = (transaction: BlockTransaction, change: Partial<BlockTransaction['inputs'][number]>) => ({
  ...transaction,
  inputs: transaction.inputs.map((input, i) => (i === 1 ? { ...input, ...change } : input)),
});

describe.each(FORMS)('a coin of form %s', (form) => {
  test('is signed for sale by its owner, as another implementation hashes it', () => {
    expect(isSignedForSale(sale(form), 1)).toBe(true);
    expect(isSignedForSale(sale(form, {}, 840_000), 1)).toBe(true);
  });

  test('is not by a signature of another sighash type, of another key or for another transaction', () => {
    for (const sighash of [0x01, 0x81, 0x03]) expect(isSignedForSale(sale(form, { sighash }), 1)).toBe(false);
    expect(isSignedForSale(sale(form, { key: 'third party' }), 1)).toBe(false);
    const good = sale(form);
    const [first, payment] = good.outputs as [(typeof good.outputs)[0], (typeof good.outputs)[0]];
    for (const lie of [
      { ...good, version: 1 },
      { ...good, lockTime: 1 },
      { ...good, outputs: [first, { ...payment, valueSats: 50_547 }] },
      { ...good, outputs: [first, { ...payment, script: scriptFor('third party') }] },
      { ...good, outputs: [first] },
      changed(good, { sequence: 1 }),
      changed(good, { vout: 1 }),
      ...(good.inputs[1]!.witness.length > 0 ? [changed(good, { valueSats: 547 })] : []),
    ])
      expect(isSignedForSale(lie, 1)).toBe(false);
  });

  test('is not by bytes that a script drops, although they look like a signature', () => {
    const { witness, scriptSig } = sale(form, { sighash: 0x01 }).inputs[1]!;
    const schnorr = `${'ab'.repeat(64)}83`;
    const der = `3044${'11'.repeat(68)}83`;
    const good = sale(form);
    for (const junk of [schnorr, der]) {
      const dropped = { witness: witness.length > 0 ? [junk, ...witness] : [], scriptSig };
      expect(isSignedForSale(changed(good, dropped), 1)).toBe(false);
      expect(isSignedForSale(changed(good, { ...dropped, scriptSig: `47${junk}${scriptSig}` }), 1)).toBe(
        false,
      );
    }
  });
});

test('six signatures are verified, and no more: a script may hold any number of them', () => {
  const good = sale('leaf');
  const [signature, leaf, controlBlock] = good.inputs[1]!.witness as [string, string, string];
  const junk = `${'ab'.repeat(64)}83`;
  const after = (count: number) =>
    changed(good, { witness: [...Array<string>(count).fill(junk), signature, leaf, controlBlock] });
  expect(isSignedForSale(after(5), 1)).toBe(true);
  expect(isSignedForSale(after(6), 1)).toBe(false);
});

test('a script that ends inside a push is read up to there', () => {
  const good = sale('p2pkh');
  for (const scriptSig of ['49', '4d', '4d01', '4cff00']) {
    expect(isSignedForSale(changed(good, { scriptSig }), 1)).toBe(false);
  }
});

test('a witness with an annex is not understood', () => {
  const good = sale('p2tr');
  expect(isSignedForSale(changed(good, { witness: [...good.inputs[1]!.witness, '50aa'] }), 1)).toBe(false);
});
