/** What happens to chain, mempool, clock and node, whoever caused it. */
import { HOUR_MS, MINUTE_MS } from '../../src/base/clock.ts';
import { moveInscription } from '../support/move-inscription.ts';
import { spendCoins } from '../support/spend-coins.ts';
import type { Choices } from './seeded-random.ts';
import type { Stage } from './stage.ts';

/** Changes the stage; returns what happened, for the trace. */
export type Upheaval = (stage: Stage, random: Choices) => Promise<string>;

const heightOf = async ({ call }: Stage) => (await call('getblockcount')) as number;
export const mempoolOf = async ({ call }: Stage) => ((await call('getrawmempool')) as string[]).toSorted();

/** The index may be behind for a while. */
export async function indexed(stage: Stage, random: Choices): Promise<string> {
  if (random.below(10) === 0) return ', the index is behind';
  await stage.syncIndex();
  return '';
}

export const mine: Upheaval = async (stage, random) => {
  const blocks = 1 + random.below(3);
  for (let block = 0; block < blocks; block += 1) {
    stage.desk.clock.step(MINUTE_MS);
    await stage.desk.miner.mine(1);
  }
  return `${blocks} blocks${await indexed(stage, random)}`;
};

/** A block with one transaction of the mempool, such as a transfer without its sale. */
export const mineOne: Upheaval = async (stage, random) => {
  const ready: string[] = [];
  for (const txid of await mempoolOf(stage)) {
    const { depends } = (await stage.call('getmempoolentry', [txid])) as { depends: string[] };
    if (depends.length === 0) ready.push(txid);
  }
  const txid = random.pick(ready);
  const raw = txid === undefined ? [] : [(await stage.call('getrawtransaction', [txid])) as string];
  stage.desk.clock.step(MINUTE_MS);
  const isMined = await stage.desk.miner.mineOnly(raw).then(
    () => true,
    () => false,
  );
  return `${isMined ? `a block with ${txid?.slice(0, 8) ?? 'nothing'}` : 'no block'}${await indexed(stage, random)}`;
};

export const reorg: Upheaval = async (stage, random) => {
  const height = await heightOf(stage);
  const depth = Math.min(1 + random.below(6), height - stage.baseHeight);
  if (depth < 1) return 'no reorg';
  await stage.call('invalidateblock', [await stage.call('getblockhash', [height - depth + 1])]);
  const empty = random.below(depth + 2);
  for (let block = 0; block <= depth; block += 1) {
    stage.desk.clock.step(MINUTE_MS);
    if (block < empty) await stage.desk.miner.mineOnly([]);
    else await stage.desk.miner.mine(1);
  }
  return `reorg of ${depth}, ${empty} empty${await indexed(stage, random)}`;
};

export const evict: Upheaval = async (stage, random) => {
  const txid = random.pick(await mempoolOf(stage));
  if (txid === undefined) return 'nothing to evict';
  return `${stage.node.mempool.drop(txid)} evicted`;
};

export const clearMempool: Upheaval = async ({ node }) => {
  node.mempool.clear();
  return 'mempool cleared';
};

export const fees: Upheaval = async ({ node }, random) => {
  const minimum = random.pick([0, 0, 2_000, 10_000, 50_000])!;
  const estimate = random.pick([null, 5_000, 40_000])!;
  node.mempool.setMinimum(minimum);
  node.setEstimatedRate(estimate);
  return `mempool minimum ${minimum}, estimate ${estimate}`;
};

export const timeJump: Upheaval = async ({ desk }, random) => {
  const hours = random.pick([0.2, 1, 5, 7, 13, 26, 80, 170, 800])!;
  desk.clock.step(hours * HOUR_MS);
  return `${hours} hours pass`;
};

export const transactionIndexBehind: Upheaval = async (stage, random) => {
  if (stage.faults.indexedUpTo !== null) {
    stage.faults.indexedUpTo = null;
    return 'the transaction index has caught up';
  }
  stage.faults.indexedUpTo = (await heightOf(stage)) - random.below(4);
  return `the transaction index stops at ${stage.faults.indexedUpTo}`;
};

export const indexCatchesUp: Upheaval = async (stage) => {
  await stage.syncIndex();
  return 'the index has caught up';
};

/** A trader spends a coin that pays for something, at a fee that replaces it. */
export const doubleSpend: Upheaval = async (stage, random) => {
  const trader = random.pick(stage.traders)!;
  const coins = [
    ...(await stage.desk.coinsOf(trader)),
    ...(await coinsInMempool(stage, trader.payment.address)),
  ];
  const coin = random.pick(coins);
  if (!coin) return 'no coin to spend';
  const feeSats = random.pick([1_000, 40_000, 120_000])!;
  return spendCoins(stage.desk, trader, [coin], { feeSats }).then(
    () => `a trader spends ${coin.txid.slice(0, 8)}:${coin.vout} elsewhere`,
    () => 'the node refuses a double spend',
  );
};

/** Confirmed coins of an address that the mempool spends. */
export async function coinsInMempool(stage: Stage, address: string) {
  const coins: { txid: string; vout: number; valueSats: number }[] = [];
  for (const spending of await mempoolOf(stage)) {
    const { vin } = (await stage.call('getrawtransaction', [spending, 1])) as {
      vin: { txid: string; vout: number }[];
    };
    for (const { txid, vout } of vin) {
      const found = (await stage.call('gettxout', [txid, vout, false])) as {
        value: number;
        scriptPubKey: { address?: string };
      } | null;
      if (found?.scriptPubKey.address === address)
        coins.push({ txid, vout, valueSats: Math.round(found.value * 1e8) });
    }
  }
  return coins;
}

/** An owner moves an inscription, which may be listed, on its way or offered for. */
export const move: Upheaval = async (stage, random) => {
  const id = random.pick(stage.ids)!;
  const at = (await stage.desk.ctx.ordinals.inscription(id))?.address;
  const owner = stage.traders.find(({ ordinals }) => ordinals.address === at);
  const to = random.pick(stage.traders)!;
  const [feeCoin] = owner ? (await stage.desk.coinsOf(owner)).sort((a, b) => b.valueSats - a.valueSats) : [];
  if (!owner || !feeCoin || feeCoin.valueSats < 70_000) return 'nobody can move it';
  const feeSats = random.pick([1_000, 60_000])!;
  return moveInscription(stage.desk, owner, id, to.ordinals.address, { feeSats, feeCoin }).then(
    () => `an owner moves ${id.slice(0, 8)}`,
    () => 'the node refuses a move',
  );
};
