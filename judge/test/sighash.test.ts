import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import { madeSighashes, statedSighash } from '../src/index.ts';
import { scriptOf } from './drafts.ts';

test('a PSBT that states DEFAULT for ECDSA asks for ALL', () => {
  expect(statedSighash({ sighashType: 0 }, scriptOf('p2wpkh', 1))).toBe(1);
  expect(statedSighash({ sighashType: 0 }, scriptOf('p2tr', 1))).toBe(0);
});

test('a signature in a scriptSig counts as made', () => {
  const signature = `30${'44'.repeat(69)}83`;
  const finalScriptSig = hex.decode(`47${signature}21${'02'.repeat(33)}`);
  expect(madeSighashes({ finalScriptSig })).toEqual([0x83]);
});
