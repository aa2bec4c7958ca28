import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { parseTransaction } from '../../src/transaction/parse.ts';
import {
  strippedBytesOf,
  totalBytesOf,
  txidOf,
  vsizeOf,
  weightOf,
  wtxidOf,
} from '../../src/transaction/txid.ts';

/** The P2WPKH example of BIP143, signed: one P2PK and one P2WPKH input. */
const BIP143 =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';

const GENESIS_COINBASE =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

describe('transaction ids', () => {
  test('the first transaction of all has its well-known id, and no other without a witness', () => {
    const tx = parseTransaction(hex.decode(GENESIS_COINBASE));
    expect(txidOf(tx)).toBe('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b');
    expect(wtxidOf(tx)).toBe(txidOf(tx));
    expect(weightOf(tx)).toBe(4 * totalBytesOf(tx));
  });

  test('a witness changes the wtxid and not the txid', () => {
    const tx = parseTransaction(hex.decode(BIP143));
    const stripped = { ...tx, inputs: tx.inputs.map((input) => ({ ...input, witness: [] })) };
    expect(txidOf(stripped)).toBe(txidOf(tx));
    expect(wtxidOf(stripped)).toBe(txidOf(tx));
    expect(wtxidOf(tx)).not.toBe(txidOf(tx));
  });

  test('weight is three times the stripped size plus the total size, and vsize a quarter of it rounded up', () => {
    const tx = parseTransaction(hex.decode(BIP143));
    expect(totalBytesOf(tx)).toBe(BIP143.length / 2);
    // Marker and flag, an empty witness, and 1 + 72 + 34 bytes for the other one.
    expect(strippedBytesOf(tx)).toBe(totalBytesOf(tx) - 2 - 1 - (1 + 72 + 34));
    expect(weightOf(tx)).toBe(3 * strippedBytesOf(tx) + totalBytesOf(tx));
    expect(vsizeOf(tx)).toBe(Math.ceil(weightOf(tx) / 4));
  });
});
