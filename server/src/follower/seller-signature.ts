/**
 * Whether the owner of a coin has signed its input SINGLE|ANYONECANPAY, verified over the transaction. Bytes
 * that only look like a signature prove nothing: a script may drop whatever its witness holds.
 *
 *   coin            script that is signed           keys                      signatures
 *   P2TR, key path  none                            the output's              the only witness item
 *   P2TR, leaf      the leaf                        what the leaf pushes      witness items before it
 *   P2WPKH          that of the key hash            the last witness item     witness items
 *   P2WSH           the last witness item           what the script pushes    witness items
 *   P2SH            redeem script; or as P2W…       what the script pushes    pushes before it
 *   P2PKH           the output's                    the last push             pushes
 *   bare            the output's                    what the script pushes    pushes
 *
 * The node has verified that these scripts are the output's. A witness with an annex, keys that are not
 * compressed and leaves with OP_CODESEPARATOR are not understood: their inputs are no sale.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  compactSize,
  concatBytes,
  hexToBytes,
  sha256d,
  txidBytes,
  u32,
  u64,
  varBytes,
} from '@ordbook/protocol/bitcoin/bytes';
import { verifyBip340, verifyEcdsa } from '@ordbook/protocol/bitcoin/signatures';
import { taggedHash, tapLeafHash } from '@ordbook/protocol/bitcoin/taproot';
import type { BlockInput, BlockTransaction } from '../chain/port.ts';
import { pushesOf } from './sale-forms/unlocking.ts';

const SINGLE_ANYONECANPAY = 0x83;
const SIGHASH_DIGITS = SINGLE_ANYONECANPAY.toString(16);
/** Hex digits of signatures with a sighash byte: Schnorr, and the shortest and longest DER. */
const SCHNORR_DIGITS = 130;
const DER_DIGITS = [18, 146] as const;
/** Verified for one input: both signatures of a 2-of-3 with each key. Bounds what any script costs. */
const MOST_VERIFIED = 6;

/** What one input shows: the message that it signs, and what may be its signatures and keys, hex. */
interface Shown {
  readonly message: () => Uint8Array;
  readonly isSchnorr: boolean;
  readonly signatures: readonly string[];
  readonly keys: readonly string[];
}

/** Costs at most `MOST_VERIFIED` verifications; none where nothing looks like such a signature. */
export function isSignedForSale(transaction: BlockTransaction, inputIndex: number): boolean {
  if (!transaction.outputs[inputIndex]) return false;
  const shown = shownBy(transaction, inputIndex);
  if (!shown) return false;
  const { isSchnorr, keys } = shown;
  const signatures = shown.signatures.filter(isSchnorr ? looksSchnorr : looksDer);
  const tries = signatures.flatMap((signature) => keys.map((key) => ({ signature, key })));
  if (tries.length === 0) return false;
  const hash = shown.message();
  return tries.slice(0, MOST_VERIFIED).some(({ signature, key }) => {
    const bytes = hexToBytes(signature).subarray(0, -1);
    return (isSchnorr ? verifyBip340 : verifyEcdsa)(hash, hexToBytes(key), bytes);
  });
}

const looksSchnorr = (item: string) => item.length === SCHNORR_DIGITS && item.endsWith(SIGHASH_DIGITS);
const looksDer = (item: string) =>
  item.startsWith('30') &&
  item.endsWith(SIGHASH_DIGITS) &&
  item.length >= DER_DIGITS[0] &&
  item.length <= DER_DIGITS[1];

