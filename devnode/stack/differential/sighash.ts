import { concatBytes, sha256, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js';

/** A transaction as its signature digests see it; amounts in sats, `txid` in display order. */
export type Unsigned = {
  version: number;
  lockTime: number;
  inputs: readonly { txid: string; vout: number; sequence: number; sats: bigint; script: Uint8Array }[];
  outputs: readonly { sats: bigint; script: Uint8Array }[];
};

export const SIGHASH = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3, ANYONECANPAY: 0x80 } as const;

const ZERO = new Uint8Array(32);

/** BIP-143 digest; a digest exists for every type, also for undefined ones. */
export function segwitDigest(tx: Unsigned, index: number, scriptCode: Uint8Array, type: number): Uint8Array {
  const input = tx.inputs[index]!;
  const anyone = (type & SIGHASH.ANYONECANPAY) !== 0;
  const base = type & 0x1f;
  const everyOutput = base !== SIGHASH.NONE && base !== SIGHASH.SINGLE;
  const own = base === SIGHASH.SINGLE ? tx.outputs[index] : undefined;
  return sha256x2(
    u32(tx.version),
    anyone ? ZERO : sha256x2(...tx.inputs.map(outpoint)),
    anyone || !everyOutput ? ZERO : sha256x2(...tx.inputs.map((each) => u32(each.sequence))),
    outpoint(input),
    withLength(scriptCode),
    u64(input.sats),
    u32(input.sequence),
    everyOutput ? sha256x2(...tx.outputs.map(output)) : own ? sha256x2(output(own)) : ZERO,
    u32(tx.lockTime),
    u32(type),
  );
}

export type TaprootContext = { leafHash?: Uint8Array; annex?: Uint8Array; codeSeparator?: number };

/**
 * BIP-341 digest, with BIP-342's extension when `leafHash` is given. SINGLE without its output commits to
 * none.
 */
export function taprootDigest(
  tx: Unsigned,
  index: number,
  type: number,
  context: TaprootContext = {},
): Uint8Array {
  const input = tx.inputs[index]!;
  const anyone = (type & SIGHASH.ANYONECANPAY) !== 0;
  const base = type & 3;
  const own = tx.outputs[index];
  const parts = [Uint8Array.of(0, type), u32(tx.version), u32(tx.lockTime)];
  if (!anyone) {
    parts.push(
      sha256(concatBytes(...tx.inputs.map(outpoint))),
      sha256(concatBytes(...tx.inputs.map((each) => u64(each.sats)))),
      sha256(concatBytes(...tx.inputs.map((each) => withLength(each.script)))),
      sha256(concatBytes(...tx.inputs.map((each) => u32(each.sequence)))),
    );
  }
  if (base === SIGHASH.DEFAULT || base === SIGHASH.ALL) {
    parts.push(sha256(concatBytes(...tx.outputs.map(output))));
  }
  parts.push(Uint8Array.of((context.leafHash ? 2 : 0) + (context.annex ? 1 : 0)));
  if (anyone) parts.push(outpoint(input), u64(input.sats), withLength(input.script), u32(input.sequence));
  else parts.push(u32(index));
  if (context.annex) parts.push(sha256(withLength(context.annex)));
  if (base === SIGHASH.SINGLE && own) parts.push(sha256(output(own)));
  if (context.leafHash) {
    parts.push(context.leafHash, Uint8Array.of(0), u32(context.codeSeparator ?? 0xffffffff));
  }
  return tagSchnorr('TapSighash', ...parts);
}

function outpoint({ txid, vout }: { txid: string; vout: number }): Uint8Array {
  return concatBytes(Uint8Array.from(Buffer.from(txid, 'hex')).reverse(), u32(vout));
}

function output({ sats, script }: { sats: bigint; script: Uint8Array }): Uint8Array {
  return concatBytes(u64(sats), withLength(script));
}

/** CompactSize length and the bytes; lengths here stay below 65536. */
export function withLength(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  return length < 253
    ? concatBytes(Uint8Array.of(length), bytes)
    : concatBytes(Uint8Array.of(253, length & 0xff, length >> 8), bytes);
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value >>> 0, true);
  return bytes;
}

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value), true);
  return bytes;
}
