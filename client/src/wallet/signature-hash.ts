import { OutScript } from '@scure/btc-signer';
import { hash160 } from '@scure/btc-signer/utils.js';
import type { Psbt } from '../signing/psbt.ts';

/** What a Schnorr signature of an input is over: the key path, or a leaf. Source: BIP341. */
export function taprootHash(
  { transaction, inputs }: Psbt,
  index: number,
  sighash: number,
  path?: { readonly leaf: Uint8Array; readonly leafVersion: number },
): Uint8Array {
  return transaction.preimageWitnessV1(
    index,
    inputs.map(({ script }) => script),
    sighash,
    inputs.map(({ valueSats }) => BigInt(valueSats)),
    undefined,
    path?.leaf,
    path?.leafVersion,
  );
}

/** What an ECDSA signature of a key hash is over, bare or nested. `publicKey`: compressed. Source: BIP143. */
export function keyHashHash(
  { transaction, inputs }: Psbt,
  index: number,
  sighash: number,
  publicKey: Uint8Array,
): Uint8Array {
  const scriptCode = OutScript.encode({ type: 'pkh', hash: hash160(publicKey) });
  return transaction.preimageWitnessV0(index, scriptCode, sighash, BigInt(inputs[index]!.valueSats));
}