function shownBy(transaction: BlockTransaction, index: number): Shown | null {
  const { script, scriptSig, witness } = transaction.inputs[index]!;
  if (/^5120.{64}$/.test(script)) return taprootShown(transaction, index);
  const pushed = pushesOf(scriptSig);
  const program = /^a914.{40}87$/.test(script) && witness.length > 0 ? (pushed.at(-1) ?? '') : script;
  const ecdsa = (
    rules: typeof segwitMessage,
    signed: string,
    signatures: readonly string[],
    keys?: string[],
  ) => ({
    message: () => rules(transaction, index, hexToBytes(signed)),
    isSchnorr: false,
    signatures,
    keys: keys ?? pushesOf(signed).filter(({ length }) => length === 66),
  });
  const lastItem = witness.at(-1) ?? '';
  if (/^0014.{40}$/.test(program))
    return ecdsa(segwitMessage, `76a914${program.slice(4)}88ac`, witness, [lastItem]);
  if (/^0020.{64}$/.test(program)) return ecdsa(segwitMessage, lastItem, witness);
  if (/^76a914.{40}88ac$/.test(script)) return ecdsa(legacyMessage, script, pushed, pushed.slice(-1));
  if (/^a914.{40}87$/.test(script)) return ecdsa(legacyMessage, pushed.at(-1) ?? '', pushed);
  return ecdsa(legacyMessage, script, pushed);
}

function taprootShown(transaction: BlockTransaction, index: number): Shown | null {
  const { script, witness } = transaction.inputs[index]!;
  const leaf = witness.length > 2 ? witness.at(-2)! : null;
  if (leaf === null && witness.length !== 1) return null;
  return {
    message: () => taprootMessage(transaction, index, leaf),
    isSchnorr: true,
    signatures: leaf === null ? witness : witness.slice(0, -2),
    keys: leaf === null ? [script.slice(4)] : pushesOf(leaf).filter(({ length }) => length === 64),
  };
}

/** Source: BIP341, BIP342. */
function taprootMessage(transaction: BlockTransaction, index: number, leaf: string | null): Uint8Array {
  const input = transaction.inputs[index]!;
  return taggedHash(
    'TapSighash',
    Uint8Array.of(0, SINGLE_ANYONECANPAY),
    u32(transaction.version),
    u32(transaction.lockTime),
    Uint8Array.of(leaf === null ? 0 : 2),
    outpointOf(input),
    u64(input.valueSats),
    varBytes(hexToBytes(input.script)),
    u32(input.sequence),
    sha256(pairedOutput(transaction, index)),
    ...(leaf === null ? [] : [tapLeafHash(hexToBytes(leaf)), Uint8Array.of(0), u32(0xffffffff)]),
  );
}

/** Source: BIP143. */
function segwitMessage(transaction: BlockTransaction, index: number, signed: Uint8Array): Uint8Array {
  const input = transaction.inputs[index]!;
  return sha256d(
    concatBytes(
      u32(transaction.version),
      new Uint8Array(64),
      outpointOf(input),
      varBytes(signed),
      u64(input.valueSats),
      u32(input.sequence),
      sha256d(pairedOutput(transaction, index)),
      u32(transaction.lockTime),
      u32(SINGLE_ANYONECANPAY),
    ),
  );
}

/** Outputs before the paired one are signed as "-1 sats to nothing". Source: Bitcoin Core, SignatureHash. */
function legacyMessage(transaction: BlockTransaction, index: number, signed: Uint8Array): Uint8Array {
  const input = transaction.inputs[index]!;
  const blank = concatBytes(new Uint8Array(8).fill(0xff), Uint8Array.of(0));
  return sha256d(
    concatBytes(
      u32(transaction.version),
      Uint8Array.of(1),
      outpointOf(input),
      varBytes(signed),
      u32(input.sequence),
      compactSize(index + 1),
      ...Array.from({ length: index }, () => blank),
      pairedOutput(transaction, index),
      u32(transaction.lockTime),
      u32(SINGLE_ANYONECANPAY),
    ),
  );
}

function outpointOf({ txid, vout }: BlockInput): Uint8Array {
  return concatBytes(txidBytes(txid), u32(vout));
}

function pairedOutput({ outputs }: BlockTransaction, index: number): Uint8Array {
  const { valueSats, script } = outputs[index]!;
  return concatBytes(u64(valueSats), varBytes(hexToBytes(script)));
}
