/** Every release upgrades to this version in the middle of trades: its database and its chain go on here. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createNode } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { memoryJournal } from '../../src/signer/limits/journal.ts';
import { migrate, readMigrations } from '../../src/store/database/migrate.ts';
import { openPglite, type PgliteDatabase } from '../../src/store/database/pglite.ts';
import { acceptCounter, acceptOffer } from '../support/bidding.ts';
import { fill } from '../support/collection-offers.ts';
import { putBack } from '../support/database-copy.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { buy } from '../support/trade.ts';
import { digestOf, type ReleasedWorld } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const RELEASES = fileURLToPath(new URL('releases/', import.meta.url));
const worlds = readdirSync(RELEASES)
  .sort()
  .map((file) => JSON.parse(gunzipSync(readFileSync(RELEASES + file)).toString()) as ReleasedWorld);

describe.each(worlds)('a service of release $version that is upgraded in the middle of trades', (world) => {
  let database: PgliteDatabase;
  let desk: Desk;

  beforeAll(async () => {
    database = await openPglite({ memory: true });
    const all = await readMigrations();
    const released = all.slice(0, world.migrations.length);
    await migrate(database.db, released);
    await putBack(database.db, world.rows);
    expect(await migrate(database.db)).toEqual(all.slice(released.length).map(({ name }) => name));
    const gateJournal = memoryJournal();
    await gateJournal.keep(world.gateEntries);
    desk = await openDesk({
      call: createNode({ state: world.state }).call,
      db: database.db,
      tiers: [QUICK_TIER],
      gateJournal,
      earlier: { at: new Date(world.clock), described: world.described },
    });
    await desk.settle();
  });
  afterAll(async () => {
    await desk?.close();
    await database?.close();
  });

  test('finds the migrations of that release unchanged', async () => {
    const all = await readMigrations();
    expect(all.slice(0, world.migrations.length).map(digestOf)).toEqual(world.migrations);
  });

  const confirmed = async () => {
    const rows = await desk.ctx.db
      .selectFrom('sales')
      .select('txid')
      .where('state', '=', 'confirmed')
      .execute();
    return rows.map(({ txid }) => txid);
  };

  test('confirms what was on its way, and keeps what was sold', async () => {
    expect(await confirmed()).toEqual([world.confirmed]);
    await desk.mine();
    expect((await confirmed()).sort()).toEqual([world.confirmed, ...world.pending].sort());
  });

  test('sells a listing, an offer, a counter and a collection offer that were signed before', async () => {
    const { seller, buyer, listing, offer, counter, collectionOffer } = world;
    const txids = [
      (await buy(desk, buyer, [listing])).answer.settlementTxid,
      (await acceptOffer(desk, seller, offer)).settlementTxid,
    ];
    // the coins of the one are change of the other
    await desk.mine();
    txids.push((await acceptCounter(desk, buyer, counter)).settlementTxid);
    await desk.mine();
    const { offerId, inscriptionId } = collectionOffer;
    txids.push((await fill(desk, seller, offerId, inscriptionId)).answer.settlementTxid);
    await desk.mine();
    expect(await confirmed()).toEqual(expect.arrayContaining(txids));
  });

  test('leaves nothing for the audit to find', async () => {
    await desk.mine(2);
    const { chain, ordinals, db, clock, settings } = desk.ctx;
    const { network, failureDepth } = settings;
    const { findings } = await audit({ chain, ordinals, db, clock, network, failureDepth }, { pauseMs: 0 });
    expect(findings).toEqual([]);
  });
});
