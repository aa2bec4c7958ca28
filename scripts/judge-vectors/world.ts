import { hex } from '@scure/base';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { type Bitcoind, startBitcoind } from '../../stack/real/bitcoind.ts';
import { lockOf } from './locks.ts';
import { digestOf, type Skeleton, sign, transactionOf } from './sign.ts';

const FUNDER = lockOf('p2wpkh', 0x10, 'attacker');
const FEE = 1_000;
/** Source: Bitcoin Core, MAX_PACKAGE_COUNT. */
const MOST_AT_ONCE = 25;

/** What a node says to transactions in this order. Nothing is sent. */
export type NodeVerdict =
  | { readonly accepted: true; readonly by: 'mempool' }
  /** Consensus allows them; `mempool` is why the node would not relay them. */
  | { readonly accepted: true; readonly by: 'block'; readonly mempool: string }
  | { readonly accepted: false; readonly reason: string };

export interface World {
  readonly version: string;
  /** Begins a family: the same coins, whatever other families hold. */
  begin(family: number): void;
  /** Makes coins in a block. Returns the transaction, hex, without witness; output `n` is coin `n`. */
  fund(coins: readonly { readonly valueSats: number; readonly script: string }[]): Promise<Funded>;
  try(transactions: readonly string[]): Promise<NodeVerdict>;
  /** Any other call of the node. */
  readonly call: Bitcoind['call'];
  stop(): Promise<void>;
}

export interface Funded {
  readonly txid: string;
  readonly hex: string;
}

/** A regtest node whose coins have the same txids each time. Throws where there is no bitcoind. */
export async function startWorld(families: number): Promise<World> {
  const node = await startBitcoind({ extraArgs: ['-acceptnonstdtxn=0', '-mocktime=1750000000'] });
  const { version, coinbases } = await prepared(node, families).catch(async (error: unknown) => {
    await node.stop();
    throw error;
  });
  let purse = coinbases[0]!;
  return {
    version,
    begin: (family) => {
      purse = coinbases[family]!;
    },
    async fund(coins) {
      const left = purse.valueSats - FEE - coins.reduce((sum, { valueSats }) => sum + valueSats, 0);
      const skeleton: Skeleton = {
        version: 2,
        lockTime: 0,
        inputs: [{ ...purse, sequence: 0xffffffff, script: FUNDER.script }],
        outputs: [...coins, { valueSats: left, script: FUNDER.script }],
      };
      const transaction = transactionOf(skeleton);
      const signature = sign(digestOf(skeleton, 0, FUNDER, 1)!, FUNDER, 'attacker', 1);
      transaction.updateInput(0, { finalScriptWitness: [...FUNDER.finish([signature]).witness] }, true);
      await mine(node, [hex.encode(transaction.toBytes(true, true))]);
      purse = { txid: transaction.id, vout: coins.length, valueSats: left };
      return { txid: transaction.id, hex: hex.encode(transaction.toBytes(true, false)) };
    },
    try: (transactions) => tried(node, transactions),
    call: node.call,
    stop: () => node.stop(),
  };
}

async function prepared({ call }: Bitcoind, families: number) {
  const { subversion } = (await call('getnetworkinfo')) as { subversion: string };
  const { descriptor } = (await call('getdescriptorinfo', [`raw(${FUNDER.script})`])) as {
    descriptor: string;
  };
  const hashes = (await call('generatetodescriptor', [families + 100, descriptor])) as string[];
  const coinbases = [];
  for (const hash of hashes.slice(0, families)) {
    const { tx } = (await call('getblock', [hash, 1])) as { tx: [string] };
    coinbases.push({ txid: tx[0], vout: 0, valueSats: 5_000_000_000 });
  }
  return { version: subversion, coinbases };
}

function mine({ call }: Pick<Bitcoind, 'call'>, transactions: readonly string[], isSubmitted = true) {
  return call('generateblock', [`raw(${FUNDER.script})`, transactions, isSubmitted]);
}

async function tried(node: Bitcoind, transactions: readonly string[]): Promise<NodeVerdict> {
  const results: { allowed?: boolean; 'reject-reason'?: string; 'package-error'?: string }[] = [];
  for (let at = 0; at < transactions.length; at += MOST_AT_ONCE) {
    const some = transactions.slice(at, at + MOST_AT_ONCE);
    results.push(...((await node.call('testmempoolaccept', [some, 0])) as typeof results));
  }
  if (results.every(({ allowed }) => allowed)) return { accepted: true, by: 'mempool' };
  const reasons = results.map((one) => one['reject-reason'] ?? one['package-error']);
  const mempool = reasons.find((reason) => reason !== undefined) ?? 'not tried';
  try {
    await mine(node, transactions, false);
    return { accepted: true, by: 'block', mempool };
  } catch (error) {
    return { accepted: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The id of a transaction without witness, hex. */
export function idOf(transaction: string): string {
  const { version, inputs, outputs, lockTime } = RawOldTx.decode(hex.decode(transaction));
  return hex.encode(sha256x2(RawOldTx.encode({ version, inputs, outputs, lockTime })).reverse());
}
