import type { TransactionInput } from '@scure/btc-signer/psbt.js';
import type { Coverage, InputSignature } from './explanation.ts';

const NONE = 2;
const SINGLE = 3;
const ANYONECANPAY = 0x80;
const NAMES: Readonly<Record<number, string>> = {
  0: 'DEFAULT',
  1: 'ALL',
  [NONE]: 'NONE',
  [SINGLE]: 'SINGLE',
};

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

/** Whether a signature is valid for exactly one transaction. */
export function coversAll({ coverage }: InputSignature): boolean {
  return coverage?.inputs === 'all' && coverage.outputs === 'all';
}

/** What the wallet is asked for. */
export interface AskedSighash {
  /** `default`: the one that the PSBT states. null: nothing is asked of it. */
  readonly sighash: number | 'default' | null;
  /** Whether the request names the input. The wallet signs then, whatever is there already. */
  readonly isNamed: boolean;
}

/** The sighash that the PSBT states for an input, or else that of its type. ECDSA has no DEFAULT. */
export function statedSighash({ sighashType }: TransactionInput, script: string | null): number {
  const own = script !== null && /^5120[0-9a-f]{64}$/.test(script) ? 0 : 1;
  return sighashType || own;
}

/** The signature of an input. */
export function signatureOf(
  fields: TransactionInput,
  script: string | null,
  { sighash: asked, isNamed }: AskedSighash,
): InputSignature {
  const own = statedSighash({}, script);
  const stated = statedSighash(fields, script);
  const signature = (state: InputSignature['state'], byte: number): InputSignature => {
    // ECDSA has no DEFAULT: wallets read 0 as ALL
    const sighash = byte === 0 ? own : byte;
    return { state, byte: sighash, coverage: coverageOf(sighash) };
  };
  if (isNamed) return signature('asked', asked === null || asked === 'default' ? stated : asked);
  if (fields.finalScriptWitness?.length || fields.finalScriptSig?.length) {
    const made = fields.finalScriptWitness?.map(sighashIn).find((byte) => byte !== null) ?? null;
    return made === null ? { state: 'final', byte: null, coverage: null } : signature('final', made);
  }
  const made = madeSignature(fields);
  if (made !== null) return signature('made', made);
  if (asked === null) return signature('missing', stated);
  return signature('asked', asked === 'default' ? stated : asked);
}

function madeSignature({ tapKeySig, tapScriptSig, partialSig }: TransactionInput): number | null {
  const schnorr = tapKeySig ?? tapScriptSig?.[0]?.[1];
  if (schnorr) return schnorr.length === 65 ? schnorr.at(-1)! : 0;
  return partialSig?.[0]?.[1].at(-1) ?? null;
}

/** The sighash of a witness item that has the size of a signature. */
function sighashIn(item: Uint8Array): number | null {
  if (item.length === 64) return 0;
  if (item.length === 65 && coverageOf(item[64]!)) return item[64]!;
  return item.length >= 70 && item.length <= 73 && item[0] === 0x30 ? item.at(-1)! : null;
}
