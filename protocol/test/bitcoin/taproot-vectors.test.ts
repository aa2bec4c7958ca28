import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../src/bitcoin/bytes.ts';
import { outputKey, tapLeafHash, taprootScript } from '../../src/bitcoin/taproot.ts';

interface WalletVectors {
  readonly scriptPubKey: readonly {
    readonly given: {
      readonly internalPubkey: string;
      readonly scriptTree: { script?: string; leafVersion?: number } | null;
    };
    readonly intermediary: {
      readonly merkleRoot: string | null;
      readonly tweakedPubkey: string;
      readonly leafHashes?: readonly string[];
    };
    readonly expected: { readonly scriptPubKey: string };
  }[];
}

const folder = process.env['VECTORS_DIR'];

describe.runIf(folder)('taproot', () => {
  test('outputs and leaf hashes are those of the vectors of BIP341', () => {
    const vectors = JSON.parse(readFileSync(join(folder!, 'bip341-wallet.json'), 'utf8')) as WalletVectors;
    for (const { given, intermediary, expected } of vectors.scriptPubKey) {
      const root = intermediary.merkleRoot === null ? undefined : hexToBytes(intermediary.merkleRoot);
      const { key } = outputKey(hexToBytes(given.internalPubkey), root);
      expect(bytesToHex(key)).toBe(intermediary.tweakedPubkey);
      expect(bytesToHex(taprootScript(key))).toBe(expected.scriptPubKey);
      const { scriptTree } = given;
      if (scriptTree?.script && scriptTree.leafVersion === 0xc0) {
        expect(bytesToHex(tapLeafHash(hexToBytes(scriptTree.script)))).toBe(intermediary.leafHashes![0]);
      }
    }
  });
});
