import { base64 } from '@scure/base';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { type Layout, layout, pay, row, spend } from '../layout/layout.ts';
import type { Lock } from '../locks/lock.ts';
import { keyHashLockOf } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import { bytesToHex, concatBytes, hexToBytes, sha256d } from './bytes.ts';
import { describeAddress } from './keys.ts';
import { signatureFault } from './signatures.ts';
import { taggedHash } from './taproot.ts';
import { readKeyWitness } from './witness.ts';

export interface MessageSignature {
  readonly address: string;
  readonly message: string;
  /**
   * Hex of the witness stack in the BIP-322 "simple" form: item count, then each item preceded by its length.
   */
  readonly signatureHex: string;
  readonly network: NetworkName;
}

/**
 * Hex of a simple signature as wallets write it: in hex or in base64, with or without BIP-322's prefix `smp`.
 * null for anything else, for the prefixes of the full and proof-of-funds forms, and for base64 that is not
 * the one encoding of its bytes. Source: BIP-322, "Signatures".
 */
export function simpleSignatureHex(text: string): string | null {
  const written = text.startsWith('smp') ? text.slice(3) : text;
  if (/^([0-9a-f]{2})+$/i.test(written)) return written.toLowerCase();
  try {
    return bytesToHex(base64.decode(written));
  } catch {
    return null;
  }
}

/**
 * Whether this is a BIP-322 "simple" signature of `message` by `address`. Accepts P2WPKH and P2SH-P2WPKH with
 * sighash ALL, and P2TR by key path with DEFAULT or ALL. Strict: nothing may follow the witness, the key must
 * hash to the address, and older formats (BIP-137) are rejected. Throws Refusal `bad_address` for an invalid
 * address. Source: BIP-322.
 */
export function verifyBip322Simple({ address, message, signatureHex, network }: MessageSignature): boolean {
  const { script } = describeAddress(address, network);
  const witness = witnessIn(signatureHex);
  const lock = witness && lockOf(script, witness);
  const signature = witness?.[0];
  if (!lock || !signature) return false;
  const sighash = lock.type === 'p2tr' && signature.length === 64 ? 'DEFAULT' : 'ALL';
  return signatureFault(toSign(message, lock, sighash), 0, 'seller', bytesToHex(signature)) === null;
}

/** BIP-322's virtual transaction whose only input the owner of `lock`, the seller, signs. */
export function toSign(message: string, lock: Lock, sighash: 'DEFAULT' | 'ALL'): Layout {
  const coin = { txid: toSpendTxid(message, lock.script), vout: 0, valueSats: 0 };
  const signed = spend('to_spend', coin, lock, { seller: sighash }, 0);
  return layout('to_sign', [row(signed, pay('nothing', 0, '6a'))], 0);
}

function witnessIn(signatureHex: string): Uint8Array[] | null {
  return /^([0-9a-f]{2})+$/i.test(signatureHex) ? readKeyWitness(hexToBytes(signatureHex)) : null;
}

/**
 * The lock that the witness opens, when it is that of `script`. A taproot signature needs the output key
 * only.
 */
function lockOf(script: string, witness: readonly Uint8Array[]): Lock | null {
  if (witness.length === 1 && script.startsWith('5120')) {
    const key = script.slice(4);
    return { type: 'p2tr', script, internalKey: key, outputKey: key };
  }
  if (witness.length !== 2 || witness[1]!.length !== 33) return null;
  return keyHashLockOf(script, bytesToHex(witness[1]!));
}

/** The txid of BIP-322's virtual transaction, which commits to the message and pays the address 0 sats. */
function toSpendTxid(message: string, script: string): string {
  const messageHash = taggedHash('BIP0322-signed-message', new TextEncoder().encode(message));
  const bytes = RawOldTx.encode({
    version: 0,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0x00, 0x20), messageHash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script: hexToBytes(script) }],
    lockTime: 0,
  });
  return bytesToHex(sha256d(bytes).reverse());
}
