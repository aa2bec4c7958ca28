import { createNode, type DevNode, type RpcCall, RpcError } from '@ordbook/devnode';
import { sha256 } from '@scure/btc-signer/utils.js';
import { serializeTransaction } from '../../src/transaction/serialize.ts';
import type { Transaction, TransactionOutput } from '../../src/transaction/transaction.ts';
import { txidOf } from '../../src/transaction/txid.ts';
import { hex } from './hex.ts';
import { type Random, randomFrom } from './random.ts';

type Coin = { readonly txid: string; readonly vout: number; readonly valueSats: number };

/** OP_TRUE in P2WSH: anyone can spend it, so that families need no signatures. */
const OPEN = Uint8Array.of(0x51);
const OPEN_SCRIPT = Uint8Array.of(0, 32, ...sha256(OPEN));
const P2A = hex.decode('51024e73');
const OUTPUT = `raw(${hex.encode(OPEN_SCRIPT)})`;
const COIN_SATS = 1_000_000;
const COINS_PER_ROUND = 40;
const STEPS_PER_ROUND = 60;

export interface PackageReport {
  /** Lists of two transactions or more that were offered. */
  readonly packages: number;
  readonly calls: number;
  readonly answers: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

/**
 * Offers random families, replacements and packages to Bitcoin Core and to devnode, on one chain, and
 * compares every answer, and the whole mempool with its chunks and its order after each round. Stops at
 * five differences.
 */
export async function comparePackages(options: {
  core: RpcCall;
  count: number;
  seed: number;
  progress?: (packages: number) => void;
}): Promise<PackageReport> {
  const node = createNode();
  const random = randomFrom(options.seed);
  const answers = new Map<string, number>();
  const differences: string[] = [];
  let [packages, calls] = [0, 0];
  const both = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    calls += 1;
    const [ours, theirs] = [
      await answerOf(node.call, method, params),
      await answerOf(options.core, method, params),
    ];
    const text = summaryOf(theirs);
    answers.set(text, (answers.get(text) ?? 0) + 1);
    if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(theirs)))
      differences.push(
        `${method}: ${JSON.stringify(ours)} here, ${JSON.stringify(theirs)} in Core; ${JSON.stringify(params)}`,
      );
    return theirs;
  };
  await follow(node, options.core, 150);
  let height = 0;
  while (packages < options.count && differences.length < 5) {
    height += 1;
    let free = await fanOut(node, options.core, height);
    const made: Transaction[] = [];
    for (let step = 0; step < STEPS_PER_ROUND && packages < options.count && differences.length < 5; step++) {
      const size = random.pick([1, 1, 2, 2, 2, 3, 4, 6]);
      const family = familyOf(random, size, free, made);
      const raws = family.map((tx) => hex.encode(serializeTransaction(tx)));
      if (size === 1) await both('sendrawtransaction', [raws[0], 0]);
      else {
        packages += 1;
        await both(random.once(4) ? 'testmempoolaccept' : 'submitpackage', [raws, 0]);
      }
      // What was refused is built on only now and then.
      const waiting = new Set((await node.call('getrawmempool')) as string[]);
      for (const tx of family) if (waiting.has(txidOf(tx)) || random.once(20)) made.push(tx);
      if (random.once(3)) free = free.slice(1);
    }
    const pools = await Promise.all([node.call, options.core].map((call) => poolOf(call)));
    if (pools[0] !== pools[1]) differences.push(`mempools differ: ${pools[0]} here, ${pools[1]} in Core`);
    await follow(node, options.core, 1);
    options.progress?.(packages);
  }
  return { packages, calls, answers, differences };
}

/** Mines on devnode and gives the blocks to the other node. */
async function follow(node: DevNode, core: RpcCall, blocks: number): Promise<void> {
  const hashes = (await node.call('generatetodescriptor', [blocks, OUTPUT])) as string[];
  for (const hash of hashes) await core('submitblock', [await node.call('getblock', [hash, 0])]);
}

/** Splits the coinbase of a height into coins, in a block. Coinbases of early heights are mature. */
async function fanOut(node: DevNode, core: RpcCall, height: number): Promise<Coin[]> {
  const hash = await node.call('getblockhash', [height]);
  const { tx } = (await node.call('getblock', [hash, 2])) as {
    tx: { txid: string; vout: { value: number }[] }[];
  };
  const { txid, vout } = tx[0]!;
  const valueSats = Math.round(vout[0]!.value * 1e8);
  const count = Math.min(COINS_PER_ROUND, Math.floor(valueSats / COIN_SATS) - 1);
  const outputs = Array.from({ length: Math.max(count, 1) }, () => ({
    valueSats: Math.min(COIN_SATS, Math.floor(valueSats / 2)),
    script: OPEN_SCRIPT,
  }));
  const fan = spending([{ txid, vout: 0, valueSats }], outputs, 2);
  const { hash: block } = (await node.call('generateblock', [
    OUTPUT,
    [hex.encode(serializeTransaction(fan))],
  ])) as {
    hash: string;
  };
  await core('submitblock', [await node.call('getblock', [block, 0])]);
  return outputs.map(({ valueSats: sats }, index) => ({ txid: txidOf(fan), vout: index, valueSats: sats }));
}

function spending(
  coins: readonly Coin[],
  outputs: readonly TransactionOutput[],
  version: number,
): Transaction {
  const inputs = coins.map(({ txid, vout }) => ({
    txid,
    vout,
    scriptSig: new Uint8Array(),
    sequence: 0xfffffffd,
    witness: [OPEN],
  }));
  return { version, inputs, outputs, lockTime: 0 };
}

