/**
 * The signatures in what a wallet returned, each verified. The result is our own PSBT with exactly the
 * signatures that were asked for: whatever else the wallet signed, changed or finalised is left out.
 */
import { verifyBip340, verifyEcdsa } from '@ordbook/protocol/bitcoin/signatures';
import { base64, hex } from '@scure/base';
import { RawWitness, Transaction } from '@scure/btc-signer';
import { equalBytes } from '@scure/btc-signer/utils.js';
import { ANY, type Psbt, readPsbt } from '../signing/psbt.ts';
import { leafHashOf } from '../signing/taproot.ts';
import { keyHashHash, taprootHash } from '../wallet/signature-hash.ts';
import type { InputToProvide, ProviderRequest } from './provider.ts';
import { WalletError } from './wallet-error.ts';

const DEFAULT = 0;
const ALL = 1;

type Fields = ReturnType<Transaction['getInput']>;

/**
 * The signed PSBT, base64. `returned`: hex or base64. Throws `WalletError` for another transaction, and for a
 * signature that is missing or does not verify with the sighash that was asked for.
 */
export function signedPsbt(name: string, { psbtBase64, inputs }: ProviderRequest, returned: string): string {
  const own = readPsbt(psbtBase64);
  const theirs = decoded(name, returned);
  if (hex.encode(theirs.unsignedTx) !== hex.encode(own.transaction.unsignedTx))
    throw new WalletError('provider', `${name} returned another transaction than it was given`);
  for (const asked of inputs) {
    const made = signatureOf(own, theirs.getInput(asked.index), asked);
    if (!made)
      throw new WalletError(
        'signature',
        `${name} returned no valid signature of input ${asked.index} with sighash ${asked.sigHash}`,
      );
    own.transaction.updateInput(asked.index, made, true);
  }
  return base64.encode(own.transaction.toPSBT());
}

function decoded(name: string, returned: string): Transaction {
  try {
    const bytes = /^70736274ff/i.test(returned)
      ? hex.decode(returned.toLowerCase())
      : base64.decode(returned);
    return Transaction.fromPSBT(bytes, ANY);
  } catch (error) {
    throw new WalletError('provider', `${name} returned something that is no PSBT`, { cause: error });
  }
}

/** The fields with a valid signature of the input, or null. */
function signatureOf(own: Psbt, theirs: Fields, asked: InputToProvide): Partial<Fields> | null {
  const { script, fields } = own.inputs[asked.index]!;
  if (asked.disableTweakSigner && fields.tapLeafScript) return leafSignature(own, theirs, asked);
  const witness = witnessIn(theirs);
  if (script[0] === 0x51) {
    const made = theirs.tapKeySig ?? (witness?.length === 1 ? witness[0] : undefined);
    const isGood =
      made &&
      isSchnorr(made, script.subarray(2), asked.sigHash, (sighash) => taprootHash(own, asked.index, sighash));
    return isGood ? { tapKeySig: made } : null;
  }
  const pairs = [
    ...(theirs.partialSig ?? []),
    ...(witness?.length === 2 ? [[witness[1]!, witness[0]!]] : []),
  ];
  for (const [key, made] of pairs as [Uint8Array, Uint8Array][]) {
    if (hex.encode(key) !== asked.publicKey || made.at(-1) !== asked.sigHash) continue;
    const hash = keyHashHash(own, asked.index, asked.sigHash, key);
    if (verifyEcdsa(hash, key, made.subarray(0, -1))) return { partialSig: [[key, made]] };
  }
  return null;
}

function leafSignature(own: Psbt, theirs: Fields, asked: InputToProvide): Partial<Fields> | null {
  const versioned = own.inputs[asked.index]!.fields.tapLeafScript![0]![1];
  const path = { leaf: versioned.subarray(0, -1), leafVersion: versioned.at(-1)! };
  const leafHash = leafHashOf(versioned);
  const key = hex.decode(asked.publicKey!.slice(-64));
  for (const [at, made] of theirs.tapScriptSig ?? []) {
    if (!equalBytes(at.pubKey, key) || !equalBytes(at.leafHash, leafHash)) continue;
    const hash = (sighash: number) => taprootHash(own, asked.index, sighash, path);
    if (isSchnorr(made, key, asked.sigHash, hash))
      return { tapScriptSig: [[{ pubKey: key, leafHash }, made]] };
  }
  return null;
}

/** Where ALL is asked for, DEFAULT is as good: it commits to the same. Source: BIP341. */
function isSchnorr(
  made: Uint8Array,
  key: Uint8Array,
  asked: number,
  hash: (sighash: number) => Uint8Array,
): boolean {
  const sighash = made.length === 64 ? DEFAULT : made[64];
  const isFramed = made.length === 64 || (made.length === 65 && sighash !== DEFAULT);
  const isAsked = sighash === asked || (sighash === DEFAULT && asked === ALL);
  return isFramed && isAsked && verifyBip340(hash(sighash), key, made.subarray(0, 64));
}

function witnessIn({ finalScriptWitness }: Fields): Uint8Array[] | undefined {
  return finalScriptWitness && RawWitness.decode(RawWitness.encode(finalScriptWitness));
}
