import { describe, expect, test } from 'vitest';
import { readTransaction } from '../../src/bitcoin/transaction.ts';

describe('a raw transaction', () => {
  test('with witnesses has the txid of its bytes without them', () => {
    // Source: BIP143, "P2SH-P2WPKH", the signed transaction.
    const hex =
      '01000000000101db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a5477010000001716001479091972186c449eb1ded22b78e40d009bdf0089feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac02473044022047ac8e878352d3ebbde1c94ce3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad4010726870540656fe9dcb012103ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a2687392040000';
    expect(readTransaction(hex)).toMatchObject({
      txid: 'ef48d9d0f595052e0f8cdcf825f7a5e50b6a388a81f206f3f4846e5ecd7a0c23',
      inputs: [
        {
          txid: '77541aeb3c4dac9260b68f74f44c973081a9d4cb2ebe8038b2d70faa201b6bdb',
          vout: 1,
          witness: [expect.stringMatching(/^3044/), expect.stringMatching(/^03ad1d/)],
        },
      ],
      outputs: [{ valueSats: 199_996_600 }, { valueSats: 800_000_000 }],
    });
  });

  test('that is cut is not read', () => {
    expect(() => readTransaction('02000000')).toThrow();
  });
});
