import { describe, expect, test } from 'vitest';
import { checkTransaction, MAX_MONEY_SATS } from '../../src/transaction/check.ts';
import { NULL_TXID, NULL_VOUT, type Transaction } from '../../src/transaction/transaction.ts';

const INPUT = {
  txid: '22'.repeat(32),
  vout: 0,
  scriptSig: new Uint8Array(0),
  sequence: 0xffffffff,
  witness: [],
};
const OUTPUT = { valueSats: 1000, script: Uint8Array.of(0x51) };
const VALID: Transaction = { version: 2, inputs: [INPUT], outputs: [OUTPUT], lockTime: 0 };
const coinbaseInput = (length: number) => ({
  ...INPUT,
  txid: NULL_TXID,
  vout: NULL_VOUT,
  scriptSig: new Uint8Array(length),
});

describe('checkTransaction', () => {
  test.each<[string, Partial<Transaction>, string | null]>([
    ['an ordinary transaction passes', {}, null],
    ['a transaction has an input', { inputs: [] }, 'bad-txns-vin-empty'],
    ['a transaction has an output', { outputs: [] }, 'bad-txns-vout-empty'],
    [
      'four times the stripped size is at most a block',
      { outputs: [{ valueSats: 0, script: new Uint8Array(1_000_000) }] },
      'bad-txns-oversize',
    ],
    ['no amount is negative', { outputs: [{ ...OUTPUT, valueSats: -1 }] }, 'bad-txns-vout-negative'],
    ['an amount may be all the money', { outputs: [{ ...OUTPUT, valueSats: MAX_MONEY_SATS }] }, null],
    [
      'no amount is more than all the money',
      { outputs: [{ ...OUTPUT, valueSats: MAX_MONEY_SATS + 1 }] },
      'bad-txns-vout-toolarge',
    ],
    [
      'the sum is at most all the money',
      { outputs: [{ ...OUTPUT, valueSats: MAX_MONEY_SATS }, OUTPUT] },
      'bad-txns-txouttotal-toolarge',
    ],
    ['no output is spent twice', { inputs: [INPUT, { ...INPUT, sequence: 0 }] }, 'bad-txns-inputs-duplicate'],
    ['two outputs of one transaction are two outputs', { inputs: [INPUT, { ...INPUT, vout: 1 }] }, null],
    ['a coinbase script has at least 2 bytes', { inputs: [coinbaseInput(1)] }, 'bad-cb-length'],
    ['a coinbase script of 2 bytes passes', { inputs: [coinbaseInput(2)] }, null],
    ['a coinbase script of 100 bytes passes', { inputs: [coinbaseInput(100)] }, null],
    ['a coinbase script has at most 100 bytes', { inputs: [coinbaseInput(101)] }, 'bad-cb-length'],
    [
      'only a coinbase spends the null outpoint',
      { inputs: [INPUT, coinbaseInput(2)] },
      'bad-txns-prevout-null',
    ],
  ])('%s', (_rule, change, code) => {
    expect(checkTransaction({ ...VALID, ...change })).toBe(code);
  });
});
