import { describe, expect, test } from 'vitest';
import { MANDATORY_FLAGS, SCRIPT_FLAGS } from '../../src/script/flags.ts';
import { pushOf } from '../../src/script/script-bytes.ts';
import { countSigops, sigopCostOf } from '../../src/script/sigops.ts';
import { NULL_TXID, NULL_VOUT, type Transaction } from '../../src/transaction/transaction.ts';
import { asm } from './support/asm.ts';

const NONE = new Uint8Array(0);
const MULTISIG = asm(`1 0x21 0x02${'11'.repeat(32)} 0x21 0x02${'11'.repeat(32)} 2 CHECKMULTISIG`);

function costOf(
  scriptPubKey: string,
  spending: { scriptSig?: Uint8Array; witness?: Uint8Array[] } = {},
): number {
  const input = { txid: '11'.repeat(32), vout: 0, sequence: 0, scriptSig: NONE, witness: [], ...spending };
  const tx: Transaction = {
    version: 2,
    inputs: [input],
    outputs: [{ valueSats: 1, script: NONE }],
    lockTime: 0,
  };
  return sigopCostOf(tx, [{ valueSats: 1, script: asm(scriptPubKey) }], MANDATORY_FLAGS);
}

describe('signature operations', () => {
  test('are counted as written, a multisig by its keys only where counting is accurate', () => {
    expect(countSigops(asm('0 IF CHECKSIG CHECKSIGVERIFY ENDIF'), false)).toBe(2);
    expect(countSigops(MULTISIG, false)).toBe(20);
    expect(countSigops(MULTISIG, true)).toBe(2);
    expect(countSigops(asm('CHECKMULTISIGVERIFY'), true)).toBe(20);
    expect(countSigops(asm('CHECKSIG 0x4c'), false)).toBe(1);
  });

  test('cost four in legacy scripts and one in witnesses', () => {
    const program = `0x14 0x${'22'.repeat(20)}`;
    const scriptProgram = `0x20 0x${'22'.repeat(32)}`;
    expect(costOf(`0 ${program}`)).toBe(1);
    expect(costOf(`0 ${scriptProgram}`, { witness: [NONE, MULTISIG] })).toBe(2);
    expect(costOf(`1 ${scriptProgram}`, { witness: [asm('CHECKSIG'), NONE] })).toBe(0);
    expect(costOf(`HASH160 ${program} EQUAL`, { scriptSig: pushOf(MULTISIG) })).toBe(8);
    expect(costOf(`HASH160 ${program} EQUAL`, { scriptSig: pushOf(asm(`0 ${program}`)) })).toBe(1);
    expect(costOf(`HASH160 ${program} EQUAL`, { scriptSig: asm('NOP') })).toBe(0);
    expect(costOf('1', { scriptSig: asm('CHECKSIG') })).toBe(4);
  });

  test('of outputs count, and of a coinbase nothing else', () => {
    const output = { valueSats: 1, script: asm('CHECKSIG') };
    const coinbase: Transaction = {
      version: 2,
      inputs: [{ txid: NULL_TXID, vout: NULL_VOUT, scriptSig: asm('1 1'), sequence: 0, witness: [] }],
      outputs: [output, output],
      lockTime: 0,
    };
    expect(sigopCostOf(coinbase, [], MANDATORY_FLAGS)).toBe(8);
    expect(sigopCostOf(coinbase, [], SCRIPT_FLAGS.P2SH)).toBe(8);
  });
});
