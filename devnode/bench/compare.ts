/**
 * devnode beside `bitcoind -regtest` and `ord` on the same work: start to the first block, empty blocks,
 * taproot spends into the mempool and into a block, indexing, and memory. Both nodes get the same bytes.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createNode, createOrd, createWorld, type RpcCall } from '@ordbook/devnode';
import { rpcOver, startBitcoind } from '../../stack/real/bitcoind.ts';
import { startOrd } from '../../stack/real/ord.ts';
import { findNode, findOrd } from '../../stack/real/parts.ts';
import { serializeTransaction } from '../src/transaction/serialize.ts';
import type { Transaction } from '../src/transaction/transaction.ts';
import { txidOf } from '../src/transaction/txid.ts';
import { keyFrom, sign } from '../src/world/key.ts';
import { inputOf } from '../src/world/purse.ts';
import { hex } from '../stack/fuzz/hex.ts';

const SPENDS = Number(process.env['BENCH_SPENDS'] ?? 10_000);
/** A node that takes longer is measured by what it took until then. */
const SEND_LIMIT_MS = 120_000;
const EMPTY_BLOCKS = 1000;
const INSCRIPTIONS = 1000;
/** Outputs of one fan-out transaction: 43 vB each, below the 100,000 vB of relay. */
const FAN_OUT = 2000;

const key = keyFrom('bench', 'coins');

/** Without the checks of itself that regtest switches on: they take more time than all the rest. */
const startCore = () =>
  startBitcoind({ follows: 'core', extraArgs: ['-checkmempool=0', '-checkblockindex=0', '-checkaddrman=0'] });

type Row = { work: string; devnode: string; 'real program': string; ratio: string };
const rows: Row[] = [];

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** A row of two durations; the ratio is how many times faster devnode is. */
function compare(work: string, ours: number, theirs: number | undefined, perSecond?: number): void {
  const text = (ms: number) =>
    perSecond === undefined ? `${ms.toFixed(0)} ms` : `${Math.round((perSecond / ms) * 1000)} /s`;
  rows.push({
    work,
    devnode: text(ours),
    'real program': theirs === undefined ? '-' : text(theirs),
    ratio: theirs === undefined ? '-' : (theirs / ours).toFixed(2),
  });
}

/** devnode as it is published, in a folder from where its dependencies are found. */
const compiled = mkdtempSync(join(process.cwd(), 'devnode', '.bench-'));
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }));
execFileSync('npx', ['tsx', 'scripts/bundle-devnode.ts', 'devnode', compiled], { stdio: 'ignore' });

/** Time until a new process of devnode has mined a block: the median of five. */
function startOfDevnode(): number {
  const program = `
    import { createNode } from '${compiled}/index.js';
    await createNode().call('generatetoaddress', [1, '${key.address}']);
  `;
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    execFileSync(process.execPath, ['--input-type=module', '--eval', program]);
    return performance.now() - begun;
  });
  return times.sort((a, b) => a - b)[2]!;
}

/** The program of devnode, without blocks, in a process of its own as bitcoind. */
async function startProgram() {
  const ports = ['--rpc-port', '0', '--ord-port', '0', '--esplora-port', '0'];
  const child = spawn(process.execPath, [join(compiled, 'cli/main.js'), '--blocks', '0', ...ports], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (/^height/m.test(output)) break;
  }
  const [, address] = /^RPC +http:\/\/(\S+)/m.exec(output)!;
  return {
    call: rpcOver(`http://a:b@${address}`),
    memory: () => residentBytes(child.pid!),
    stop: () => child.kill('SIGKILL'),
  };
}

/** Coins on one key, and spends of them, one input and one output each. */
async function makeSpends(): Promise<{ blocks: string[]; spends: string[] }> {
  const node = createNode();
  const batches = Math.ceil(SPENDS / FAN_OUT);
  await node.call('generatetoaddress', [100 + batches, key.address]);
  const fanOuts: Transaction[] = [];
  for (let height = 1; height <= batches; height++) {
    const { tx } = (await node.call('getblock', [await node.call('getblockhash', [height])])) as {
      tx: [string];
    };
    const unsigned: Transaction = {
      version: 2,
      inputs: [inputOf({ txid: tx[0], vout: 0 })],
      outputs: Array.from({ length: FAN_OUT }, () => ({ valueSats: 10_000, script: key.script })),
      lockTime: 0,
    };
    fanOuts.push(signedBy(unsigned, [50_0000_0000]));
  }
  for (const tx of fanOuts) await node.call('generateblock', [key.address, [raw(tx)]]);
  const blocks: string[] = [];
  for (let height = 1; height <= Number(await node.call('getblockcount')); height++)
    blocks.push((await node.call('getblock', [await node.call('getblockhash', [height]), 0])) as string);
  const spends = Array.from({ length: SPENDS }, (_, index) => {
    const parent = fanOuts[Math.floor(index / FAN_OUT)]!;
    return raw(
      signedBy(
        {
          version: 2,
          inputs: [inputOf({ txid: txidOf(parent), vout: index % FAN_OUT })],
          outputs: [{ valueSats: 9_500, script: key.script }],
          lockTime: 0,
        },
        [10_000],
      ),
    );
  });
  return { blocks, spends };
}

