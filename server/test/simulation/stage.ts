/**
 * The stage of all histories: a node, an index, a database and three signers in this process, with traders who
 * have coins and inscriptions. It is built once and put back before each history.
 */
import { createNode, createOrd } from '@ordbook/devnode';
import { DAY_MS } from '../../src/base/clock.ts';
import type { exchange } from '../../src/base/remote.ts';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import { createFollower, type Follower } from '../../src/follower/follow.ts';
import { ordServer } from '../../src/ordinals/ord-server.ts';
import type { Journal } from '../../src/signer/limits/journal.ts';
import type { Entry } from '../../src/signer/limits/limits.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { StandingClock } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';
import { copyOf, putBack } from '../support/database-copy.ts';
import { type Desk, exchangeWith, openDesk, SECRETS } from '../support/desk.ts';
import { offerSigners, QUICK_TIER } from '../support/offer-signers.ts';
import type { Trader } from '../support/trader.ts';
import { gatedDatabase } from './gated-database.ts';
import { gated, type Process, type Scheduler } from './scheduler.ts';
import { withSeededRandom } from './seeded-random.ts';

/** Where the index seems to be; requests go to it in this process. */
const ORD_URL = 'http://ord.simulation';
const TRADERS = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2wpkh'] as const;
const INSCRIPTIONS = 3;
const COINS = 6;
const COIN_SATS = 300_000;
/** Blocks on top of what the traders have: the reorgs of a history end above it. */
const BURIAL = 7;
/** So few that purchases run out of patience, and one member reaches every bound. */
export const BOUNDS = {
  patienceBlocks: 5,
  profileMaxOffers: 20,
  profileDailyCostSats: 10_000,
  unpaidDailyCostSats: 3_000,
};
/** Longer than any history: all events are compared with the moves. */
const EVENTS_KEPT_MS = 365 * DAY_MS;
const TIERS = [{ ...QUICK_TIER, coins: 6 }];

/** What is wrong with the node for a while. */
export interface NodeFaults {
  /** `getrawtransaction` knows no transaction of a block above this height; null: it knows all. */
  indexedUpTo: number | null;
}

export interface Replica {
  readonly process: Process;
  readonly ctx: TradingContext;
  readonly follower: Follower;
}

/** What the hostile member did so far. */
export interface Plot {
  /** Transactions that look like sales; `isPaid`: by another party, as far as the chain can tell. */
  readonly forged: { readonly txid: string; readonly isPaid: boolean }[];
  /** Raw transactions that a miner left out of blocks. */
  readonly withheld: string[];
}

/** A stage set for one history. */
export interface Stage {
  readonly desk: Desk;
  readonly call: RpcCall;
  readonly node: ReturnType<typeof createNode>;
  readonly faults: NodeFaults;
  readonly traders: readonly Trader[];
  /** The trader of `hostile.ts`. Otherwise it trades like the rest. */
  readonly hostile: Trader;
  readonly plot: Plot;
  readonly ids: readonly string[];
  readonly baseHeight: number;
  syncIndex(): Promise<void>;
  /** A fresh process of the service. */
  replica(name: string, scheduler: Scheduler): Promise<Replica>;
}

