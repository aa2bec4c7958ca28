import { hex } from '@scure/base';
import { hash256 } from '../script/hashes.ts';
import {
  byteWriter,
  writeBytes,
  writeCompactSize,
  writeUint32,
  written,
} from '../transaction/byte-writer.ts';
import { hashToHex, hexToHash } from '../transaction/hash-hex.ts';

/** All levels of the tree over txids, leaves first. */
function levelsOf(txids: readonly string[]): Uint8Array[][] {
  const levels = [txids.map(hexToHash)];
  for (let level = levels[0]!; level.length > 1; level = levels.at(-1)!) {
    const next: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2)
      next.push(hash256(Uint8Array.from(Buffer.concat([level[at]!, level[at + 1] ?? level[at]!]))));
    levels.push(next);
  }
  return levels;
}

/** The siblings on the way from a transaction to the root, in display hex. */
export function merkleBranch(txids: readonly string[], position: number): string[] {
  let at = position;
  return levelsOf(txids)
    .slice(0, -1)
    .map((level) => {
      const sibling = level[at ^ 1] ?? level[at]!;
      at >>= 1;
      return hashToHex(sibling);
    });
}

/** A block header with the partial tree that proves one transaction (BIP37's merkleblock), in hex. */
export function merkleBlock(header: Uint8Array, txids: readonly string[], position: number): string {
  const levels = levelsOf(txids);
  const bits: boolean[] = [];
  const hashes: Uint8Array[] = [];
  const visit = (height: number, at: number): void => {
    const onPath = position >> height === at;
    bits.push(onPath);
    if (height === 0 || !onPath) {
      hashes.push(levels[height]![at]!);
      return;
    }
    visit(height - 1, at * 2);
    if (at * 2 + 1 < levels[height - 1]!.length) visit(height - 1, at * 2 + 1);
  };
  visit(levels.length - 1, 0);
  const flags = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) if (bit) flags[index >> 3]! |= 1 << (index & 7);
  const writer = byteWriter();
  writeBytes(writer, header);
  writeUint32(writer, txids.length);
  writeCompactSize(writer, hashes.length);
  for (const hash of hashes) writeBytes(writer, hash);
  writeCompactSize(writer, flags.length);
  writeBytes(writer, flags);
  return hex.encode(written(writer));
}
