import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { equalBytes, signECDSA, signSchnorr } from '@scure/btc-signer/utils.js';
import type { Holder, Lock } from './locks.ts';

/** A transaction before its signatures. */
export interface Skeleton {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly Spent[];
  readonly outputs: readonly { readonly valueSats: number; readonly script: string }[];
}

/** An input, and the coin as its signer believes it to be; null: the signer does not know. */
export interface Spent {
  readonly txid: string;
  readonly vout: number;
  readonly sequence: number;
  readonly valueSats: number | null;
  readonly script: string | null;
}

/** A signature that somebody gave for a coin, with its sighash byte where Bitcoin has one. */
export interface Given {
  readonly request: number;
  readonly input: number;
  readonly lock: Lock;
  readonly sighash: number;
  readonly sequence: number;
  readonly digest: Uint8Array;
  readonly signature: Uint8Array;
}

const NO_RANDOMNESS = new Uint8Array(32);

export function transactionOf({ version, lockTime, inputs, outputs }: Skeleton): Transaction {
  const transaction = new Transaction({
    version,
    lockTime,
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  });
  for (const { txid, vout, sequence } of inputs) transaction.addInput({ txid, index: vout, sequence });
  for (const { valueSats, script } of outputs)
    transaction.addOutput({ amount: BigInt(valueSats), script: hex.decode(script) });
  return transaction;
}

/** What a signature is over; null: Bitcoin has no such digest, or the signer lacks what it takes. */
export function digestOf(skeleton: Skeleton, at: number, lock: Lock, sighash: number): Uint8Array | null {
  const transaction = transactionOf(skeleton);
  if (lock.digest === 'legacy') return transaction['preimageLegacy'](at, lock.code!, sighash);
  const own = skeleton.inputs[at]!;
  if (own.valueSats === null) return null;
  if (lock.digest === 'v0')
    return transaction.preimageWitnessV0(at, lock.code!, sighash, BigInt(own.valueSats));
  if (![0, 1, 2, 3, 0x81, 0x82, 0x83].includes(sighash)) return null;
  if ((sighash & 3) === 3 && at >= skeleton.outputs.length) return null;
  const isOwnOnly = (sighash & 0x80) !== 0;
  if (!isOwnOnly && skeleton.inputs.some(({ valueSats }) => valueSats === null)) return null;
  const scripts = skeleton.inputs.map(({ script }) => hex.decode(script ?? ''));
  const amounts = skeleton.inputs.map(({ valueSats }) => BigInt(valueSats ?? 0));
  const leaf = lock.code ? [undefined, lock.code] : [];
  return transaction.preimageWitnessV1(at, scripts, sighash, amounts, ...(leaf as []));
}

/** A signature with its sighash byte; the same each time. */
export function sign(digest: Uint8Array, lock: Lock, holder: Holder, sighash: number): Uint8Array {
  const secret = lock.secrets[holder];
  if (lock.digest !== 'taproot') return Uint8Array.of(...signECDSA(digest, secret, true), sighash);
  const signature = signSchnorr(digest, secret, NO_RANDOMNESS);
  return sighash === 0 ? signature : Uint8Array.of(...signature, sighash);
}

/** The signature that is valid here, by preference the one that is named. */
export function validHere(
  given: readonly Given[],
  named: Pick<Given, 'request' | 'input'>,
  { skeleton, at }: { readonly skeleton: Skeleton; readonly at: number },
): Given | undefined {
  const isNamed = (one: Given) => one.request === named.request && one.input === named.input;
  return given
    .filter(({ lock }) => lock.script === skeleton.inputs[at]!.script)
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .find(({ digest, lock, sighash }) => {
      const here = digestOf(skeleton, at, lock, sighash);
      return here !== null && equalBytes(digest, here);
    });
}