const outputsOf = (tx: Transaction): Coin[] =>
  tx.outputs.flatMap(({ valueSats, script }, vout) =>
    script === OPEN_SCRIPT ? [{ txid: txidOf(tx), vout, valueSats }] : [],
  );

/**
 * Transactions of which the last often spends the others; coins are free ones, spent ones, and unconfirmed
 * ones.
 */
function familyOf(
  random: Random,
  size: number,
  free: readonly Coin[],
  made: readonly Transaction[],
): Transaction[] {
  const version = random.pick([2, 2, 2, 3, 1]);
  const parents = Array.from({ length: size - 1 }, () =>
    member(random, coinsFor(random, free, made), version),
  );
  const spent = parents.flatMap((parent) => outputsOf(parent).slice(0, random.once(15) ? 0 : 1));
  const extra = random.once(3) || spent.length === 0 ? coinsFor(random, free, made) : [];
  const child = member(
    random,
    distinct([...spent, ...extra]),
    random.once(12) ? 2 : version,
    parents.length > 0,
  );
  const family = [...parents, child];
  return random.once(25) ? family.reverse() : family;
}

function coinsFor(random: Random, free: readonly Coin[], made: readonly Transaction[]): Coin[] {
  const coins = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => {
    const recent = made.slice(-30).flatMap(outputsOf);
    return recent.length > 0 && random.once(2) ? random.pick(recent) : random.pick(free);
  });
  return distinct(coins);
}

const distinct = (coins: readonly Coin[]): Coin[] => [
  ...new Map(coins.map((coin) => [`${coin.txid}:${coin.vout}`, coin])).values(),
];

function member(random: Random, coins: readonly Coin[], version: number, isChild = false): Transaction {
  const inSats = coins.reduce((sum, { valueSats }) => sum + valueSats, 0);
  const feeSats = isChild
    ? random.pick([0, 50, 500, 2000, 5000, 20_000, 60_000])
    : random.pick([0, 0, 5, 15, 100, 300, 1000, 4000, 15_000]);
  const outputs: TransactionOutput[] = [];
  if (random.once(12))
    outputs.push({ valueSats: feeSats > 0 && !random.once(6) ? 240 : random.pick([0, 239]), script: P2A });
  if (random.once(15)) outputs.push({ valueSats: 0, script: Uint8Array.of(0x6a, 4, ...random.bytes(4)) });
  const ballast = random.pick([0, 0, 0, 3, 30, 300]);
  for (let i = 0; i < ballast; i++) outputs.push({ valueSats: 330, script: OPEN_SCRIPT });
  const takenSats = outputs.reduce((sum, { valueSats }) => sum + valueSats, 0) + feeSats;
  const count = random.pick([1, 1, 2, 4]);
  const restSats = inSats - takenSats;
  for (let i = 0; i < count; i++)
    outputs.unshift({
      valueSats: Math.max(Math.floor(restSats / count), random.once(10) ? 200 : 330),
      script: OPEN_SCRIPT,
    });
  return spending(coins, outputs, version);
}

async function answerOf(call: RpcCall, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await call(method, params);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { code: error.code, message: error.message };
  }
}

/** The kinds of outcome, to see what the generator reaches. */
function summaryOf(answer: unknown): string {
  const { package_msg, message } = (answer ?? {}) as { package_msg?: string; message?: string };
  if (package_msg !== undefined) return `package ${package_msg.split(',')[0]}`;
  if (message !== undefined) return message.split(',')[0]!;
  if (!Array.isArray(answer)) return 'accepted';
  const reasons = (answer as { 'reject-reason'?: string; 'package-error'?: string }[]).map(
    (each) => each['reject-reason'] ?? each['package-error'],
  );
  return `test ${reasons.find((reason) => reason !== undefined) ?? 'accepted'}`;
}

/** Replaced transactions come in any order. */
function sorted(answer: unknown): unknown {
  const list = (answer as { 'replaced-transactions'?: string[] } | null)?.['replaced-transactions'];
  return list ? { ...(answer as object), 'replaced-transactions': [...list].sort() } : answer;
}

/**
 * Every entry, in mining order by chunks. The order inside a chunk depends in Core on how the chunk came about, so
 * it is left out.
 */
async function poolOf(call: RpcCall): Promise<string> {
  const pool = (await call('getrawmempool', [true])) as Record<string, Entry>;
  const order = (await call('getrawmempool')) as string[];
  const chunks: string[][] = [];
  let left = 0;
  for (const txid of order) {
    const { weight, chunkweight } = pool[txid]!;
    if (left === 0) {
      chunks.push([]);
      left = chunkweight;
    }
    chunks.at(-1)!.push(txid);
    left -= weight;
  }
  const rows = Object.entries(pool).map(([txid, entry]) => {
    const { time: _time, unbroadcast: _sent, ...rest } = entry;
    return [txid, { ...rest, depends: rest.depends.toSorted(), spentby: rest.spentby.toSorted() }] as const;
  });
  return JSON.stringify([chunks.map((chunk) => chunk.sort()), rows.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

type Entry = {
  readonly weight: number;
  readonly chunkweight: number;
  readonly depends: readonly string[];
  readonly spentby: readonly string[];
  readonly time: number;
  readonly unbroadcast: boolean;
};
