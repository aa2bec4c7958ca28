import { hex } from '@scure/base';
import { xOnlyPointAddTweak } from 'tiny-secp256k1';
import { taggedHash } from '../../../src/script/hashes.ts';
import { TAPSCRIPT_LEAF_VERSION, tapLeafHash } from '../../../src/script/taproot.ts';
import { NULL_TXID, type Transaction, type TransactionOutput } from '../../../src/transaction/transaction.ts';
import { txidOf } from '../../../src/transaction/txid.ts';
import { asm } from './asm.ts';

const SEQUENCE_FINAL = 0xffffffff;
/** The point nobody knows the secret of (BIP341). */
const NOBODYS_KEY = hex.decode('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0');

/** A scriptPubKey with what is to satisfy it. */
export interface ScriptPair {
  readonly witness: readonly Uint8Array[];
  readonly valueSats: number;
  readonly scriptSig: Uint8Array;
  readonly scriptPubKey: Uint8Array;
  readonly flags: string;
  readonly expected: string;
}

/** A row of script_tests.json. */
export function scriptPair(row: (string | (string | number)[])[]): ScriptPair {
  const [first] = row;
  const funded = Array.isArray(first) ? first : [];
  const [scriptSig, scriptPubKey, flags, expected] = (Array.isArray(first) ? row.slice(1) : row) as string[];
  const items = funded.slice(0, -1) as string[];
  const leaf = items.find((item) => item.startsWith('#SCRIPT#'))?.slice('#SCRIPT#'.length);
  const taproot = leaf === undefined ? null : oneLeaf(asm(leaf));
  return {
    witness: items.map((item) => {
      if (item.startsWith('#SCRIPT#')) return taproot!.leaf;
      return item === '#CONTROLBLOCK#' ? taproot!.control : hex.decode(item);
    }),
    valueSats: Math.round(Number(funded.at(-1) ?? 0) * 1e8),
    scriptSig: asm(scriptSig!),
    scriptPubKey: asm(
      scriptPubKey!.replace('#TAPROOTOUTPUT#', taproot ? `0x${hex.encode(taproot.outputKey)}` : ''),
    ),
    flags: flags!,
    expected: expected!,
  };
}

/** A taproot output that nobody can spend by key, with one leaf. */
export function oneLeaf(leaf: Uint8Array, leafVersion = TAPSCRIPT_LEAF_VERSION) {
  const root = tapLeafHash(leafVersion, leaf);
  const output = xOnlyPointAddTweak(NOBODYS_KEY, taggedHash('TapTweak')(NOBODYS_KEY, root))!;
  const control = Uint8Array.of(leafVersion | output.parity, ...NOBODYS_KEY);
  return { leaf, control, outputKey: output.xOnlyPubkey };
}

/** The two transactions in which Bitcoin Core's tests run a pair of scripts. */
export function creditAndSpend(pair: Omit<ScriptPair, 'flags' | 'expected'>): {
  tx: Transaction;
  spent: TransactionOutput;
} {
  const spent = { valueSats: pair.valueSats, script: pair.scriptPubKey };
  const credit: Transaction = {
    version: 1,
    inputs: [
      {
        txid: NULL_TXID,
        vout: 0xffffffff,
        scriptSig: Uint8Array.of(0, 0),
        sequence: SEQUENCE_FINAL,
        witness: [],
      },
    ],
    outputs: [spent],
    lockTime: 0,
  };
  const input = { txid: txidOf(credit), vout: 0, scriptSig: pair.scriptSig, sequence: SEQUENCE_FINAL };
  const tx: Transaction = {
    version: 1,
    inputs: [{ ...input, witness: pair.witness }],
    outputs: [{ valueSats: pair.valueSats, script: new Uint8Array(0) }],
    lockTime: 0,
  };
  return { tx, spent };
}
