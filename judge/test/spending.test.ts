import { hex } from '@scure/base';
import { p2tr } from '@scure/btc-signer';
import { pubSchnorr } from '@scure/btc-signer/utils.js';
import { expect, test } from 'vitest';
import { type ReadInput, spendingOf } from '../src/index.ts';
import { key } from './drafts.ts';

const CHECKSIG = 'ac';

/** How a coin is unlocked that has one leaf, which the PSBT shows. */
function withLeaf(script: string, leafVersion = 0xc0) {
  const leaf = { script: hex.decode(script), leafVersion };
  const { script: output, tapLeafScript } = p2tr(pubSchnorr(key(1)), leaf, undefined, true);
  return spendingOf({ script: hex.encode(output), fields: { tapLeafScript } } as unknown as ReadInput);
}

test('a leaf of one key is read', () => {
  const own = hex.encode(pubSchnorr(key(2)));
  expect(withLeaf(`20${own}${CHECKSIG}`)).toEqual({ digest: 'taproot', keys: [own], doubt: null });
});

test('nobody knows what a leaf of another version allows', () => {
  const { doubt } = withLeaf(`20${hex.encode(pubSchnorr(key(2)))}${CHECKSIG}`, 0xc2);
  expect(doubt).toEqual({ code: 'unknown-script', text: 'has a leaf of an unknown version' });
});

test('a check with a key of another size than 32 bytes checks nothing', () => {
  const own = hex.encode(pubSchnorr(key(2)));
  const { keys, doubt } = withLeaf(`20${own}ad21${'02'.repeat(33)}${CHECKSIG}`);
  expect([keys, doubt?.code]).toEqual([[own], 'unknown-script']);
});
