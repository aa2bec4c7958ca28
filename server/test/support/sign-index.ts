import { Script, type Transaction } from '@scure/btc-signer';
import { tapLeafHash } from '@scure/btc-signer/payment.js';
import { equalBytes, hash160, tagSchnorr } from '@scure/btc-signer/utils.js';
import { pointFromScalar, privateAdd, privateNegate, sign, signSchnorr } from 'tiny-secp256k1';

/**
 * Signs one input of a wallet's PSBT, as `signIdx` of btc-signer does and over its sighash, but with libsecp256k1, which takes a tenth
 * of the time. Throws when the key spends no such input, or the input names another sighash than `allowed` (default: its usual one).
 */
export function signIndex(
  transaction: Transaction,
  secret: Uint8Array,
  index: number,
  allowed?: number,
): void {
  const inputs = prevoutsOf(transaction);
  const input = transaction.getInput(index);
  const script = inputs[index]!.script;
  const isTaproot = script[0] === 0x51;
  const sighash = input.sighashType ?? (isTaproot ? 0 : 1);
  if (sighash !== (allowed ?? (isTaproot ? 0 : 1)))
    throw new Error(`input ${index} names sighash ${sighash}, not ${allowed}`);
  if (isTaproot) signTaproot(transaction, secret, index, sighash);
  else {
    const publicKey = pointFromScalar(secret, true)!;
    const keyHash = hash160(publicKey);
    const program = input.redeemScript ?? script;
    if (!equalBytes(program, Uint8Array.of(0, 20, ...keyHash)))
      throw new Error(`input ${index} is not of this key`);
    const code = Uint8Array.of(0x76, 0xa9, 20, ...keyHash, 0x88, 0xac);
    const hash = transaction.preimageWitnessV0(index, code, sighash, inputs[index]!.amount);
    const signature = Uint8Array.of(...der(withLowR(hash, secret)), sighash);
    transaction.updateInput(index, { partialSig: [[publicKey, signature]] }, true);
  }
}

function signTaproot(transaction: Transaction, secret: Uint8Array, index: number, sighash: number): void {
  const inputs = prevoutsOf(transaction);
  const [scripts, amounts] = [inputs.map(({ script }) => script), inputs.map(({ amount }) => amount)];
  const { tapInternalKey, tapMerkleRoot, tapLeafScript = [] } = transaction.getInput(index);
  const point = pointFromScalar(secret, true)!;
  const key = point.subarray(1);
  const schnorr = (hash: Uint8Array, by: Uint8Array) =>
    Uint8Array.of(...signSchnorr(hash, by), ...(sighash === 0 ? [] : [sighash]));
  let isSigned = false;
  if (tapInternalKey && equalBytes(tapInternalKey, key)) {
    const even = point[0] === 2 ? secret : privateNegate(secret);
    const tweaked = privateAdd(even, tagSchnorr('TapTweak', key, tapMerkleRoot ?? new Uint8Array()))!;
    const hash = transaction.preimageWitnessV1(index, scripts, sighash, amounts);
    transaction.updateInput(index, { tapKeySig: schnorr(hash, tweaked) }, true);
    isSigned = true;
  }
  for (const [, withVersion] of tapLeafScript) {
    const [leaf, version] = [withVersion.subarray(0, -1), withVersion.at(-1)!];
    if (!Script.decode(leaf).some((part) => part instanceof Uint8Array && equalBytes(part, key))) continue;
    const hash = transaction.preimageWitnessV1(index, scripts, sighash, amounts, undefined, leaf, version);
    const signed = { pubKey: key, leafHash: tapLeafHash(leaf, version) };
    transaction.updateInput(index, { tapScriptSig: [[signed, schnorr(hash, secret)]] }, true);
    isSigned = true;
  }
  if (!isSigned) throw new Error(`input ${index} is not of this key`);
}

function prevoutsOf(transaction: Transaction) {
  return Array.from({ length: transaction.inputsLength }, (_, i) => {
    const { witnessUtxo } = transaction.getInput(i);
    if (!witnessUtxo) throw new Error(`input ${i} does not name what it spends`);
    return witnessUtxo;
  });
}

/** The first signature whose R takes 32 bytes, as Bitcoin Core's wallet makes it. */
function withLowR(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  let signature = sign(hash, secret);
  for (let round = 0; signature[0]! >= 0x80; round += 1) {
    const entropy = new Uint8Array(32);
    new DataView(entropy.buffer).setUint32(0, round, true);
    signature = sign(hash, secret, entropy);
  }
  return signature;
}

/** DER of a compact signature. */
function der(compact: Uint8Array): Uint8Array {
  const number = (bytes: Uint8Array) => {
    const first = bytes.findIndex((byte) => byte !== 0);
    const digits = bytes.subarray(first);
    const padded = digits[0]! >= 0x80 ? [0, ...digits] : [...digits];
    return [2, padded.length, ...padded];
  };
  const body = [...number(compact.subarray(0, 32)), ...number(compact.subarray(32))];
  return Uint8Array.of(0x30, body.length, ...body);
}
