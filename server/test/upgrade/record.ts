/**
 * Records the world of a release, for the upgrade tests of all later ones; a step of docs/releasing.md:
 * `npx tsx --conditions=source server/test/upgrade/record.ts 0.2.0`.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createNode } from '@ordbook/devnode';
import { memoryJournal } from '../../src/signer/limits/journal.ts';
import { migrate, readMigrations } from '../../src/store/database/migrate.ts';
import { openPglite } from '../../src/store/database/pglite.ts';
import { acceptOffer, makeCounter, makeOffer } from '../support/bidding.ts';
import { fill, makeOffers } from '../support/collection-offers.ts';
import { copyOf } from '../support/database-copy.ts';
import { openDesk } from '../support/desk.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';
import { digestOf, type ReleasedWorld } from './world.ts';

const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new Error('name the version, as in 0.2.0');

const node = createNode();
const { db, close } = await openPglite({ memory: true });
await migrate(db);
const migrations = (await readMigrations()).map(digestOf);
const gateJournal = memoryJournal();
const desk = await openDesk({ call: node.call, db, tiers: [QUICK_TIER], gateJournal });
const [seller, buyer, maker] = (await desk.traders(['p2tr', 'p2wpkh', 'p2wpkh'], 10)) as [
  Trader,
  Trader,
  Trader,
];
const ids = await desk.inscribe(seller, 8);
const [sold, moving, listing] = await list(desk, seller, ids.slice(0, 3));
const confirmed = (await buy(desk, buyer, [sold!])).answer.settlementTxid;
await desk.mine();

const bought = (await buy(desk, buyer, [moving!])).answer.settlementTxid;
const accepted = (await acceptOffer(desk, seller, await makeOffer(desk, buyer, ids[3]!))).settlementTxid;
const offer = await makeOffer(desk, buyer, ids[4]!, { priceSats: 60_000 });
const counter = await makeCounter(desk, seller, await makeOffer(desk, buyer, ids[5]!));
const filled = await makeOffers(desk, maker);
const fillTxid = (await fill(desk, seller, filled.offerId, ids[6]!)).answer.settlementTxid;
const { offerId } = await makeOffers(desk, maker, { priceSats: 45_000 });

const world: ReleasedWorld = {
  version: version!,
  migrations,
  rows: await copyOf(db),
  state: node.dump(),
  clock: desk.clock.now().toISOString(),
  described: desk.described,
  gateEntries: gateJournal.past().entries,
  seller,
  buyer,
  maker,
  listing: listing!,
  offer,
  counter,
  collectionOffer: { offerId, inscriptionId: ids[7]! },
  pending: [bought, accepted, fillTxid],
  confirmed,
};
const file = fileURLToPath(new URL(`releases/${version}.json.gz`, import.meta.url));
const packed = gzipSync(JSON.stringify(world), { level: 9 });
await writeFile(file, packed);
process.stdout.write(`${file}: ${packed.length} bytes, ${migrations.length} migrations\n`);
await desk.close();
await close();
