/**
 * What one trade costs: processor time of the service, the signer and PostgreSQL, and bytes of PostgreSQL's
 * log. A listing, its purchase, and the block that confirms it, on a durable PostgreSQL, with devnode in the
 * process (whose own work is taken out). BENCH_TRADES (40) after as many that do not count.
 */
import { readFile } from 'node:fs/promises';
import { createNode } from '@ordbook/devnode';
import { sql } from 'kysely';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import type { Database } from '../server/src/store/port.ts';
import type { TradingContext } from '../server/src/trading/context.ts';
import { submitListing } from '../server/src/trading/listing/list.ts';
import { preflightPurchase, submitPurchase } from '../server/src/trading/purchase/buy.ts';
import { openDesk } from '../server/test/support/desk.ts';
import { listingBody, purchaseBody, signedListing } from '../server/test/support/trade.ts';
import { signStep, type Trader } from '../server/test/support/trader.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { report } from './report.ts';

const TRADES = Number(process.env['BENCH_TRADES'] ?? 40);
const CLOCK_TICKS_PER_SECOND = 100;
const PARTS = ['list: preflight and submit', 'buy: preflight and submit', 'the block'] as const;

/** Processor time of what runs within `around`, ms, added up. */
function meter() {
  let spent = 0;
  return {
    async around<T>(work: () => Promise<T>): Promise<T> {
      const before = process.cpuUsage();
      try {
        return await work();
      } finally {
        const { user, system } = process.cpuUsage(before);
        spent += (user + system) / 1000;
      }
    },
    take() {
      const taken = spent;
      spent = 0;
      return taken;
    },
  };
}

async function backendMs(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db);
  let ticks = 0;
  for (const { pid } of rows) {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return (ticks / CLOCK_TICKS_PER_SECOND) * 1000;
}

async function logBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`.execute(db);
  return rows[0]!.bytes;
}

const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
// one session: its process is there from the beginning to the end
const { db, close } = openPostgres(url, { poolSize: 4, statementTimeoutMs: 600_000 });
await migrate(db);
const node = createNode();
const nodeMeter = meter();
const desk = await openDesk({
  db,
  anchors: 4 * TRADES + 20,
  call: (method, params) => nodeMeter.around(() => Promise.resolve(node.call(method, params))),
});
const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 2 * TRADES + 10, 3_000_000)) as [
  Trader,
  Trader,
];
const signerMeter = meter();
const ctx: TradingContext = {
  ...desk.ctx,
  signer: {
    ...desk.ctx.signer,
    signSale: (asked) => signerMeter.around(() => desk.ctx.signer.signSale(asked)),
  },
};

const costs = new Map(PARTS.map((part) => [part, { service: 0, signer: 0, postgres: 0, bytes: 0 }]));
let counts = false;
async function costing<T>(part: (typeof PARTS)[number], work: () => Promise<T>): Promise<T> {
  const [beforeMs, beforeBytes] = [await backendMs(db), await logBytes(db)];
  nodeMeter.take();
  signerMeter.take();
  const all = meter();
  const result = await all.around(work);
  const [signing, atNode] = [signerMeter.take(), nodeMeter.take()];
  const cost = costs.get(part)!;
  if (counts) {
    cost.service += all.take() - signing - atNode;
    cost.signer += signing;
    cost.postgres += (await backendMs(db)) - beforeMs;
    cost.bytes += (await logBytes(db)) - beforeBytes;
  }
  return result;
}

const ids: string[] = [];
for (let lacking = 2 * TRADES; lacking > 0; lacking -= 99)
  ids.push(...(await desk.inscribe(seller, Math.min(99, lacking))));
for (let trade = 0; trade < 2 * TRADES; trade += 1) {
  counts = trade >= TRADES;
  if (trade % 10 === 0) process.stderr.write(`trade ${trade} of ${2 * TRADES}\n`);
  const signed = await signedListing(ctx, seller, listingBody(seller, [ids[trade]!]));
  const { listings } = await costing(PARTS[0], async () => {
    // an upper bound: the wallet signs within it
    await signedListing(ctx, seller, listingBody(seller, [ids[trade]!]));
    return submitListing(ctx, seller.caller, signed);
  });
  const body = purchaseBody(buyer, listings, await desk.coinsOf(buyer));
  const promised = await costing(PARTS[1], () => preflightPurchase(ctx, buyer.caller, body));
  const signedSteps = promised.steps.map((step) => signStep(buyer, step));
  const { purchaseAnchorUtxoId, selectedPaymentUtxos } = promised;
  await costing(PARTS[1], () =>
    submitPurchase(ctx, buyer.caller, { ...body, purchaseAnchorUtxoId, selectedPaymentUtxos, signedSteps }),
  );
  await desk.miner.mine(1);
  await costing(PARTS[2], () => desk.settle());
}
const sums = { service: 0, signer: 0, postgres: 0, bytes: 0 };
const row = (part: string, cost: typeof sums) => ({
  part,
  'service ms': (cost.service / TRADES).toFixed(1),
  'signer ms': (cost.signer / TRADES).toFixed(1),
  'PostgreSQL ms': (cost.postgres / TRADES).toFixed(1),
  'log KiB': (cost.bytes / TRADES / 1024).toFixed(1),
});
const rows = PARTS.map((part) => {
  const cost = costs.get(part)!;
  for (const name of ['service', 'signer', 'postgres', 'bytes'] as const) sums[name] += cost[name];
  return row(part, cost);
});
report('one trade, processor time and bytes of the log', [...rows, row('together', sums)]);
await desk.close();
await close();
await cluster.stop();
