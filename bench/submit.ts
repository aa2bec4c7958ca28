/**
 * The submit of a purchase of one listing where everything is real: Bitcoin Core, `ord`, a durable PostgreSQL, and
 * `ordbook signer` in a process of its own with its journal. How long it takes, as a ratio to the time during
 * which node or signer were at work for it. Without Bitcoin Core or `ord`, devnode takes their place.
 * `BENCH_ROUNDS` (40) after 20 that do not count.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { bitcoind } from '../server/src/chain/bitcoind.ts';
import { journalPathOf, makeJournal } from '../server/src/signer/limits/journal-file.ts';
import { keyring } from '../server/src/signer/signing/keys.ts';
import { signerClient } from '../server/src/signer/transport/client.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import type { Database } from '../server/src/store/port.ts';
import { preflightPurchase, submitPurchase } from '../server/src/trading/purchase/buy.ts';
import { TEST_SETTINGS } from '../server/test/support/api.ts';
import { openDesk, ownIndex, SECRETS } from '../server/test/support/desk.ts';
import { list, purchaseBody } from '../server/test/support/trade.ts';
import { signStep, type Trader } from '../server/test/support/trader.ts';
import { startAnyNode } from '../stack/real/any-node.ts';
import { startChild, waitUntilReady } from '../stack/real/child.ts';
import { startOrd } from '../stack/real/ord.ts';
import { findOrd } from '../stack/real/parts.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { quantile, report, rounds } from './measure.ts';

const ROUNDS = rounds(40);
const WARM_UP = 20;
/** Times node and signer. */
const BOUND = 1.7;
const ORDBOOK = fileURLToPath(new URL('../server/src/cli/main.ts', import.meta.url));

/** Measures the time during which at least one call is in progress. */
interface Stopwatch {
  begin(): void;
  end(): void;
  /** ms since the last `take`. */
  take(): number;
}

function stopwatch(): Stopwatch {
  let open = 0;
  let since = 0;
  let total = 0;
  return {
    begin() {
      if (open === 0) since = performance.now();
      open += 1;
    },
    end() {
      open -= 1;
      if (open === 0) total += performance.now() - since;
    },
    take() {
      const taken = total;
      total = 0;
      return taken;
    },
  };
}

function timed<Port extends object>(port: Port, watch: Stopwatch): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver) as unknown;
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        watch.begin();
        try {
          return (await method.apply(target, args)) as unknown;
        } finally {
          watch.end();
        }
      };
    },
  });
}

/** Statements, and the beginning and end of transactions, which Kysely tells no plugin of. */
function timedDatabase(db: Database, ports: Stopwatch): Database {
  const timedStatements = db.withPlugin({
    transformQuery: ({ node }) => {
      ports.begin();
      return node;
    },
    transformResult: async ({ result }) => {
      ports.end();
      return result;
    },
  });
  const execute = async <T>(work: (transaction: Database) => Promise<T>): Promise<T> => {
    ports.begin();
    try {
      return await timedStatements.transaction().execute(async (transaction) => {
        ports.end();
        try {
          return await work(transaction);
        } finally {
          ports.begin();
        }
      });
    } finally {
      ports.end();
    }
  };
  return new Proxy(timedStatements, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const median = (times: readonly number[]) => quantile(times, 0.5);

async function startIndex() {
  const part = findOrd();
  if (!part) return { name: "devnode's index", ...(await ownIndex(node.call)) };
  // `ord` needs a block above genesis
  await node.call('generatetoaddress', [1, TEST_SETTINGS.feeAddress]);
  const ord = await startOrd({ bitcoind: node });
  return { name: part.version, url: ord.url, caughtUp: () => ord.caughtUp(), close: () => ord.stop() };
}

/** `ordbook signer` with the desk's keys. */
async function startSigner(folder: string) {
  const [socketPath, keys] = [join(folder, 'market.sock'), join(folder, 'market.json')];
  await writeFile(keys, JSON.stringify(SECRETS), { mode: 0o600 });
  const { publicKeys } = keyring(SECRETS, 'regtest');
  await makeJournal({ path: journalPathOf(keys), key: publicKeys.market });
  const args = ['--import', 'tsx', '--conditions=source', ORDBOOK];
  const child = startChild(
    process.execPath,
    [...args, 'signer', '--role', 'market', '--socket', socketPath, '--keys', keys],
    { env: { NETWORK: 'regtest', FEE_ADDRESS: TEST_SETTINGS.feeAddress }, bareEnv: true },
  );
  const signer = signerClient({ socketPath, timeoutMs: 20_000 });
  await waitUntilReady(child, () => signer.publicKeys());
  return { signer, stop: () => child.stop() };
}

const node = await startAnyNode();
const index = await startIndex();
const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: 8 });
await migrate(db);
const folder = await mkdtemp(join(tmpdir(), 'ordbook-submit-'));
const { signer, stop } = await startSigner(folder);
const total = WARM_UP + ROUNDS;
const desk = await openDesk({ call: node.call, index, db, anchors: 2 * total + 10 });
const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], total + 10, 3_000_000)) as [Trader, Trader];
const ids: string[] = [];
while (ids.length < total) ids.push(...(await desk.inscribe(seller, Math.min(90, total - ids.length))));

const watches = { node: stopwatch(), index: stopwatch(), database: stopwatch(), signer: stopwatch() };
const ctx = {
  ...desk.ctx,
  chain: timed(bitcoind({ url: node.url, timeoutMs: 20_000 }), watches.node),
  ordinals: timed(desk.ctx.ordinals, watches.index),
  db: timedDatabase(desk.ctx.db, watches.database),
  signer: timed(signer, watches.signer),
};
const times = { submit: [], node: [], index: [], database: [], signer: [], needed: [], ratio: [] } as Record<
  'submit' | 'needed' | 'ratio' | keyof typeof watches,
  number[]
>;
const PARTS = ['node', 'index', 'database', 'signer'] as const;
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  const body = purchaseBody(buyer, await list(desk, seller, ids.splice(0, 1)), await desk.coinsOf(buyer));
  const { steps, purchaseAnchorUtxoId, selectedPaymentUtxos } = await preflightPurchase(
    ctx,
    buyer.caller,
    body,
  );
  const signedSteps = steps.map((step) => signStep(buyer, step));
  for (const part of PARTS) watches[part].take();
  const from = performance.now();
  await submitPurchase(ctx, buyer.caller, {
    ...body,
    purchaseAnchorUtxoId,
    selectedPaymentUtxos,
    signedSteps,
  });
  const submit = performance.now() - from;
  const took = Object.fromEntries(PARTS.map((part) => [part, watches[part].take()])) as Record<
    (typeof PARTS)[number],
    number
  >;
  if (round >= 0) {
    for (const part of PARTS) times[part].push(took[part]);
    const needed = took.node + took.signer;
    times.submit.push(submit);
    times.needed.push(needed);
    times.ratio.push(submit / needed);
  }
  await desk.mine();
}
const ms = (name: keyof typeof times) => median(times[name]).toFixed(1);
report(`submit of one listing, medians of ${ROUNDS}: ${node.name}, ${index.name}`, [
  {
    'submit ms': ms('submit'),
    'node ms': ms('node'),
    'signer ms': ms('signer'),
    'index ms': ms('index'),
    'database ms': ms('database'),
    'times node + signer': median(times.ratio).toFixed(2),
    'of the bound': (median(times.ratio) / BOUND).toFixed(2),
  },
]);
await desk.close();
await stop();
await close();
await cluster.stop();
await index.close();
await node.stop();
await rm(folder, { recursive: true });