export interface Theatre {
  /** Puts everything back, then runs `history`, with all randomness from the seed. */
  play<T>(seed: number, history: (stage: Stage) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openTheatre(): Promise<Theatre> {
  const clock = { now: () => new StandingClock().at.getTime() };
  const node = createNode({ clock: () => clock.now() });
  const faults: NodeFaults = { indexedUpTo: null };
  const ord = createOrd({ call: node.call });
  const ask = exchangeWith(ord, ORD_URL);
  const database = await openTestDatabase();
  const entries: Entry[] = [];
  const built = await withSeededRandom('stage', async () => {
    const desk = await openDesk({
      call: node.call,
      index: { url: ORD_URL, caughtUp: () => ord.sync(), exchange: ask },
      db: database.db,
      anchors: 30,
      tiers: TIERS,
      gateJournal: journalOver(entries),
    });
    clock.now = () => desk.clock.at.getTime();
    const traders = await desk.traders([...TRADERS], COINS, COIN_SATS);
    const ids: string[] = [];
    for (const trader of traders) ids.push(...(await desk.inscribe(trader, INSCRIPTIONS)));
    for (let block = 0; block < BURIAL; block += 1) await desk.mine();
    return { desk, traders, hostile: traders.at(-1)!, ids };
  });
  const { desk } = built;
  const base = {
    node: node.snapshot(),
    rows: await copyOf(database.db),
    at: desk.clock.at,
    entries: [...entries],
  };
  const baseHeight = ((await node.call('getblockcount')) as number) - 1;
  const call = laggingCall(node.call, faults);

  return {
    async play(seed, history) {
      node.restore(base.node);
      node.mempool.setMinimum(0);
      node.setEstimatedRate(null);
      faults.indexedUpTo = null;
      desk.clock.at = base.at;
      await ord.sync();
      await putBack(database.db, base.rows);
      return withSeededRandom(seed, async () => {
        const journal = journalOver([...base.entries]);
        const replica = (name: string, scheduler: Scheduler) =>
          openReplica({ desk, call, ask, name, scheduler, journal });
        const syncIndex = () => ord.sync();
        const plot = { forged: [], withheld: [] };
        return history({ ...built, plot, call: node.call, node, faults, baseHeight, syncIndex, replica });
      });
    },
    async close() {
      await desk.close();
      await ord.close();
      await database.close();
    },
  };
}

interface ReplicaParts {
  readonly desk: Desk;
  readonly call: RpcCall;
  /** How the index is asked. */
  readonly ask: typeof exchange;
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly journal: Journal;
}

async function openReplica({ desk, call, ask, name, scheduler, journal }: ReplicaParts): Promise<Replica> {
  const process: Process = { name, isDead: false };
  const port = <Port extends object>(one: Port, label: string) => gated(one, label, process, scheduler);
  const chain = bitcoind({ url: '', call, timeoutMs: 600_000 });
  const ordinals = ordServer({ url: ORD_URL, timeoutMs: 600_000, exchange: ask });
  const { clock, described } = desk;
  const offers = await offerSigners({
    chain: desk.ctx.chain,
    clock,
    tiers: TIERS,
    collections: described,
    secrets: SECRETS,
    journal,
  });
  const { market, policy, gate } = offers.signers;
  const log = (level: string) => (fields: object, message: string) => {
    const { err } = fields as { err?: Error };
    scheduler.note(`${name} ${level}: ${message}${err ? ` ${err.message}` : ''}`);
  };
  const ctx: TradingContext = {
    ...desk.ctx,
    settings: { ...desk.ctx.settings, ...BOUNDS, eventsKeptMs: EVENTS_KEPT_MS },
    chain: port(chain, 'node'),
    ordinals: port(ordinals, 'index'),
    signer: port(desk.ctx.signer, 'signer'),
    db: gatedDatabase(desk.ctx.db, process, scheduler),
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    collectionOffers: {
      ...offers,
      signers: {
        market: port(market, 'market signer'),
        policy: port(policy, 'policy signer'),
        gate: port(gate, 'gate signer'),
      },
    },
  };
  return { process, ctx, follower: createFollower(ctx, { pollMs: 60_000 }) };
}

function journalOver(entries: Entry[]): Journal {
  return {
    past: () => ({ entries, lostAt: null }),
    append: async (entry) => void entries.push(entry),
    keep: async (kept) => void entries.splice(0, entries.length, ...kept),
    close: async () => undefined,
  };
}

/** The node's calls, with the transaction index behind. */
function laggingCall(call: RpcCall, faults: NodeFaults): RpcCall {
  return async (method, params) => {
    const upTo = faults.indexedUpTo;
    if (upTo === null || (method !== 'getrawtransaction' && method !== 'getindexinfo'))
      return call(method, params);
    if (method === 'getindexinfo') return { txindex: { synced: false, best_block_height: upTo } };
    const found = await call('getrawtransaction', [params?.[0], 1]);
    const { blockhash } = found as { blockhash?: string };
    if (blockhash === undefined) return call(method, params);
    const { height } = (await call('getblockheader', [blockhash])) as { height: number };
    if (height <= upTo) return call(method, params);
    const sentence =
      'No such mempool transaction. Blockchain transactions are still in the process of being indexed.';
    throw Object.assign(new Error(sentence), { code: -5 });
  };
}
