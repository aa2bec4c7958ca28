import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { standbyFlaws } from '../../server/src/composition/check/standbys.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import { storedTip } from '../../server/src/store/chain/blocks.ts';
import { changeOfCluster } from '../../server/src/store/database/identity.ts';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { ask, type Chain, startChain, startReplica, until } from '../edge/replica.ts';
import { findPostgres } from '../real/parts.ts';
import { type PostgresPair, startPostgresPair } from '../real/postgres-pair.ts';
import { type Market, openMarket } from './market.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const part = findPostgres();
const own = part !== undefined && part.kind !== 'given' ? part : null;
const LISTINGS = 16;

describe.runIf(own)('a primary with a synchronous standby', () => {
  let pair: PostgresPair;
  let chain: Chain;
  let service: Awaited<ReturnType<typeof startReplica>>;
  let market: Market;

  beforeAll(async () => {
    pair = await startPostgresPair(own!);
    chain = await startChain();
    service = await startReplica(chain, {
      DATABASE_URL: pair.url,
      DATABASE_STANDBYS: 'synchronous',
      ANCHOR_POOL_TARGET: '10',
      FAILURE_DEPTH: '1',
    });
    service.ledFollower.start();
    market = await openMarket(service.ctx, chain, LISTINGS, async (members) => {
      const rows = await ask(pair.primary, 'select 1 from collection_members');
      return rows.length >= members;
    });
  });
  afterAll(async () => {
    await service?.close();
    await chain?.close();
    await pair?.stop();
  });

  test('that is lost in the middle of trades loses nothing: the service goes on with the promoted standby', async () => {
    const { ctx } = service;
    const acknowledged = new Map<string, string>();
    const unclear: string[] = [];
    let killedAt = Infinity;
    let backAt = Infinity;
    // Blocks are stored without waiting for the standby: one that it never gets is applied again.
    const trading = (async () => {
      for (const [i, { listingId }] of market.listings.entries()) {
        const txid = await market.buy(i);
        if (txid) acknowledged.set(listingId, txid);
        else unclear.push(listingId);
        if (performance.now() > killedAt) backAt = Math.min(backAt, performance.now());
      }
    })();
    await until('some purchases are made', async () => acknowledged.size >= 5, 60_000);
    const before = acknowledged.size;
    killedAt = performance.now();
    await pair.killPrimary();
    await pair.promote();
    const promoted = performance.now();
    await trading;
    process.stdout.write(
      `the primary was killed after ${before} purchases; promoted after ${Math.round(promoted - killedAt)} ms, ` +
        `the next purchase succeeded ${Math.round(backAt - killedAt)} ms after the kill; ${unclear.length} without an answer\n`,
    );
    expect(acknowledged.size + unclear.length).toBe(LISTINGS);
    expect(unclear.length).toBeLessThan(3);

    await market.mine(2);
    await until('every purchase is confirmed', async () => {
      const rows = await ctx.db.selectFrom('sales').select(['listingId', 'txid', 'state']).execute();
      return [...acknowledged].every(([listingId, txid]) =>
        rows.some((row) => row.listingId === listingId && row.txid === txid && row.state === 'confirmed'),
      );
    });
    const sales = await ctx.db.selectFrom('sales').select(['listingId']).execute();
    expect(new Set(sales.map(({ listingId }) => listingId)).size).toBe(sales.length);
  });
});

describe.runIf(own)('a block that the standby never got', () => {
  let pair: PostgresPair;
  let chain: Chain;
  let service: Awaited<ReturnType<typeof startReplica>>;

  beforeAll(async () => {
    pair = await startPostgresPair(own!);
    chain = await startChain();
    service = await startReplica(chain, { DATABASE_URL: pair.url, DATABASE_STANDBYS: 'synchronous' });
    service.ledFollower.start();
  });
  afterAll(async () => {
    await service?.close();
    await chain?.close();
    await pair?.stop();
  });

  test('is applied again after the failover', async () => {
    const heightAt = async (url: string) => {
      const rows = await ask<{ height: number }>(url, 'select max(height) as height from blocks').catch(
        () => [],
      );
      return rows[0]?.height ?? -1;
    };
    const first = await chain.miner.mine(1);
    await until('both have the first block', async () => (await heightAt(pair.standby)) === first.height);
    // the steps after a block write, and wait for the standby
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await pair.cutStandby();
    const lost = await chain.miner.mine(1);
    await until(
      'the primary has the block',
      async () => (await heightAt(pair.primary)) === lost.height,
      60_000,
    );
    // Nothing is promised that only the primary has, also after the wait for the standby is cut off.
    const impatient = openPostgres(pair.primary, { statementTimeoutMs: 300 });
    await expect(sql`create table promised (a integer)`.execute(impatient.db)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(
      impatient.db
        .transaction()
        .execute((transaction) => sql`create table more (a integer)`.execute(transaction)),
    ).rejects.toMatchObject({ code: 'unavailable' });
    await impatient.close();
    await pair.killPrimary();
    expect(await heightAt(pair.standby)).toBe(first.height);
    const started = performance.now();
    await pair.promote();
    const stored = () => storedTip(service.ctx.db).catch(() => null);
    await until('it is stored again', async () => (await stored())?.hash === lost.hash, 30_000);
    process.stdout.write(
      `the follower had the lost block again ${Math.round(performance.now() - started)} ms after the promotion\n`,
    );
  });
});

describe.runIf(own)('a standby that is asynchronous and promoted', () => {
  let pair: PostgresPair;

  beforeAll(async () => {
    pair = await startPostgresPair(own!, { isSynchronous: false });
  });
  afterAll(() => pair?.stop());

  test('is not used by whoever used the primary; the next start knows that commits may be lost', async () => {
    const before = openPostgres(pair.url, { staysOnTimeline: true });
    await migrate(before.db);
    expect(await changeOfCluster(before.db)).toBeNull();
    const settings = (DATABASE_STANDBYS: string) => readSettings({ NETWORK: 'regtest', DATABASE_STANDBYS });
    const flaws = async (promise: string) =>
      (await standbyFlaws(settings(promise), before.db)).filter((flaw) => flaw !== null);
    expect(await flaws('asynchronous')).toMatchObject([
      { level: 'warning', is: expect.stringContaining('the standby standby is asynchronous') },
    ]);
    expect(await flaws('synchronous')).toMatchObject([{ level: 'error' }, { level: 'warning' }]);
    await until('the standby has the mark', async () => {
      const rows = await ask<{ timeline: string }>(
        pair.standby,
        'select timeline from database_identity',
      ).catch(() => []);
      return rows[0]?.timeline === '00000001';
    });

    await pair.killPrimary();
    await pair.promote();
    let isPromoted = false;
    void before.promoted.then(() => {
      isPromoted = true;
    });
    const refused = async () => {
      await expect(sql`select 1`.execute(before.db)).rejects.toMatchObject({ code: 'unavailable' });
      return isPromoted;
    };
    await until('the promoted server is refused', refused, 60_000);
    expect((await before.promoted).message).toContain('on timeline 00000002 and was on 00000001');
    await before.close();
    const after = openPostgres(pair.url, { staysOnTimeline: true });
    expect(await changeOfCluster(after.db)).toBe('promoted');
    await after.close();
  });
});
