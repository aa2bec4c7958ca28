import { hash256 } from '../script/hashes.ts';
import { hashToHex, hexToHash } from '../transaction/hash-hex.ts';

/** A block header as hashed (80 bytes): hashes are in display order, `time` is Unix seconds. */
export type BlockHeader = {
  readonly version: number;
  readonly previousBlockHash: string;
  readonly merkleRoot: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
};

/** Regtest's fixed difficulty: about every second nonce is a proof of work. */
export const REGTEST_BITS = 0x207fffff;
/** What every regtest block adds to the chain's work: 2^256 / (target + 1). */
export const WORK_PER_BLOCK = 2n;
export const ZERO_HASH = '00'.repeat(32);

export function serializeHeader(header: BlockHeader): Uint8Array {
  const bytes = new Uint8Array(80);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, header.version, true);
  bytes.set(hexToHash(header.previousBlockHash), 4);
  bytes.set(hexToHash(header.merkleRoot), 36);
  view.setUint32(68, header.time, true);
  view.setUint32(72, header.bits, true);
  view.setUint32(76, header.nonce, true);
  return bytes;
}

export const headerHash = (header: BlockHeader): string => hashToHex(hash256(serializeHeader(header)));

/**
 * At 0x207fffff the target is 7fffff00…: the hash passes when its top bit is clear (0x7fffff… is never met).
 */
export const meetsTarget = (hash: string): boolean => hash < '7fffff';

/**
 * Finds a nonce; at regtest's difficulty two tries on average. Hashes that are `taken` are passed over: a
 * block mined in the second in which its twin was invalidated would otherwise be the invalid one again.
 */
export function mineHeader(
  template: Omit<BlockHeader, 'nonce'>,
  taken: (hash: string) => boolean,
): { header: BlockHeader; hash: string } {
  for (let nonce = 0; ; nonce++) {
    const header = { ...template, nonce };
    const hash = headerHash(header);
    if (meetsTarget(hash) && !taken(hash)) return { header, hash };
  }
}

/** Merkle root over txids or wtxids, display order in and out. */
export function merkleRoot(hashes: readonly string[]): string {
  let level = hashes.map(hexToHash);
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const pair = new Uint8Array(64);
      pair.set(level[i]!, 0);
      pair.set(level[i + 1] ?? level[i]!, 32);
      next.push(hash256(pair));
    }
    level = next;
  }
  return level[0] ? hashToHex(level[0]) : ZERO_HASH;
}
