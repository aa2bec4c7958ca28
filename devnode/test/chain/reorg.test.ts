import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import {
  acceptBlock,
  createChain,
  invalidateBlock,
  reconsiderBlock,
  type TipChange,
  tipOf,
} from '../../src/chain/chain.ts';
import type { ChainState } from '../../src/chain/chain-state.ts';
import { applyBlock, type Coin, outpointKey } from '../../src/chain/coins.ts';
import { mineBlock } from '../../src/chain/mine.ts';
import { acceptTransaction } from '../../src/mempool/accept.ts';
import { followTip } from '../../src/mempool/follow-chain.ts';
import { createMempool, type Mempool } from '../../src/mempool/mempool.ts';
import { selectForBlock } from '../../src/mempool/select.ts';
import { CORE_POLICY } from '../../src/mempool/settings.ts';
import { OPEN_SCRIPT, pass, spend } from '../support/open-coins.ts';

const NOW = 1_800_000_000;
const MATURE_BLOCKS = 105;

type World = { chain: ChainState; pool: Mempool };

const viewOf = ({ chain, pool }: World) => ({ chain, pool, policy: CORE_POLICY, now: NOW });

function follow(world: World, change: TipChange | { reason: string }): void {
  if ('reason' in change) throw new Error(change.reason);
  followTip(viewOf(world), change);
}

function mine(world: World): void {
  const { txs, feeSats } = selectForBlock(world.pool, CORE_POLICY);
  const block = mineBlock(world.chain, { script: OPEN_SCRIPT, txs, feeSats, nowSeconds: NOW });
  follow(world, acceptBlock(world.chain, block, NOW));
}

/** Spends the coin that `pick` points at, confirmed or not; whether it is allowed is the mempool's affair. */
function send(world: World, pick: number): void {
  const unconfirmed = [...world.pool.byTxid.values()].map((entry) => ({
    txid: entry.txid,
    vout: 0,
    valueSats: entry.tx.outputs[0]!.valueSats,
  }));
  const confirmed = [...world.chain.coins].map(([key, { valueSats }]) => ({
    txid: key.slice(0, 64),
    vout: Number(key.slice(65)),
    valueSats,
  }));
  const coins = [...unconfirmed, ...confirmed.slice(0, 20)];
  const coin = coins[pick % coins.length]!;
  const feeSats = 1000 + (pick % 7) * 500;
  const half = Math.floor((coin.valueSats - feeSats) / 2);
  acceptTransaction(viewOf(world), pick % 2 === 0 ? pass(coin, feeSats) : spend([coin], [half, half]));
}

type Step = { kind: 'mine' | 'send' | 'invalidate' | 'reconsider'; pick: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('mine', 'mine', 'send', 'send', 'send', 'invalidate', 'reconsider'),
  pick: fc.nat(10_000),
});

function take(world: World, { kind, pick }: Step): void {
  const { chain } = world;
  if (kind === 'mine') mine(world);
  else if (kind === 'send') send(world, pick);
  else if (kind === 'invalidate') {
    const node = chain.active[tipOf(chain).height - (pick % 4)]!;
    follow(world, invalidateBlock(chain, node));
  } else {
    const nodes = [...chain.blocks.values()];
    follow(world, reconsiderBlock(chain, nodes[nodes.length - 1 - (pick % 5)]!));
  }
}

function rebuiltCoins(chain: ChainState): Map<string, Coin> {
  const coins = new Map<string, Coin>();
  for (const node of chain.active.slice(1)) applyBlock(coins, node.block, node.height);
  return coins;
}

const sorted = (coins: ReadonlyMap<string, Coin>) => [...coins].sort(([a], [b]) => (a < b ? -1 : 1));

function expectConsistent({ chain, pool }: World): void {
  expect(sorted(chain.coins)).toEqual(sorted(rebuiltCoins(chain)));
  const most = Math.max(...[...chain.blocks.values()].filter((n) => n.valid).map((n) => n.height));
  expect(tipOf(chain).height).toBe(most);
  const spent = new Set<string>();
  for (const entry of pool.byTxid.values()) {
    for (const input of entry.tx.inputs) {
      const key = outpointKey(input);
      expect(spent.has(key)).toBe(false);
      spent.add(key);
      expect(chain.coins.has(key) || pool.byTxid.has(input.txid)).toBe(true);
    }
  }
  expect(spent.size).toBe(pool.spenders.size);
}

test('whatever the history, the coins are those of the active chain alone and the mempool fits them', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const world = { chain: createChain(), pool: createMempool() };
      for (let i = 0; i < MATURE_BLOCKS; i++) mine(world);
      for (const one of steps) take(world, one);
      expectConsistent(world);
    }),
    { numRuns: rounds(40) },
  );
});
