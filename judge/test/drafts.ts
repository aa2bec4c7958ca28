import { hex } from '@scure/base';
import { OutScript, p2pkh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';

/** Script types of the three digests. */
export type Kind = 'p2tr' | 'p2wpkh' | 'p2pkh';

export const key = (n: number): Uint8Array => new Uint8Array(32).fill(n);

export function scriptOf(kind: Kind, n: number): string {
  if (kind === 'p2tr') return hex.encode(p2tr(pubSchnorr(key(n))).script);
  const of = kind === 'p2wpkh' ? p2wpkh : p2pkh;
  return hex.encode(of(pubECDSA(key(n))).script);
}

/** An output that no key opens. */
export const foreignScript = (n: number): string =>
  hex.encode(OutScript.encode({ type: 'wsh', hash: new Uint8Array(32).fill(0x80 + n) }));

export interface DraftInput {
  readonly txid: string;
  readonly vout?: number;
  readonly valueSats: number;
  readonly script: string;
  readonly sighash?: number;
}

export interface DraftOutput {
  readonly valueSats: number;
  readonly script: string;
}

export const txidOf = (n: number): string => n.toString(16).padStart(2, '0').repeat(32);

/** A PSBT of version 0, base64; legacy coins are shown like segwit ones. */
export function psbtOf(
  inputs: readonly DraftInput[],
  outputs: readonly DraftOutput[],
  { version = 2, lockTime = 0 } = {},
): string {
  const transaction = new Transaction({
    version,
    lockTime,
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
    disableScriptCheck: true,
  });
  for (const { txid, vout = 0, valueSats, script, sighash } of inputs)
    transaction.addInput({
      txid,
      index: vout,
      witnessUtxo: { amount: BigInt(valueSats), script: hex.decode(script) },
      ...(sighash === undefined ? {} : { sighashType: sighash }),
    });
  for (const { valueSats, script } of outputs)
    transaction.addOutput({ amount: BigInt(valueSats), script: hex.decode(script) });
  return Buffer.from(transaction.toPSBT(0)).toString('base64');
}
