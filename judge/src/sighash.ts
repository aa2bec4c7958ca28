import type { TransactionInput } from '@scure/btc-signer/psbt.js';

const NONE = 2;
const SINGLE = 3;
const ANYONECANPAY = 0x80;
const NAMES: Readonly<Record<number, string>> = {
  0: 'DEFAULT',
  1: 'ALL',
  [NONE]: 'NONE',
  [SINGLE]: 'SINGLE',
};

/** How a signature covers its transaction, by its sighash. */
export interface Coverage {
  readonly name: string;
  readonly byte: number;
  readonly inputs: 'all' | 'own';
  readonly outputs: 'all' | 'paired' | 'none';
}

/** What a signature with this sighash covers; null: Bitcoin has no such sighash. Source: BIP143, BIP341. */
export function coverageOf(byte: number): Coverage | null {
  const base = byte & ~ANYONECANPAY;
  const name = NAMES[base];
  if (!name || byte === ANYONECANPAY) return null;
  const isAnyone = base !== byte;
  return {
    name: isAnyone ? `${name}|ANYONECANPAY` : name,
    byte,
    inputs: isAnyone ? 'own' : 'all',
    outputs: base === NONE ? 'none' : base === SINGLE ? 'paired' : 'all',
  };
}

/**
 * What a signature of ECDSA covers whose byte is no sighash: consensus looks at some of its bits only. Nodes do not
 * relay it, and a miner can. Source: Bitcoin Core, SignatureHash.
 */
export function maskedCoverage(byte: number): Coverage {
  const base = byte & 0x1f;
  const known = base === NONE || base === SINGLE ? base : 1;
  return { ...coverageOf(known | (byte & ANYONECANPAY))!, byte };
}

/** Whether a signature is valid for exactly one transaction. */
export function coversAll({ coverage }: { readonly coverage: Coverage | null }): boolean {
  return coverage?.inputs === 'all' && coverage.outputs === 'all';
}

/**
 * The sighash that a PSBT states for an input, or else that of its type. ECDSA has no DEFAULT: 0 is read as
 * ALL.
 */
export function statedSighash({ sighashType }: TransactionInput, script: string | null): number {
  const own = script !== null && /^5120[0-9a-f]{64}$/.test(script) ? 0 : 1;
  return sighashType || own;
}

/** The sighashes of the signatures that an input has. Nobody has verified them. */
export function madeSighashes(fields: TransactionInput): number[] {
  const { tapKeySig, tapScriptSig = [], partialSig = [], finalScriptWitness = [], finalScriptSig } = fields;
  const schnorr = [...(tapKeySig ? [tapKeySig] : []), ...tapScriptSig.map(([, signature]) => signature)];
  return [
    ...schnorr.map((signature) => (signature.length === 65 ? signature[64]! : 0)),
    ...partialSig.map(([, signature]) => signature.at(-1)!),
    ...[...finalScriptWitness, ...pushes(finalScriptSig)].flatMap(sighashIn),
  ];
}

/** Whether somebody has completed the input. */
export function isFinal({ finalScriptWitness, finalScriptSig }: TransactionInput): boolean {
  return Boolean(finalScriptWitness?.length || finalScriptSig?.length);
}

/** The sighash of a witness item that has the size of a signature. */
function sighashIn(item: Uint8Array): number[] {
  if (item.length === 64) return [0];
  if (item.length === 65 && coverageOf(item[64]!)) return [item[64]!];
  return item.length >= 70 && item.length <= 73 && item[0] === 0x30 ? [item.at(-1)!] : [];
}

/** The short pushes of a scriptSig. */
function pushes(script: Uint8Array = new Uint8Array()): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < script.length; at += 1 + script[at]!) {
    if (script[at]! > 75) return found;
    found.push(script.subarray(at + 1, at + 1 + script[at]!));
  }
  return found;
}
