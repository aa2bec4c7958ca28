import { inscriptionIdValue } from '../../src/ord/inscription-id.ts';
import type { RpcCall } from '../../src/rpc/call.ts';
import { type Coin, type Payment, pay, sumSats, transactionHex } from '../../test/ord/coins.ts';
import { type EnvelopeFields, envelope, leafWith, TAG } from '../../test/ord/envelope-script.ts';

const MINER = 'raw(51)';
export const POSTAGE_SATS = 10_000;
export const FEE_SATS = 2_000;
const COIN_SATS = 1_000_000;

/** What was left on the chain, for endpoints that take an outpoint or a txid. */
export interface ChainLog {
  txids: string[];
  outpoints: string[];
}

export interface RevealOptions {
  before?: Coin[];
  after?: Coin[];
  payments?: Payment[];
  commitSats?: number;
}

export const TEXT: [number, string] = [TAG.contentType, 'text/plain;charset=utf-8'];
export const parentTag = (txid: string): [number, Uint8Array] => [
  TAG.parent,
  inscriptionIdValue(`${txid}i0`),
];

export type Workshop = ReturnType<typeof createWorkshop>;

/**
 * Makes blocks on a regtest node with `generateblock`, of transactions that need no signature: coins are
 * OP_TRUE outputs and tapscript leaves that anyone may spend. The coinbases of such blocks claim no fees.
 */
export function createWorkshop(call: RpcCall) {
  const log: ChainLog = { txids: [], outpoints: [] };
  const coinbases: Coin[] = [];
  const funding: Coin[] = [];
  let batch: string[] = [];

  async function mined(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) {
      const block = (await call('getblock', [hash, 2])) as {
        tx: { txid: string; vout: { value: number }[] }[];
      };
      const { txid, vout } = block.tx[0]!;
      coinbases.push({ txid, vout: 0, valueSats: Math.round(vout[0]!.value * 1e8), witness: [] });
      log.outpoints.push(`${txid}:0`);
    }
  }
  const make = (inputs: readonly Coin[], payments: readonly Payment[]) => {
    const made = pay(inputs, payments);
    log.txids.push(made.txid);
    log.outpoints.push(...made.coins.map(({ txid, vout }) => `${txid}:${vout}`));
    return { ...made, coin: made.coins[0]! };
  };
  /** Makes a transaction for the next block. */
  const send = (inputs: readonly Coin[], payments: readonly Payment[]) => {
    const made = make(inputs, payments);
    batch.push(transactionHex(made.transaction));
    return made;
  };
  const coin = (): Coin => funding.shift()!;
  const coinbase = (): Coin => coinbases.shift()!;

  /** Commits to leaves, one output each, and spends them together with other coins in one reveal. */
  const reveal = (leaves: readonly Uint8Array[], options: RevealOptions = {}) => {
    const { before = [], after = [], payments, commitSats = POSTAGE_SATS + FEE_SATS } = options;
    const source = coin();
    const change = source.valueSats - leaves.length * commitSats - FEE_SATS;
    const locked = leaves.map((leaf) => ({ valueSats: commitSats, leaf }));
    const commit = send([source], [...locked, { valueSats: change }]);
    const inputs = [...before, ...commit.coins.slice(0, leaves.length), ...after];
    return send(inputs, payments ?? [{ valueSats: sumSats(inputs) - FEE_SATS }]);
  };

  return {
    log,
    send,
    coin,
    coinbase,
    reveal,
    inscribe: (fields: EnvelopeFields = {}, options: RevealOptions = {}) =>
      reveal([leafWith(envelope(fields))], options),
    /** Splits a matured coinbase into coins of a million sats, in the next block. */
    fund(): void {
      const payments = Array.from({ length: 200 }, () => ({ valueSats: COIN_SATS }));
      funding.push(...send([coinbase()], payments).coins);
    },
    /** One block of what was sent since the last one. */
    async mineSent(): Promise<void> {
      const { hash } = (await call('generateblock', [MINER, batch])) as { hash: string };
      batch = [];
      await mined([hash]);
    },
    /** Blocks of what is in the mempool up to a height. */
    async mineTo(height: number): Promise<void> {
      const count = height - ((await call('getblockcount')) as number);
      await mined((await call('generatetodescriptor', [count, MINER])) as string[]);
    },
    /** Puts a transaction into the mempool. */
    async relay(inputs: readonly Coin[], payments: readonly Payment[]): Promise<void> {
      await call('sendrawtransaction', [transactionHex(make(inputs, payments).transaction), 0]);
      log.outpoints.push(...inputs.map(({ txid, vout }) => `${txid}:${vout}`));
    },
  };
}
