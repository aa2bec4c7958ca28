import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { stride } from '../../../stack/rounds.ts';
import { isTweaked } from '../../src/script/curve.ts';
import { MANDATORY_FLAGS, SCRIPT_FLAGS, type ScriptFlags } from '../../src/script/flags.ts';
import { sighashTaproot } from '../../src/script/sighash-taproot.ts';
import { spendOf } from '../../src/script/spend.ts';
import {
  commitsToLeaf,
  isControlSize,
  leafVersionOf,
  tapBranchHash,
  tapLeafHash,
} from '../../src/script/taproot.ts';
import { verifyInput, verifyTransaction } from '../../src/script/verify.ts';
import { parseTransaction } from '../../src/transaction/parse.ts';
import { flagsOf, haveVectors, outputFromHex, readVectorLines, readVectors } from './support/vectors.ts';

interface Satisfaction {
  readonly scriptSig: string;
  readonly witness: string[];
}

interface AssetCase {
  readonly tx: string;
  readonly prevouts: string[];
  readonly index: number;
  readonly flags: string;
  readonly comment: string;
  readonly final?: boolean;
  readonly success?: Satisfaction;
  readonly failure?: Satisfaction;
}

/** The soft forks as they came, each with all before it. */
const ERAS: ScriptFlags[] = [
  ['P2SH'],
  ['DERSIG'],
  ['CHECKLOCKTIMEVERIFY'],
  ['CHECKSEQUENCEVERIFY'],
  ['WITNESS', 'NULLDUMMY'],
  ['TAPROOT'],
].map((_, index, eras) =>
  flagsOf(
    eras
      .slice(0, index + 1)
      .flat()
      .join(','),
  ),
);

