/**
 * A trading desk in this process: a node, an index, a database, a signer, the flows and the follower, with a clock that stands.
 * Tests call the flows' functions and move the chain.
 */
import { randomUUID } from 'node:crypto';
import { createNode, createOrd, type Ord, startOrdServer } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { artwork } from '../../../sandbox/src/artwork.ts';
import { curatorAddress, inscribe, type Parent } from '../../../sandbox/src/inscriber.ts';
import { keyOf } from '../../../sandbox/src/keys.ts';
import { createMiner, type Miner } from '../../../sandbox/src/miner.ts';
import type { exchange } from '../../src/base/remote.ts';
import type { TradingSettings } from '../../src/base/settings.ts';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import { createFollower, type Follower } from '../../src/follower/follow.ts';
import { ordServer } from '../../src/ordinals/ord-server.ts';
import type { PolicyCollection } from '../../src/signer/fill-port.ts';
import type { Journal } from '../../src/signer/limits/journal.ts';
import { marketSigner } from '../../src/signer/market/market-signer.ts';
import { type CollectionInput, upsertCollection } from '../../src/store/catalogue/collections.ts';
import type { Listing } from '../../src/store/listing/listings.ts';
import { listingsByIds } from '../../src/store/listing/listings.ts';
import type { Database } from '../../src/store/port.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { FLOWS } from '../../src/trading/flows.ts';
import { fundPools } from '../../src/trading/operator-coins/pools.ts';
import { StandingClock, TEST_SETTINGS } from './api.ts';
import { openTestDatabase } from './database.ts';
import { offerSigners } from './offer-signers.ts';
import { enrol, type Trader, type TraderShape } from './trader.ts';

/** The desk's collection: children of one parent. */
export const SLUG = 'embers';
/** A collection without members, to ask for the wrong one. */
export const OTHER_SLUG = 'elsewhere';
export const POSTAGE_SATS = 10_000;
export const SECRETS = { market: '0a'.repeat(32), anchor: '0b'.repeat(32) };

export interface DeskOptions {
  /** A real node instead of devnode. */
  readonly call?: RpcCall;
  /** A real index instead of devnode's; `caughtUp` resolves once it has the node's tip. */
  readonly index?: { readonly url: string; caughtUp(): Promise<void>; readonly exchange?: typeof exchange };
  /** A migrated, empty database instead of PGlite in memory; the caller closes it. */
  readonly db?: Database;
  readonly settings?: Partial<TradingSettings>;
  /** Anchors made at start. Default 60. */
  readonly anchors?: number;
  /** Tiers of collection offers; with them the desk takes such offers, and their admission coins are made at start. */
  readonly tiers?: readonly Tier[];
  /** What the gate remembers. Default: nothing yet. */
  readonly gateJournal?: Journal;
  /** The node and the database are those of an earlier desk, as it left them: nothing is made at start. */
  readonly earlier?: { readonly at: Date; readonly described: readonly PolicyCollection[] };
}

export interface Desk {
  readonly ctx: TradingContext;
  readonly call: RpcCall;
  readonly miner: Miner;
  readonly clock: StandingClock;
  /** The policy signer's list of collections. */
  readonly described: readonly PolicyCollection[];
  readonly follower: Follower;
  /** Every line that the flows logged. */
  readonly log: { readonly level: string; readonly message: string; readonly fields: object }[];
  /** Index and follower up to the node's tip. */
  settle(by?: Follower): Promise<void>;
  mine(blocks?: number): Promise<void>;
  /** Replaces the last `depth` blocks by one block of `keep` (raw hex) and settles; the rest returns to the mempool if it may. */
  reorg(depth: number, keep?: readonly string[]): Promise<void>;
  /** New signed-in wallets, each with `coins` confirmed coins of `coinSats`. */
  traders(shapes: readonly TraderShape[], coins?: number, coinSats?: number): Promise<Trader[]>;
  /** `count` confirmed members of the collection, each on its own output at the trader's ordinals address. */
  inscribe(owner: Trader, count?: number, postageSats?: number): Promise<string[]>;
  /** What pays confirmed to a trader's payment address. */
  coinsOf(trader: Trader): Promise<Utxo[]>;
  listing(id: string): Promise<Listing>;
  /** The same service after a restart: another context and follower on the same node and database. */
  restarted(change?: Partial<TradingContext>): { ctx: TradingContext; follower: Follower };
  /** Every row of every table, as text: equal before and after what must store nothing. Refusals are counted. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

/** Opens a desk with a collection, anchors in the pool, and nobody in it. About a second. */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const call = options.call ?? createNode().call;
  const index = options.index ? { ...options.index, close: async () => undefined } : await ownIndex(call);
  const database = options.db ? { db: options.db, close: async () => undefined } : await openTestDatabase();
  const clock = new StandingClock();
  const log: { level: string; message: string; fields: object }[] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void log.push({ level, message, fields });
  const { transferFeeRate } = { ...TEST_SETTINGS, ...options.settings };
  const signer = marketSigner({
    ...SECRETS,
    network: 'regtest',
    feeAddress: TEST_SETTINGS.feeAddress,
    transferFeeRates: [transferFeeRate],
  });
  const chain = bitcoind({ url: '', call, timeoutMs: 60_000 });
  const sent = index.exchange;
  const ordinals = ordServer({ url: index.url, timeoutMs: 60_000, ...(sent ? { exchange: sent } : {}) });
  const described: PolicyCollection[] = [];
  const offers = options.tiers
    ? await offerSigners({
        chain,
        clock,
        tiers: options.tiers,
        collections: described,
        secrets: SECRETS,
        ...(options.gateJournal ? { journal: options.gateJournal } : {}),
      })
    : null;
  const ctx: TradingContext = {
    chain,
    ordinals,
    prices: null,
    signer,
    keys: await signer.publicKeys(),
    db: database.db,
    settings: { ...TEST_SETTINGS, failureDepth: 1, ...options.settings },
    clock,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    flows: FLOWS,
    ...(offers ? { collectionOffers: offers } : {}),
  };
  const follower = createFollower(ctx, { pollMs: 60_000 });
  const miner = createMiner(call);
  const settle = async (by: Follower = follower) => {
    await index.caughtUp();
    await by.sync();
  };
  const mine = async (blocks = 1) => {
    await miner.mine(blocks);
    await settle();
  };

