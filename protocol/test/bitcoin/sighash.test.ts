import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { bytesToHex, hexToBytes } from '../../src/bitcoin/bytes.ts';
import { sighashOf } from '../../src/bitcoin/sighash.ts';
import {
  type Layout,
  layout,
  pay,
  rows,
  SIGHASHES,
  type Sighash,
  spend,
  toTransaction,
} from '../../src/layout/layout.ts';
import { passthroughLock } from '../../src/listing/passthrough.ts';
import type { Lock } from '../../src/locks/lock.ts';
import { p2trLock } from '../../src/locks/p2tr.ts';
import { p2wpkhLock } from '../../src/locks/p2wpkh.ts';
import { payerLock } from '../../src/locks/payer.ts';
import { coin, KEYS, payer, publicKey, xOnly } from '../parties.ts';

const LOCKS: Lock[] = [
  p2wpkhLock(publicKey('anchor')),
  payerLock(payer('a', 'p2sh-p2wpkh')),
  p2trLock(xOnly('b')),
  passthroughLock(xOnly('c'), KEYS.market),
];

/** Any transaction of 1..12 inputs of all kinds, with an output beside each. */
const anyLayout = fc
  .array(
    fc.record({
      lock: fc.constantFrom(...LOCKS),
      valueSats: fc.integer({ min: 600, max: 2_100_000_000_000 }),
      vout: fc.integer({ min: 0, max: 5000 }),
      sequence: fc.constantFrom(0, 144, 0xfffffffd, 0xffffffff),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((inputs) =>
    layout(
      'any',
      rows(
        inputs.map(({ lock, valueSats, vout, sequence }, i) =>
          spend('in', coin(`in ${i}`, valueSats, vout), lock, {}, sequence),
        ),
        inputs.map(({ lock, valueSats }) => pay('out', valueSats - 1, lock.script)),
      ),
    ),
  );

/** What btc-signer would sign. */
function expectedHash(table: Layout, index: number, sighash: Sighash): Uint8Array {
  const transaction = toTransaction(table);
  const { lock, coin: spent } = table.inputs[index]!;
  const type = SIGHASHES[sighash];
  if (lock.type === 'p2wpkh' || lock.type === 'p2sh-p2wpkh') {
    const program = lock.type === 'p2wpkh' ? lock.script : bytesToHex(toRedeemScript(table, index));
    return transaction.preimageWitnessV0(
      index,
      hexToBytes(`76a914${program.slice(4)}88ac`),
      type,
      BigInt(spent.valueSats),
    );
  }
  return transaction.preimageWitnessV1(
    index,
    table.inputs.map((input) => hexToBytes(input.lock.script)),
    type,
    table.inputs.map((input) => BigInt(input.coin.valueSats)),
    undefined,
    lock.type === 'leaf' ? hexToBytes(lock.leaf) : undefined,
    lock.type === 'leaf' ? 0xc0 : undefined,
  );
}

function toRedeemScript(table: Layout, index: number): Uint8Array {
  const signed = {
    ...table,
    inputs: table.inputs.with(index, { ...table.inputs[index]!, signs: { buyer: 'ALL' as const } }),
  };
  return toTransaction(signed, 'buyer').getInput(index).redeemScript!;
}

describe('sighashes', () => {
  test('are those of btc-signer, for every kind of input and sighash', () => {
    fc.assert(
      fc.property(anyLayout, (table) => {
        for (const [index, { lock }] of table.inputs.entries()) {
          for (const sighash of Object.keys(SIGHASHES) as Sighash[]) {
            const isEcdsa = lock.type === 'p2wpkh' || lock.type === 'p2sh-p2wpkh';
            if (isEcdsa && sighash === 'DEFAULT') {
              expect(() => sighashOf(table, index, sighash)).toThrow('has no sighash DEFAULT');
            } else {
              expect(bytesToHex(sighashOf(table, index, sighash))).toBe(
                bytesToHex(expectedHash(table, index, sighash)),
              );
            }
          }
        }
      }),
      { numRuns: rounds(120) },
    );
  });

  test('with SINGLE|ANYONECANPAY are the same at any index, as long as the output goes along', () => {
    const leg = spend('leg', coin('leg', 546), LOCKS[3]!, {});
    const paid = pay('seller', 50_000, LOCKS[0]!.script);
    const other = spend('other', coin('other', 900_000), LOCKS[0]!, {});
    const alone = layout('alone', rows([leg], [paid]));
    const third = layout('third', rows([other, other, leg], [paid, paid, paid]));
    const moved = layout('moved', rows([other, leg], [paid, pay('seller', 49_999, LOCKS[0]!.script)]));
    const hash = (table: Layout, index: number) => bytesToHex(sighashOf(table, index, 'SINGLE|ANYONECANPAY'));
    expect(hash(third, 2)).toBe(hash(alone, 0));
    expect(hash(moved, 1)).not.toBe(hash(alone, 0));
  });

  test('need an output for SINGLE, and an input', () => {
    const table = layout(
      'one',
      rows(
        [spend('in', coin('in', 900), LOCKS[2]!, {}), spend('in', coin('in 2', 900), LOCKS[2]!, {})],
        [pay('out', 600, LOCKS[0]!.script)],
      ),
    );
    expect(() => sighashOf(table, 1, 'SINGLE|ANYONECANPAY')).toThrow('no output 1');
    expect(() => sighashOf(table, 2, 'ALL')).toThrow('no input 2');
  });

  test('of a sale of many inputs are linear: shared parts are hashed once', () => {
    const inputs = Array.from({ length: 2_000 }, (_, i) =>
      spend('in', coin(`in ${i}`, 900, i), LOCKS[0]!, {}),
    );
    const table = layout('large', rows(inputs, [pay('out', 600, LOCKS[0]!.script)]));
    const began = process.cpuUsage();
    for (const index of inputs.keys()) sighashOf(table, index, 'ALL');
    const { user } = process.cpuUsage(began);
    expect(user / 1_000).toBeLessThan(1_000);
  });
});
