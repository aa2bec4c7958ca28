import { expect, test } from 'vitest';
import { type Block, REGTEST_GENESIS, serializeBlock } from '../../src/chain/block.ts';
import {
  acceptBlock,
  createChain,
  invalidateBlock,
  reconsiderBlock,
  testBlock,
  tipOf,
} from '../../src/chain/chain.ts';
import { heightPush, subsidySats } from '../../src/chain/coinbase.ts';
import { mineBlock } from '../../src/chain/mine.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { txidOf } from '../../src/transaction/txid.ts';
import { OPEN_SCRIPT, pass } from '../support/open-coins.ts';

const NOW = 1_800_000_000;
const GENESIS_HASH = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

const next = (chain: ReturnType<typeof createChain>, txs: Transaction[] = [], feeSats = 0): Block =>
  mineBlock(chain, { script: OPEN_SCRIPT, txs, feeSats, nowSeconds: NOW });

/** The reason a block with a changed coinbase is refused. */
const reasonWith = (change: (coinbase: Transaction) => Transaction): string | undefined => {
  const chain = createChain();
  const block = next(chain);
  const coinbase = change(block.transactions[0]!);
  return testBlock(chain, { ...block, transactions: [coinbase] }, NOW)?.reason;
};

test('the chain begins with the regtest genesis block', () => {
  expect(REGTEST_GENESIS.hash).toBe(GENESIS_HASH);
  expect(serializeBlock(REGTEST_GENESIS)).toHaveLength(285);
});

test('the subsidy halves every 150 blocks', () => {
  expect([1, 149, 150, 299, 300].map(subsidySats)).toEqual([5e9, 5e9, 25e8, 25e8, 125e7]);
  expect(subsidySats(150 * 64)).toBe(0);
});

test('a coinbase begins with its height as a script number', () => {
  expect([1, 16, 17, 127, 128, 255, 256].map((height) => [...heightPush(height)])).toEqual([
    [0x51],
    [0x60],
    [1, 17],
    [1, 127],
    [2, 128, 0],
    [2, 255, 0],
    [2, 0, 1],
  ]);
});

test('a block is later than the median of the eleven before it', () => {
  const chain = createChain();
  for (let i = 0; i < 20; i++)
    acceptBlock(chain, mineBlock(chain, { script: OPEN_SCRIPT, txs: [], feeSats: 0, nowSeconds: 5 }), NOW);
  expect(tipOf(chain).height).toBe(20);
  const times = chain.active.slice(-11).map((node) => node.block.header.time);
  expect(tipOf(chain).medianTime).toBe(times.toSorted((a, b) => a - b)[5]);
});

test('a block names its height, pays no more than it may and commits to its transactions', () => {
  expect(reasonWith((tx) => tx)).toBeUndefined();
  expect(reasonWith((tx) => ({ ...tx, lockTime: 0, version: 1 }))).toBe('bad-txnmrklroot');
  const chain = createChain();
  acceptBlock(chain, next(chain), NOW);
  const greedy = next(chain, [], 1);
  expect(acceptBlock(chain, greedy, NOW)).toMatchObject({ reason: 'bad-cb-amount' });
  expect(tipOf(chain).height).toBe(1);
});

test('a block with a transaction that may not be spent is refused and leaves the chain as it was', () => {
  const chain = createChain();
  acceptBlock(chain, next(chain), NOW);
  const missing = pass({ txid: 'cd'.repeat(32), vout: 0, valueSats: 5000 }, 1000);
  expect(acceptBlock(chain, next(chain, [missing]), NOW)).toMatchObject({
    reason: 'bad-txns-inputs-missingorspent',
  });
  const genesisCoin = { txid: REGTEST_GENESIS.header.merkleRoot, vout: 0, valueSats: 5e9 };
  expect(acceptBlock(chain, next(chain, [pass(genesisCoin, 0)]), NOW)).toMatchObject({
    reason: 'bad-txns-inputs-missingorspent',
  });
  const young = { txid: txidOf(tipOf(chain).block.transactions[0]!), vout: 0, valueSats: 5e9 };
  expect(acceptBlock(chain, next(chain, [pass(young, 0)]), NOW)).toMatchObject({
    reason: 'bad-txns-premature-spend-of-coinbase',
  });
  expect(tipOf(chain).height).toBe(1);
});

test('a block that is known already, or has no known parent, is refused', () => {
  const chain = createChain();
  const block = next(chain);
  acceptBlock(chain, block, NOW);
  expect(acceptBlock(chain, block, NOW)).toMatchObject({ reason: 'duplicate' });
  const orphan = {
    ...block,
    hash: `00${block.hash.slice(2)}`,
    header: { ...block.header, previousBlockHash: 'ee'.repeat(32) },
  };
  expect(acceptBlock(chain, orphan, NOW)).toMatchObject({ reason: 'prev-blk-not-found' });
});

test('a longer branch wins, one of equal work does not', () => {
  const [ours, theirs] = [createChain(), createChain()];
  acceptBlock(ours, next(ours), NOW);
  acceptBlock(
    theirs,
    mineBlock(theirs, { script: Uint8Array.of(0x51), txs: [], feeSats: 0, nowSeconds: NOW }),
    NOW,
  );
  const first = tipOf(ours).block.hash;
  acceptBlock(ours, tipOf(theirs).block, NOW);
  expect(tipOf(ours).block.hash).toBe(first);
  acceptBlock(theirs, next(theirs), NOW);
  const change = acceptBlock(ours, tipOf(theirs).block, NOW);
  expect(tipOf(ours).block.hash).toBe(tipOf(theirs).block.hash);
  expect(change).toMatchObject({ disconnected: [{ hash: first }], connected: [{}, {}] });
});

test('a better branch that breaks a rule half-way is left again', () => {
  const chain = createChain();
  acceptBlock(chain, next(chain), NOW);
  const before = tipOf(chain).block.hash;
  const rival = createChain();
  acceptBlock(
    rival,
    mineBlock(rival, { script: Uint8Array.of(0x51), txs: [], feeSats: 0, nowSeconds: NOW }),
    NOW,
  );
  const good = tipOf(rival).block;
  const bad = next(rival, [], 1);
  acceptBlock(chain, good, NOW);
  expect(acceptBlock(chain, bad, NOW)).toMatchObject({ reason: 'bad-cb-amount' });
  expect(tipOf(chain).block.hash).toBe(before);
  expect(chain.coins.size).toBe(1);
});

test('of two branches with equal work a reconsidered one that came first wins', () => {
  const chain = createChain();
  acceptBlock(chain, next(chain), NOW);
  const first = tipOf(chain);
  invalidateBlock(chain, first);
  acceptBlock(chain, next(chain), NOW);
  expect(tipOf(chain)).not.toBe(first);
  reconsiderBlock(chain, first);
  expect(tipOf(chain)).toBe(first);
});