  let parent: Parent | null = null;
  if (options.earlier) {
    clock.at = options.earlier.at;
    described.push(...options.earlier.described);
  } else {
    await miner.warmUp(20_000_000_000);
    parent = await inscribeParent(miner);
    await index.caughtUp();
    const anchors = options.anchors ?? 60;
    const address = anchorAddress(ctx.keys, 'regtest');
    await miner.pay(Array.from({ length: anchors }, () => ({ address, sats: ctx.settings.anchorSats })));
    await miner.mine(1);
    for (const collection of [
      { slug: SLUG, name: 'Embers', kind: 'parent_child', verified: true, sources: [parent.id] },
      { slug: OTHER_SLUG, name: 'Elsewhere', kind: 'gallery', sources: [] },
    ] satisfies CollectionInput[]) {
      described.push(collection);
      await upsertCollection(ctx.db, { ...collection, createdAt: clock.now() });
    }
    await settle();
    if (offers) {
      await miner.pay([{ address, sats: 1_000_000 }]);
      await mine();
      await fundPools(ctx);
      await mine();
    }
  }

  return {
    ctx,
    call,
    miner,
    clock,
    described,
    follower,
    log,
    settle,
    mine,
    async reorg(depth, keep = []) {
      const height = (await call('getblockcount')) as number;
      const fork = (await call('getblockhash', [height - depth + 1])) as string;
      await call('invalidateblock', [fork]);
      await miner.mineOnly(keep, keyOf(`reorg ${fork}`, 'p2wpkh').address);
      await settle();
    },
    async traders(shapes, coins = 3, coinSats = 1_000_000) {
      const traders = await Promise.all(shapes.map((shape) => enrol(ctx, shape)));
      await miner.pay(
        traders.flatMap(({ payment }) =>
          Array.from({ length: coins }, () => ({ address: payment.address, sats: coinSats })),
        ),
      );
      await mine();
      return traders;
    },
    async inscribe(owner, count = 1, postageSats = POSTAGE_SATS) {
      if (!parent) throw new Error('an earlier desk made the collection, whose parent only it can spend');
      const series = randomUUID();
      const ids = await inscribe(
        miner,
        { address: owner.ordinals.address, postageSats },
        Array.from({ length: count }, (_, i) => artwork(series, i)),
        parent,
      );
      await settle();
      return ids;
    },
    async coinsOf(trader) {
      const { coins } = await ctx.chain.addressCoins(trader.payment.address);
      return coins.map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats }));
    },
    async listing(id) {
      const [listing] = await listingsByIds(ctx.db, [id]);
      if (!listing) throw new Error(`no listing ${id}`);
      return listing;
    },
    restarted(change = {}) {
      const fresh = { ...ctx, ...change };
      return { ctx: fresh, follower: createFollower(fresh, { pollMs: 60_000 }) };
    },
    dump: dumpOf(ctx.db),
    async close() {
      await follower.stop();
      await index.close();
      await database.close();
    },
  };
}

/** devnode's index over any node, at an address of loopback; `exchange` asks it without the connection. */
export async function ownIndex(call: RpcCall) {
  const ord = createOrd({ call });
  const server = await startOrdServer(ord, { port: 0 });
  return {
    url: server.url,
    exchange: exchangeWith(ord, server.url),
    caughtUp: () => ord.sync(),
    async close() {
      await server.close();
      await ord.close();
    },
  };
}

/** Asks the index in this process, which is at `base`. */
export function exchangeWith(ord: Ord, base: string): typeof exchange {
  return async ({ url, method, headers, body }) => {
    const answer = await ord.handle(url.slice(base.length), { method, headers: { ...headers }, body });
    return { status: answer.status, text: Buffer.from(answer.body).toString('utf8') };
  };
}

async function inscribeParent(miner: Miner): Promise<Parent> {
  const to = { address: curatorAddress, postageSats: POSTAGE_SATS };
  const [id] = await inscribe(miner, to, [artwork(`parent ${randomUUID()}`, 0)]);
  return { id: id!, txid: id!.split('i')[0]!, vout: 0, valueSats: POSTAGE_SATS };
}

/** A dump takes a while, so it is made again only once a transaction has written. */
function dumpOf(db: Database): () => Promise<string> {
  let last = { snapshot: '', dump: '' };
  return async () => {
    const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(
      db,
    );
    const snapshot = rows[0]!.snapshot;
    if (snapshot !== last.snapshot) last = { snapshot, dump: await dump(db) };
    return last.dump;
  };
}

async function dump(db: Database): Promise<string> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
      and relname <> 'refused_submits'
    order by relname`.execute(db);
  const rowsOf = tables.rows.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, t::text as row from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; row: string }>`
    ${sql.join(rowsOf, sql` union all `)} order by name, row`.execute(db);
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n');
}
