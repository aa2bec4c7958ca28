import { createNode } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { REGTEST } from '../../../../sandbox/src/keys.ts';
import type { RpcCall } from '../../../src/chain/transport.ts';
import { readyAnchors, unfinishedFanOuts } from '../../../src/store/operator-coins/anchors.ts';
import { lockedCoins } from '../../../src/store/operator-coins/locked-coins.ts';
import { anchorsFor, keepAnchors } from '../../../src/trading/operator-coins/anchors.ts';
import { type Desk, type DeskOptions, openDesk, SECRETS } from '../../support/desk.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
afterEach(() => desk?.close());

/** A desk whose node estimates `feeRate` sat/vB. */
async function deskAt(feeRate: number | (() => number), options: DeskOptions = {}): Promise<Desk> {
  const node = createNode();
  const rate = () => (typeof feeRate === 'number' ? feeRate : feeRate());
  const call: RpcCall = async (method, params) =>
    method === 'estimatesmartfee' ? { feerate: rate() / 1e5, blocks: 2 } : node.call(method, params);
  return openDesk({ call, ...options });
}

const ready = () => readyAnchors(desk.ctx.db, desk.ctx.settings.anchorSats, desk.clock.now());
const fund = async (...sats: number[]) => {
  await desk.miner.pay(sats.map((one) => ({ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: one })));
  await desk.mine();
};
const retire = (count: number) =>
  sql`update anchors set state = 'retired' where id in (
    select id from anchors where state = 'free' and value_sats = ${desk.ctx.settings.anchorSats} limit ${count})`.execute(
    desk.ctx.db,
  );

