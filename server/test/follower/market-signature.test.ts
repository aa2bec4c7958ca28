import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { tapLeafHash } from '@ordbook/protocol/bitcoin/taproot';
import { offerLock } from '@ordbook/protocol/collection-offer/offer';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import type { Layout } from '@ordbook/protocol/layout/layout';
import { layout, pay, rows, spend } from '@ordbook/protocol/layout/layout';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { leafLock } from '@ordbook/protocol/locks/leaf';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import { describe, expect, test } from 'vitest';
import {
  AUTH_SECRET,
  collectionOfferTerms,
  fillTerms,
} from '../../../protocol/test/collection-offer/terms.ts';
import { coin, KEYS, NETWORK, xOnly } from '../../../protocol/test/parties.ts';
import type { BlockTransaction } from '../../src/chain/port.ts';
import { isOwnFill, isOwnPassthrough } from '../../src/follower/market-signature.ts';
import { onlySignature } from '../attacks/forging.ts';

const MARKET = KEYS.market;

/** A table as a block has it, with these witnesses. */
const mined = (
  { version, inputs, outputs }: Layout,
  witnesses: readonly (readonly string[])[],
): BlockTransaction => ({
  txid: 'ee'.repeat(32),
  version,
  lockTime: 0,
  inputs: inputs.map((input, i) => ({
    ...input.coin,
    script: input.lock.script,
    sequence: input.sequence,
    scriptSig: '',
    witness: witnesses[i] ?? [],
  })),
  outputs: outputs.map(({ valueSats, script }) => ({ valueSats, script, address: null })),
});
const changed = (
  transaction: BlockTransaction,
  index: number,
  change: Partial<BlockTransaction['inputs'][number]>,
) => ({
  ...transaction,
  inputs: transaction.inputs.map((input, i) => (i === index ? { ...input, ...change } : input)),
});

const lock = passthroughLock(xOnly('seller'), MARKET);
const sale = layout(
  'sale',
  rows(
    [
      spend('passthrough', coin('passthrough', 10_000), lock, {
        market: 'DEFAULT',
        seller: 'SINGLE|ANYONECANPAY',
      }),
      spend('buyer', coin('buyer', 90_000), p2trLock(xOnly('buyer')), { buyer: 'DEFAULT' }),
    ],
    [
      pay('seller', 60_000, p2trLock(xOnly('seller')).script),
      pay('buyer', 39_000, p2trLock(xOnly('buyer')).script),
    ],
  ),
);
const sold = mined(sale, [
  [
    onlySignature(sale, 'market', 'market'),
    onlySignature(sale, 'seller', 'seller'),
    lock.leaf,
    lock.controlBlock,
  ],
]);
const [marketSignature, sellerSignature] = sold.inputs[0]!.witness as [string, string];

describe('a passthrough is sold', () => {
  test('where the market has signed its leaf over exactly this transaction', () => {
    expect(isOwnPassthrough(sold, 0, MARKET)).toBe(true);
    for (const other of [
      { ...sold, version: 1 },
      { ...sold, lockTime: 1 },
      { ...sold, outputs: sold.outputs.slice(0, 1) },
      changed(sold, 1, { valueSats: 90_001 }),
      changed(sold, 1, { script: lock.script }),
      changed(sold, 0, { sequence: 0 }),
    ])
      expect(isOwnPassthrough(other, 0, MARKET)).toBe(false);
  });

  test('by the leaf that was executed, whose control block gives the key of the output', () => {
    const elsewhere = p2trLock(xOnly('seller')).script;
    const { leaf, controlBlock } = lock;
    const own = leafLock(xOnly('seller'), 'ac', tapLeafHash(hexToBytes('ac')), {}, []);
    for (const change of [
      { script: elsewhere },
      { script: `0020${elsewhere.slice(4)}` },
      { witness: [marketSignature, sellerSignature, leaf, `${controlBlock}${'00'.repeat(32)}`] },
      { witness: [marketSignature, sellerSignature, leaf, controlBlock, '50'] },
      { witness: [leaf, marketSignature, sellerSignature, own.leaf, own.controlBlock], script: own.script },
      { witness: [marketSignature, leaf, own.leaf, own.controlBlock], script: own.script },
      { witness: [sellerSignature, marketSignature, leaf, controlBlock] },
      { witness: [sellerSignature.slice(0, 128), sellerSignature, leaf, controlBlock] },
      { witness: [sellerSignature] },
      { witness: [] },
    ])
      expect(isOwnPassthrough(changed(sold, 0, change), 0, MARKET)).toBe(false);
  });

  test('by this market, not by another', () => {
    expect(isOwnPassthrough(sold, 0, xOnly('another market'))).toBe(false);
  });
});

describe('the output of a collection offer is filled', () => {
  const terms = fillTerms();
  const table = fillLayout(terms, NETWORK);
  const index = 1;
  const { leaf, controlBlock } = offerLock(collectionOfferTerms(), AUTH_SECRET);
  const signature = onlySignature(table, 'market', 'market');
  const junk = '00'.repeat(64);
  const filled = mined(table, [[], [junk, junk, signature, '', AUTH_SECRET, leaf, controlBlock]]);

  test('where the market has signed its leaf over exactly this transaction', () => {
    expect(table.inputs[index]!.signs.market).toBe('DEFAULT');
    expect(isOwnFill(filled, index, MARKET)).toBe(true);
    expect(isOwnFill({ ...filled, outputs: filled.outputs.slice(1) }, index, MARKET)).toBe(false);
  });

  test('not where its buyer takes the money back, whatever the witness holds beside', () => {
    for (const witness of [
      [junk],
      [junk, junk, junk, '', AUTH_SECRET, leaf, controlBlock],
      [junk, leaf],
      [signature, junk, junk, '', AUTH_SECRET, leaf, controlBlock],
    ])
      expect(isOwnFill(changed(filled, index, { witness }), index, MARKET)).toBe(false);
  });

  test('also where an output is below what nodes relay today', () => {
    const dust = { ...filled, outputs: filled.outputs.map((output) => ({ ...output, valueSats: 1 })) };
    expect(isOwnFill(dust, index, MARKET)).toBe(false);
  });
});
