import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { bareMultisigOf, isUnspendable, outputTypeOf, witnessProgramOf } from '../../src/script/templates.ts';
import { asm } from './support/asm.ts';

const KEY = `02${'11'.repeat(32)}`;
const PUSHED_KEY = `0x21 0x${KEY}`;
const LONG_KEY = `0x41 0x04${'11'.repeat(64)}`;
const HASH20 = `0x14 0x${'22'.repeat(20)}`;
const HASH32 = `0x20 0x${'33'.repeat(32)}`;

describe('scriptPubKey forms', () => {
  test.each([
    [`DUP HASH160 ${HASH20} EQUALVERIFY CHECKSIG`, 'pubkeyhash'],
    [`HASH160 ${HASH20} EQUAL`, 'scripthash'],
    [`${PUSHED_KEY} CHECKSIG`, 'pubkey'],
    [`${LONG_KEY} CHECKSIG`, 'pubkey'],
    [`0x21 0x05${'11'.repeat(32)} CHECKSIG`, 'nonstandard'],
    [`1 ${PUSHED_KEY} ${LONG_KEY} 2 CHECKMULTISIG`, 'multisig'],
    [`2 ${PUSHED_KEY} 1 CHECKMULTISIG`, 'nonstandard'],
    [`1 ${PUSHED_KEY} 2 CHECKMULTISIG`, 'nonstandard'],
    ["RETURN 'hello'", 'nulldata'],
    ['RETURN', 'nulldata'],
    ['RETURN DUP', 'nonstandard'],
    [`0 ${HASH20}`, 'witness_v0_keyhash'],
    [`0 ${HASH32}`, 'witness_v0_scripthash'],
    [`1 ${HASH32}`, 'witness_v1_taproot'],
    ['1 0x02 0x4e73', 'anchor'],
    [`2 ${HASH32}`, 'witness_unknown'],
    [`1 ${HASH20}`, 'witness_unknown'],
    ['0 0x02 0x1234', 'nonstandard'],
    ['', 'nonstandard'],
    ['1', 'nonstandard'],
  ])('%s is %s', (script, type) => {
    expect(outputTypeOf(asm(script))).toBe(type);
  });

  test('a witness program has 2 to 40 bytes and one direct push', () => {
    expect(witnessProgramOf(asm(`16 0x28 0x${'44'.repeat(40)}`))?.version).toBe(16);
    expect(hex.encode(witnessProgramOf(asm('0 0x02 0xabcd'))!.program)).toBe('abcd');
    for (const script of [
      `16 0x29 0x${'44'.repeat(41)}`,
      '1 0x01 0x44',
      '1NEGATE 0x02 0xabcd',
      '1 0x4c 0x02 0xabcd',
    ])
      expect(witnessProgramOf(asm(script))).toBeNull();
  });

  test('a bare multisig tells how many of how many', () => {
    expect(bareMultisigOf(asm(`1 ${PUSHED_KEY} ${PUSHED_KEY} 2 CHECKMULTISIG`))).toEqual({
      required: 1,
      keys: 2,
    });
  });

  test('OP_RETURN and scripts above 10,000 bytes can never be spent', () => {
    expect(isUnspendable(asm('RETURN DUP'))).toBe(true);
    expect(isUnspendable(new Uint8Array(10_001))).toBe(true);
    expect(isUnspendable(new Uint8Array(10_000))).toBe(false);
  });
});