describe('the anchor pool', () => {
  test('is filled from a large coin, however many retired anchors are not worth their fee', async () => {
    desk = await deskAt(20, { anchors: 70, settings: { anchorPoolTarget: 60 } });
    await retire(60);
    await fund(5_000_000);
    await desk.mine();
    expect(await ready()).toBeGreaterThanOrEqual(60);
  });

  test('spends retired anchors for their own sake only while that is cheap', async () => {
    desk = await deskAt(8, { anchors: 30 });
    await retire(5);
    await keepAnchors(desk.ctx);
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([]);
    await desk.close();
    desk = await deskAt(2, { anchors: 30 });
    await retire(5);
    await keepAnchors(desk.ctx);
    const [split] = await unfinishedFanOuts(desk.ctx.db);
    expect(readTransaction(split!).inputs).toHaveLength(5);
  });

  test('spends what was retired between two blocks in one transaction', async () => {
    desk = await deskAt(2, { anchors: 30 });
    await retire(1);
    await keepAnchors(desk.ctx);
    const first = await unfinishedFanOuts(desk.ctx.db);
    expect(first).toHaveLength(1);
    for (const count of [2, 1]) {
      await retire(count);
      await keepAnchors(desk.ctx);
    }
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual(first);
    await desk.mine();
    const [second] = await unfinishedFanOuts(desk.ctx.db);
    expect(readTransaction(second!).inputs).toHaveLength(3);
  });

  test('makes no split whose outputs would all be dust', async () => {
    desk = await deskAt(8, { anchors: 1, settings: { anchorPoolTarget: 4 } });
    await retire(1);
    await keepAnchors(desk.ctx);
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([]);
  });

  test('leaves a coin that is too small for an anchor as it is, however much the pool lacks', async () => {
    desk = await deskAt(2, { anchors: 4, settings: { anchorPoolTarget: 40 } });
    await fund(1_600);
    await desk.mine();
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([]);
    const { rows } = await sql<{ valueSats: number; spentHeight: number | null }>`
      select value_sats, spent_height from anchors where value_sats < 1600`.execute(desk.ctx.db);
    expect(rows.every(({ valueSats }) => valueSats === desk.ctx.settings.anchorSats)).toBe(true);
  });

  test('gives up a split of which a block spent a coin otherwise, and splits its other coins anew', async () => {
    desk = await deskAt(2, { anchors: 4, settings: { anchorPoolTarget: 40 } });
    await fund(100_000, 200_000);
    const [dead] = await unfinishedFanOuts(desk.ctx.db);
    const [stolen, other] = readTransaction(dead!).inputs;
    await desk.miner.mineOnly([await spendOperatorCoin(stolen!)]);
    await desk.settle();
    expect(desk.log.map(({ message }) => message)).toContain(
      'a fan-out transaction lost a coin; its other coins go into the next one',
    );
    const [again] = await unfinishedFanOuts(desk.ctx.db);
    const spent = readTransaction(again!).inputs.map(({ txid, vout }) => ({ txid, vout }));
    expect(spent).toContainEqual({ txid: other!.txid, vout: other!.vout });
    expect(spent).not.toContainEqual({ txid: stolen!.txid, vout: stolen!.vout });
    await desk.mine();
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([]);
    expect(await ready()).toBeGreaterThanOrEqual(40);
  });

  test('makes what it lacks once: what a split in the mempool makes counts, and what the index has not read', async () => {
    desk = await deskAt(2, { anchors: 4, settings: { anchorPoolTarget: 40 } });
    await fund(...Array.from({ length: 14 }, () => 200_000));
    const made = await unfinishedFanOuts(desk.ctx.db);
    expect(made).toHaveLength(1);
    await desk.settle();
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual(made);
    await desk.miner.mine(1);
    // the index is behind
    await desk.follower.sync();
    expect(await ready()).toBe(4);
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([]);
    await desk.settle();
    expect(await ready()).toBe(40);
  });

  test('makes it with other coins while no node takes the split', async () => {
    const node = createNode();
    let takes = true;
    const call: RpcCall = async (method, params) => {
      if (method === 'sendrawtransaction' && !takes)
        throw Object.assign(new Error('mempool min fee not met'), { code: -26 });
      return node.call(method, params);
    };
    desk = await openDesk({ call, anchors: 4, settings: { anchorPoolTarget: 40 } });
    await desk.miner.pay(
      Array.from({ length: 10 }, () => ({
        address: anchorAddress(desk.ctx.keys, 'regtest'),
        sats: 200_000,
      })),
    );
    takes = false;
    await desk.mine();
    expect(await unfinishedFanOuts(desk.ctx.db)).toHaveLength(1);
    await desk.settle();
    expect(await unfinishedFanOuts(desk.ctx.db)).toHaveLength(2);
  });

  test('replaces a split that fees have outrun, at no more than what anchors may cost', async () => {
    let rate = 2;
    desk = await deskAt(() => rate, { anchors: 4, settings: { anchorPoolTarget: 8, revokeMaxFeeRate: 20 } });
    await fund(100_000);
    const [first] = await unfinishedFanOuts(desk.ctx.db);
    const feeOf = async (hex: string) =>
      (await desk.call('getmempoolentry', [readTransaction(hex).txid])) as {
        fees: { base: number };
        vsize: number;
      };
    const { fees, vsize } = await feeOf(first!);
    expect(Math.round(fees.base * 1e8)).toBe(2 * vsize);
    rate = 3;
    await keepAnchors(desk.ctx);
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([first]);
    rate = 50;
    await keepAnchors(desk.ctx);
    const [second] = await unfinishedFanOuts(desk.ctx.db);
    expect(readTransaction(second!).inputs.map(({ txid, vout }) => [txid, vout])).toEqual(
      readTransaction(first!).inputs.map(({ txid, vout }) => [txid, vout]),
    );
    expect(Math.round((await feeOf(second!)).fees.base * 1e8)).toBe(20 * vsize);
    expect(await desk.ctx.chain.transaction(readTransaction(first!).txid)).toBeNull();
    await desk.mine();
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([]);
    expect(await ready()).toBe(8);
  });

  test('replaces a split that a full mempool has evicted, and waits where only a dearer one would be taken', async () => {
    const node = createNode();
    desk = await openDesk({ call: node.call, anchors: 4, settings: { anchorPoolTarget: 8 } });
    await fund(100_000);
    const [first] = await unfinishedFanOuts(desk.ctx.db);
    node.mempool.clear();
    node.mempool.setMinimum(30_000);
    await keepAnchors(desk.ctx);
    node.mempool.clear();
    node.mempool.setMinimum(15_000);
    await keepAnchors(desk.ctx);
    const sent = await unfinishedFanOuts(desk.ctx.db);
    expect(sent).not.toContain(first);
    const inputs = (hex: string) => readTransaction(hex).inputs.map(({ txid, vout }) => `${txid}:${vout}`);
    expect(inputs(sent[0]!)).toEqual(inputs(first!));
    expect(await desk.ctx.chain.transaction(readTransaction(sent[0]!).txid)).not.toBeNull();
  });

  test('is filled to a quarter of its target while an anchor costs more than a revocation may', async () => {
    desk = await deskAt(50, { anchors: 4, settings: { anchorPoolTarget: 40, revokeMaxFeeRate: 20 } });
    await fund(5_000_000);
    await desk.mine();
    expect(await ready()).toBe(10);
  });

  test('makes nothing while the mempool takes only what signers refuse', async () => {
    const node = createNode();
    desk = await openDesk({
      call: node.call,
      anchors: 4,
      settings: { anchorPoolTarget: 4, maxFeeRate: 200 },
    });
    await fund(5_000_000);
    node.mempool.setMinimum(201_000);
    Object.assign(desk.ctx.settings, { anchorPoolTarget: 400, revokeMaxFeeRate: 1_000 });
    await keepAnchors(desk.ctx);
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([]);
  });

  test('is not one profile’s alone: who asks for more than 24 gives up the oldest', async () => {
    desk = await deskAt(2, { anchors: 60 });
    const profileId = crypto.randomUUID();
    const batch = (n: number) => Array.from({ length: 20 }, (_, i) => `listing ${n} ${i}`);
    for (let call = 0; call < 5; call += 1) {
      expect(await anchorsFor(desk.ctx, profileId, batch(call))).toHaveLength(20);
      desk.clock.step(1_000);
    }
    expect(await ready()).toBe(60 - 24);
    expect(await anchorsFor(desk.ctx, crypto.randomUUID(), batch(0))).toHaveLength(20);
  });

  test('uses a coin only once the index can say that nothing lies on it; its block does not wait', async () => {
    desk = await deskAt(2, { anchors: 4 });
    await desk.miner.pay([{ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: 50_000 }]);
    await desk.miner.mine(1);
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from anchors where value_sats = 50000`.execute(desk.ctx.db);
      return rows.map(({ state }) => state);
    };
    // the index has not seen the block
    const { height } = await desk.follower.sync();
    expect(height).toBe(await desk.call('getblockcount'));
    expect(await states()).toEqual(['unread']);
    await keepAnchors(desk.ctx);
    expect(await unfinishedFanOuts(desk.ctx.db)).toEqual([]);
    expect([...(await lockedCoins(desk.ctx.db, desk.clock.now())).values()]).toEqual([
      'the index has not said yet what is on it',
    ]);
    await desk.settle();
    expect(await states()).not.toContain('unread');
    expect(await states()).not.toContain('unsafe');
  });
});

/** The operator's own key spends a coin elsewhere, at a fee that replaces the split. Answers raw hex. */
async function spendOperatorCoin(coin: { readonly txid: string; readonly vout: number }): Promise<string> {
  const { valueSats } = (await desk.ctx.db
    .selectFrom('anchors')
    .select('valueSats')
    .where('txid', '=', coin.txid)
    .where('vout', '=', coin.vout)
    .executeTakeFirstOrThrow()) as { valueSats: number };
  const operator = {
    payment: {
      wif: WIF(REGTEST).encode(hex.decode(SECRETS.anchor)),
      type: 'p2tr',
      address: anchorAddress(desk.ctx.keys, 'regtest'),
    },
  } as unknown as Trader;
  return spendCoins(desk, operator, [{ ...coin, valueSats }], { feeSats: 50_000, send: false });
}
