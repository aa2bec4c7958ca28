import {
  concatBytes,
  hash160,
  pubECDSA,
  pubSchnorr,
  sha256,
  signECDSA,
  signSchnorr,
  tagSchnorr,
  taprootTweakPrivKey,
  taprootTweakPubkey,
} from '@scure/btc-signer/utils.js';
import {
  SIGHASH,
  segwitDigest,
  type TaprootContext,
  taprootDigest,
  type Unsigned,
  withLength,
} from './sighash.ts';

/** What goes into an input to spend a coin. */
export type Unlocking = { witness?: readonly Uint8Array[]; scriptSig?: Uint8Array };
export type Unlock = (tx: Unsigned, index: number) => Unlocking;

/** A scriptPubKey and the honest way to spend it. */
export type Lock = { script: Uint8Array; unlock: Unlock };

/** The same private key for a name in every run and on every node. */
export function key(name: string): Uint8Array {
  return sha256(new TextEncoder().encode(`ordbook differential ${name}`));
}

export const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const EMPTY = new Uint8Array();

/** A script from opcodes (numbers) and data (pushed with the shortest push opcode). */
export function script(...items: (number | Uint8Array)[]): Uint8Array {
  return concatBytes(...items.map((item) => (typeof item === 'number' ? Uint8Array.of(item) : push(item))));
}

export function push(data: Uint8Array): Uint8Array {
  const { length } = data;
  if (length < 76) return concatBytes(Uint8Array.of(length), data);
  if (length < 256) return concatBytes(Uint8Array.of(0x4c, length), data);
  return concatBytes(Uint8Array.of(0x4d, length & 0xff, length >> 8), data);
}

/** Options of a signature: its type, and a last change to the signed bytes. */
export type Signing = { type?: number; change?: (signature: Uint8Array) => Uint8Array };

export function p2wpkh(name: string): Lock {
  return {
    script: script(0, hash160(pubECDSA(key(name)))),
    unlock: unlockWpkh(name),
  };
}

export function unlockWpkh(name: string, { type = SIGHASH.ALL, change = same }: Signing = {}): Unlock {
  const publicKey = pubECDSA(key(name));
  const scriptCode = script(0x76, 0xa9, hash160(publicKey), 0x88, 0xac);
  return (tx, index) => {
    const signature = signECDSA(segwitDigest(tx, index, scriptCode, type), key(name), true);
    return { witness: [change(concatBytes(signature, Uint8Array.of(type))), publicKey] };
  };
}

export function p2shP2wpkh(name: string): Lock {
  const redeem = p2wpkh(name).script;
  return {
    script: script(0xa9, hash160(redeem), 0x87),
    unlock: (tx, index) => ({ ...unlockWpkh(name)(tx, index), scriptSig: push(redeem) }),
  };
}

/** P2WSH; `stack` makes the witness items under the script, given a signer for its ECDSA keys. */
export function p2wsh(
  witnessScript: Uint8Array,
  stack: (sign: (name: string, signing?: Signing) => Uint8Array) => readonly Uint8Array[],
): Lock {
  return {
    script: script(0, sha256(witnessScript)),
    unlock: (tx, index) => {
      const sign = (name: string, { type = SIGHASH.ALL, change = same }: Signing = {}) =>
        change(
          concatBytes(
            signECDSA(segwitDigest(tx, index, witnessScript, type), key(name), true),
            Uint8Array.of(type),
          ),
        );
      return { witness: [...stack(sign), witnessScript] };
    },
  };
}

/** Taproot with a key path only (BIP-86). */
export function p2tr(name: string): Lock {
  const [output] = taprootTweakPubkey(pubSchnorr(key(name)), EMPTY);
  return { script: script(0x51, output), unlock: unlockKeyPath(name) };
}

export function unlockKeyPath(
  name: string,
  { type = SIGHASH.DEFAULT, change = same, annex }: Signing & { annex?: Uint8Array } = {},
): Unlock {
  const secret = taprootTweakPrivKey(key(name), EMPTY);
  return (tx, index) => {
    const digest = taprootDigest(tx, index, type, annex ? { annex } : {});
    const signature = withType(signSchnorr(digest, secret, new Uint8Array(32)), type);
    return { witness: annex ? [change(signature), annex] : [change(signature)] };
  };
}

export type LeafSigner = (name: string, signing?: Signing & TaprootContext) => Uint8Array;
export type LeafOptions = {
  internal?: string;
  version?: number;
  /** Changes the control block after it is made. */
  control?: (control: Uint8Array) => Uint8Array;
  annex?: Uint8Array;
};

/** Taproot with one leaf, spent through it; `stack` makes the items under the leaf. */
export function tapleaf(
  leaf: Uint8Array,
  stack: (sign: LeafSigner) => readonly Uint8Array[],
  { internal = 'internal', version = 0xc0, control = same, annex }: LeafOptions = {},
): Lock {
  const leafHash = tagSchnorr('TapLeaf', Uint8Array.of(version), withLength(leaf));
  const internalKey = pubSchnorr(key(internal));
  const [output, parity] = taprootTweakPubkey(internalKey, leafHash);
  return {
    script: script(0x51, output),
    unlock: (tx, index) => {
      const sign: LeafSigner = (name, { type = SIGHASH.DEFAULT, change = same, ...context } = {}) => {
        const digest = taprootDigest(tx, index, type, { leafHash, ...(annex ? { annex } : {}), ...context });
        return change(withType(signSchnorr(digest, key(name), new Uint8Array(32)), type));
      };
      const controlBlock = control(concatBytes(Uint8Array.of(version | parity), internalKey));
      return { witness: [...stack(sign), leaf, controlBlock, ...(annex ? [annex] : [])] };
    },
  };
}

export const xonly = (name: string): Uint8Array => pubSchnorr(key(name));

/** Pay-to-anchor: anyone spends it with nothing. */
export const P2A: Lock = { script: bytes('51024e73'), unlock: () => ({}) };

/** Any script as an output; spent with the given witness. */
export function rawLock(scriptPubKey: Uint8Array, witness: readonly Uint8Array[] = []): Lock {
  return { script: scriptPubKey, unlock: () => ({ witness }) };
}

export function opReturn(size: number): Lock {
  return rawLock(script(0x6a, new Uint8Array(size).fill(7)));
}

function withType(signature: Uint8Array, type: number): Uint8Array {
  return type === SIGHASH.DEFAULT ? signature : concatBytes(signature, Uint8Array.of(type));
}

function same(value: Uint8Array): Uint8Array {
  return value;
}