describe.runIf(haveVectors('taproot-ref.jsonl'))('taproot reference spends', () => {
  test('each valid spend is valid and each invalid one is not, in every soft fork era it speaks about', () => {
    const wrong: string[] = [];
    const assets = readVectorLines<AssetCase>('taproot-ref.jsonl');
    // Of the spends with one comment, the first, and some of the others: there are up to a hundred of a kind.
    const seen = new Set<string>();
    const played = assets.filter(({ comment }, index) => {
      const isNew = !seen.has(comment);
      seen.add(comment);
      return isNew || index % stride(6) === 0;
    });
    for (const asset of played) {
      const unsigned = parseTransaction(hex.decode(asset.tx));
      const spent = asset.prevouts.map(outputFromHex);
      const flags = flagsOf(asset.flags);
      const verdictOf = (satisfaction: Satisfaction, era: ScriptFlags) => {
        const scriptSig = hex.decode(satisfaction.scriptSig);
        const witness = satisfaction.witness.map((item) => hex.decode(item));
        const inputs = unsigned.inputs.map((input, index) =>
          index === asset.index ? { ...input, scriptSig, witness } : input,
        );
        return verifyInput({ ...unsigned, inputs }, asset.index, spent, era);
      };
      for (const era of new Set([...ERAS, flags])) {
        if (asset.success && (asset.final === true || (era & flags) === era)) {
          const error = verdictOf(asset.success, era);
          if (error) wrong.push(`${asset.comment}: valid, but ${error.name} under ${era.toString(2)}`);
        }
        if (asset.failure && (era & flags) === flags && verdictOf(asset.failure, era) === null)
          wrong.push(`${asset.comment}: invalid, but accepted under ${era.toString(2)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(assets.length).toBeGreaterThanOrEqual(2760);
  }, 120_000);
});

type Tree = { script: string; leafVersion: number } | [Tree, Tree];

interface WalletVectors {
  readonly scriptPubKey: {
    given: { internalPubkey: string; scriptTree: Tree | null };
    intermediary: { leafHashes?: string[]; merkleRoot: string | null; tweak: string; tweakedPubkey: string };
    expected: { scriptPubKey: string; scriptPathControlBlocks?: string[] };
  }[];
  readonly keyPathSpending: {
    given: { rawUnsignedTx: string; utxosSpent: { scriptPubKey: string; amountSats: number }[] };
    intermediary: Record<string, string>;
    inputSpending: {
      given: { txinIndex: number; hashType: number };
      intermediary: { sigHash: string };
    }[];
    auxiliary: { fullySignedTx: string };
  }[];
}

function leavesOf(tree: Tree | null): { script: string; leafVersion: number }[] {
  if (tree === null) return [];
  return Array.isArray(tree) ? tree.flatMap(leavesOf) : [tree];
}

function rootOf(tree: Tree): Uint8Array {
  return Array.isArray(tree)
    ? tapBranchHash(rootOf(tree[0]), rootOf(tree[1]))
    : tapLeafHash(tree.leafVersion, hex.decode(tree.script));
}

describe.runIf(haveVectors('bip341-wallet.json'))('bip341-wallet.json', () => {
  test('output keys and control blocks commit to their leaves', () => {
    for (const { given, intermediary, expected } of readVectors<WalletVectors>('bip341-wallet.json')
      .scriptPubKey) {
      const outputKey = hex.decode(intermediary.tweakedPubkey);
      const internalKey = hex.decode(given.internalPubkey);
      const tweaked = ([0, 1] as const).filter((parity) =>
        isTweaked(internalKey, hex.decode(intermediary.tweak), outputKey, parity),
      );
      expect(tweaked).toHaveLength(1);
      expect(expected.scriptPubKey).toBe(`5120${intermediary.tweakedPubkey}`);
      if (given.scriptTree) expect(hex.encode(rootOf(given.scriptTree))).toBe(intermediary.merkleRoot);
      for (const [index, leaf] of leavesOf(given.scriptTree).entries()) {
        const control = hex.decode(expected.scriptPathControlBlocks![index]!);
        const hash = tapLeafHash(leaf.leafVersion, hex.decode(leaf.script));
        expect(hex.encode(hash)).toBe(intermediary.leafHashes![index]);
        expect(isControlSize(control.length)).toBe(true);
        expect(leafVersionOf(control)).toBe(leaf.leafVersion);
        expect(commitsToLeaf(control, outputKey, hash)).toBe(true);
        expect(commitsToLeaf(control, outputKey, sha256(hash))).toBe(false);
      }
    }
  });

  test('key path signature hashes and their shared parts agree, and the signed transaction is valid', () => {
    for (const vector of readVectors<WalletVectors>('bip341-wallet.json').keyPathSpending) {
      const tx = parseTransaction(hex.decode(vector.given.rawUnsignedTx));
      const spent = vector.given.utxosSpent.map(({ amountSats, scriptPubKey }) => ({
        valueSats: amountSats,
        script: hex.decode(scriptPubKey),
      }));
      const spend = spendOf(tx, spent);
      const shared = {
        hashPrevouts: spend.prevoutsHash(),
        hashAmounts: spend.amountsHash(),
        hashScriptPubkeys: spend.scriptsHash(),
        hashSequences: spend.sequencesHash(),
        hashOutputs: spend.outputsHash(),
      };
      for (const [name, hash] of Object.entries(shared))
        expect(hex.encode(hash)).toBe(vector.intermediary[name]);
      for (const { given, intermediary } of vector.inputSpending) {
        const hash = sighashTaproot(spend, given.txinIndex, given.hashType, { annex: null, leaf: null });
        expect(hex.encode(hash!)).toBe(intermediary.sigHash);
      }
      const signed = parseTransaction(hex.decode(vector.auxiliary.fullySignedTx));
      expect(verifyTransaction(signed, spent, MANDATORY_FLAGS)).toBeNull();
      expect(verifyTransaction(signed, spent, MANDATORY_FLAGS & ~SCRIPT_FLAGS.TAPROOT)).toBeNull();
    }
  });
});