function signedBy(unsigned: Transaction, values: readonly number[]): Transaction {
  const spent = values.map((valueSats) => ({ valueSats, script: key.script }));
  const inputs = unsigned.inputs.map((input, index) => ({
    ...input,
    witness: sign(unsigned, index, spent, key),
  }));
  return { ...unsigned, inputs };
}

const raw = (tx: Transaction): string => hex.encode(serializeTransaction(tx));

async function load(call: RpcCall, { blocks, spends }: { blocks: string[]; spends: string[] }) {
  for (const block of blocks) await call('submitblock', [block]);
  let sent = 0;
  const limit = performance.now() + SEND_LIMIT_MS;
  const sendMs = await timed(async () => {
    // Eight at a time, as many as bitcoind has RPC threads here.
    const worker = async () => {
      while (sent < spends.length && performance.now() < limit)
        await call('sendrawtransaction', [spends[sent++]]);
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  });
  const send = (sendMs / sent) * spends.length;
  const mined: string[] = [];
  const mine = await timed(async () => {
    // One block holds some 9,000 of them.
    while (((await call('getmempoolinfo')) as { size: number }).size > 0)
      mined.push(...((await call('generatetoaddress', [1, key.address])) as string[]));
  });
  const last: string[] = [];
  for (const hash of mined) last.push((await call('getblock', [hash, 0])) as string);
  return { send, sent, mine, last };
}

/** Verification of blocks whose transactions were never seen. */
async function verify(call: RpcCall, blocks: readonly string[], last: readonly string[]): Promise<number> {
  for (const block of blocks) await call('submitblock', [block]);
  return timed(async () => {
    for (const block of last) {
      const result = await call('submitblock', [block]);
      if (result !== null) throw new Error(`the block was refused: ${String(result)}`);
    }
  });
}

const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

if (!findNode('core')) throw new Error('no Bitcoin Core: run npx tsx scripts/fetch.ts bitcoin-core');

let bitcoind = await startCore();
await bitcoind.stop();
const startOfCore = await timed(async () => {
  bitcoind = await startCore();
  await bitcoind.call('generatetoaddress', [1, key.address]);
});
compare('a new process to its first block', startOfDevnode(), startOfCore);
const theirsEmpty = await timed(() => bitcoind.call('generatetoaddress', [EMPTY_BLOCKS, key.address]));
const oursEmpty = await timed(() => createNode().call('generatetoaddress', [EMPTY_BLOCKS, key.address]));
compare(`${EMPTY_BLOCKS} empty blocks`, oursEmpty, theirsEmpty);
await bitcoind.stop();

const made = await makeSpends();
bitcoind = await startCore();
const theirs = await load(bitcoind.call, made);
const theirMemory = residentBytes(bitcoind.pid!);
await bitcoind.stop();
const ours = await load(createNode().call, made);
const program = await startProgram();
const overHttp = await load(program.call, made);
const ourMemory = program.memory();
program.stop();
compare(`${SPENDS} taproot spends into the mempool, devnode in process`, ours.send, theirs.send, SPENDS);
compare(`${SPENDS} taproot spends into the mempool, both over HTTP`, overHttp.send, theirs.send, SPENDS);
compare(`mining them`, ours.mine, theirs.mine);

bitcoind = await startCore();
const theirsVerify = await verify(bitcoind.call, made.blocks, theirs.last);
await bitcoind.stop();
compare(
  'verifying blocks of them, never seen',
  await verify(createNode().call, made.blocks, theirs.last),
  theirsVerify,
  SPENDS,
);
rows.push({
  work: `memory of the process with ${overHttp.sent} of them in blocks`,
  devnode: mib(ourMemory),
  'real program': mib(theirMemory),
  ratio: (theirMemory / ourMemory).toFixed(2),
});

const world = await createWorld({ blocks: 110 });
for (let i = 0; i < INSCRIPTIONS / 100; i++)
  await world.inscribe(Array.from({ length: 100 }, (_, n) => ({ body: `inscription ${i} ${n}` })));
const oursIndex = await timed(() => createOrd({ call: world.call }).sync());
let theirsIndex: number | undefined;
if (findOrd()) {
  const { rpcUrl, close } = await world.listen();
  theirsIndex = await timed(async () => {
    const ord = await startOrd({
      bitcoind: { url: rpcUrl.replace('http://', 'http://a:b@'), call: world.call },
    });
    await ord.caughtUp();
    await ord.stop();
  });
  await close();
}
compare(
  `indexing ${INSCRIPTIONS} inscriptions in 120 blocks from scratch (ord with its start)`,
  oursIndex,
  theirsIndex,
);
const forks = await timed(async () => {
  for (let i = 0; i < 100; i++) world.fork();
});
compare('a fork of that world', forks / 100, undefined);

console.table(rows);
