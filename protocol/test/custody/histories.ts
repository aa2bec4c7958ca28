/**
 * Random histories of inscriptions on a chain whose blocks are real in what a proof uses: Merkle trees,
 * witness commitments, links and (regtest's) work. Scripts are not run: any coin may carry any envelope.
 */

import { serializeHeader } from '../../../devnode/src/chain/header.ts';
import { inscriptionIdValue } from '../../../devnode/src/ord/inscription-id.ts';
import { createOrd } from '../../../devnode/src/ord/ord.ts';
import { RPC, type RpcCall, RpcError } from '../../../devnode/src/rpc/call.ts';
import { serializeTransaction } from '../../../devnode/src/transaction/serialize.ts';
import { NULL_TXID, NULL_VOUT, type Transaction } from '../../../devnode/src/transaction/transaction.ts';
import { txidOf } from '../../../devnode/src/transaction/txid.ts';
import { envelope, leafWith, TAG } from '../../../devnode/test/ord/envelope-script.ts';
import { bytesToHex, concatBytes, sha256d } from '../../src/bitcoin/bytes.ts';
import type { CustodySource } from '../../src/custody/build.ts';
import type { Satpoint } from '../../src/custody/sat-walk.ts';

/** A number below `bound`. */
export type Below = (bound: number) => number;

/** Numbers that depend on the seed alone. Source: mulberry32. */
export function numbersFrom(seed: number) {
  let state = seed >>> 0;
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
}

/** Where the index says that an inscription is; null: on no sat that an output has. */
export interface Indexed {
  readonly inscriptionId: string;
  readonly satpoint: Satpoint | null;
  readonly valueSats: number | null;
}

export interface History {
  readonly source: CustodySource;
  /** The transaction that spends an output; null: none does. */
  spender(txid: string, vout: number): Uint8Array | null;
  readonly inscriptions: readonly Indexed[];
}

const DEPTH = 6;
const ANYONE = Uint8Array.of(0x51);
const BURN = Uint8Array.of(0x6a, 1, 1);
const BITS = 0x207fffff;

/** One chain with some dozens of inscriptions and what the index of the test node makes of it. */
export async function playHistory(below: Below): Promise<History> {
  const chain = createChain();
  const ord = createOrd({ call: chain.call });
  const traffic = createTraffic(chain, below);
  for (let block = 0; block < 8; block += 1) {
    traffic.play();
    chain.mine();
  }
  for (let block = 0; block < DEPTH; block += 1) chain.mine();
  await ord.sync();
  const inscriptions: Indexed[] = [];
  for (const id of traffic.ids) {
    const { status, body } = await ord.handle(`/inscription/${id}`);
    if (status !== 200) continue;
    const { satpoint, value } = JSON.parse(Buffer.from(body).toString()) as {
      satpoint: string;
      value: number | null;
    };
    const [txid, vout, offset] = satpoint.split(':');
    const isHeld = value !== null && txid !== NULL_TXID;
    inscriptions.push({
      inscriptionId: id,
      satpoint: isHeld ? { txid: txid!, vout: Number(vout), offset: Number(offset) } : null,
      valueSats: value,
    });
  }
  await ord.close();
  return { source: chain.source, spender: chain.spender, inscriptions };
}

/** Transactions that reveal, move, merge, split, burn and lose. */
function createTraffic(chain: ReturnType<typeof createChain>, below: Below) {
  const ids: string[] = [];
  const coins: Coin[] = [];
  const take = (most: number): Coin[] =>
    Array.from({ length: 1 + below(most) }, () => coins.splice(below(coins.length), 1)[0]).filter(
      (coin) => coin !== undefined,
    );
  const value = () => [0, 1, 330, 546, 1_000, 10_000][below(6)]! + below(3);

  function leaf(): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let count = below(4); count > 0; count -= 1) parts.push(anEnvelope());
    if (below(12) === 0) parts.unshift(Uint8Array.of(0));
    const script = leafWith(...parts);
    return below(25) === 0 ? concatBytes(script, Uint8Array.of(0x4d, 9)) : script;
  }

  function anEnvelope(): Uint8Array {
    const fields: [number, Uint8Array | string][] = [];
    if (below(3) > 0) fields.push([TAG.contentType, 'text/plain']);
    if (below(3) === 0) fields.push([TAG.pointer, little(below(3) === 0 ? below(50) : below(25_000))]);
    if (below(20) === 0) fields.push([TAG.pointer, new Uint8Array(below(12)).fill(below(2))]);
    if (below(12) === 0) fields.push([2 * below(40), 'even']);
    if (below(12) === 0) fields.push([2 * below(40) + 1, 'odd']);
    const known = ids[below(ids.length + 1)];
    if (known && below(3) === 0) fields.push([TAG.parent, inscriptionIdValue(known)]);
    const raw =
      below(12) === 0
        ? [Uint8Array.of(0x51), Uint8Array.of(0x51, 0x52), Uint8Array.of(0x4f), Uint8Array.of(0xac)][below(4)]
        : undefined;
    return envelope({ fields, body: below(5) === 0 ? null : 'x'.repeat(below(30)), ...(raw ? { raw } : {}) });
  }

  function send(inputs: readonly Coin[]): void {
    const total = inputs.reduce((sum, coin) => sum + coin.valueSats, 0);
    const outputs: { valueSats: number; script: Uint8Array }[] = [];
    let left = total;
    for (let count = 1 + below(4); count > 0; count -= 1) {
      const valueSats = Math.min(
        left,
        count === 1 && below(4) > 0 ? left - Math.min(left, below(300)) : value() + below(20_000),
      );
      outputs.push({ valueSats, script: below(40) === 0 ? BURN : ANYONE });
      left -= valueSats;
    }
    const reveals = below(2) === 0;
    const transaction: Transaction = {
      version: 2,
      lockTime: 0,
      inputs: inputs.map(({ txid, vout }) => ({
        txid,
        vout,
        scriptSig: new Uint8Array(),
        sequence: 0xffff_fffd,
        witness: reveals && below(3) > 0 ? witness() : [],
      })),
      outputs,
    };
    const txid = chain.send(transaction);
    for (const [vout, { valueSats, script }] of outputs.entries())
      if (script === ANYONE) coins.push({ txid, vout, valueSats });
    if (reveals) for (let index = 0; index < 8; index += 1) ids.push(`${txid}i${index}`);
  }

  const witness = () => [leaf(), new Uint8Array(33), ...(below(15) === 0 ? [Uint8Array.of(0x50, 1)] : [])];

  return {
    ids,
    play(): void {
      const { txid, valueSats } = chain.coinbase();
      coins.push({ txid, vout: 0, valueSats });
      for (let count = 5; count > 0; count -= 1) {
        const inputs = take(3);
        if (inputs.length > 0) send(inputs);
      }
    },
  };
}

function little(value: number): Uint8Array {
  const bytes = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  return Uint8Array.from(bytes);
}

/** Blocks of what was sent; fees go to nobody, or to the next coinbase. */
function createChain() {
  const blocks: { bytes: Uint8Array; header: Uint8Array; hash: Uint8Array }[] = [];
  const transactions = new Map<string, { bytes: Uint8Array; height: number }>();
  const spent = new Map<string, Uint8Array>();
  let waiting: { bytes: Uint8Array; txid: string; hash: Uint8Array }[] = [];
  let newest: Coin = { txid: NULL_TXID, vout: 0, valueSats: 0 };

  function mine(): void {
    const height = blocks.length;
    const reserved = new Uint8Array(32).fill(height);
    const wtxids = [new Uint8Array(32), ...waiting.map(({ bytes }) => sha256d(bytes))];
    const commitment = sha256d(concatBytes(rootOf(wtxids), reserved));
    const coinbase: Transaction = {
      version: 2,
      lockTime: 0,
      inputs: [
        {
          txid: NULL_TXID,
          vout: NULL_VOUT,
          scriptSig: height < 16 ? Uint8Array.of(0x50 + height, 0x51) : Uint8Array.of(1, height),
          sequence: 0xffff_ffff,
          witness: [reserved],
        },
      ],
      outputs: [
        { valueSats: 50_000 + height, script: ANYONE },
        { valueSats: 0, script: concatBytes(Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed), commitment) },
      ],
    };
    newest = { txid: txidOf(coinbase), vout: 0, valueSats: 50_000 + height };
    const all = [
      { bytes: serializeTransaction(coinbase), txid: newest.txid, hash: hashOf(newest.txid) },
      ...waiting,
    ];
    for (const { txid, bytes } of all) transactions.set(txid, { bytes, height });
    const header = headerOf(
      bytesToHex(rootOf(all.map(({ hash }) => hash)).reverse()),
      blocks.at(-1)?.hash ?? new Uint8Array(32),
      height,
    );
    const bytes = concatBytes(header, Uint8Array.of(all.length), ...all.map((each) => each.bytes));
    blocks.push({ bytes, header, hash: sha256d(header) });
    waiting = [];
  }

  const shown = (hash: Uint8Array) => bytesToHex(Uint8Array.from(hash).reverse());
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    getbestblockhash: () => shown(blocks.at(-1)!.hash),
    getblockhash: ([height]) => {
      const block = blocks[height as number];
      if (!block) throw new RpcError(RPC.INVALID_PARAMETER, 'Block height out of range');
      return shown(block.hash);
    },
    getblock: ([hash]) => bytesToHex(blocks.find((block) => shown(block.hash) === hash)!.bytes),
    getrawtransaction: ([txid, verbose]) => {
      const hex = bytesToHex(transactions.get(txid as string)!.bytes);
      return verbose === true ? { hex, confirmations: 1 } : hex;
    },
    getrawmempool: () => [],
    gettxout: () => null,
  };
  mine();
  return {
    call: (async (method, params = []) => answers[method]!(params)) as RpcCall,
    mine,
    coinbase: () => newest,
    send(transaction: Transaction): string {
      const txid = txidOf(transaction);
      const bytes = serializeTransaction(transaction);
      waiting.push({ bytes, txid, hash: hashOf(txid) });
      for (const input of transaction.inputs) spent.set(`${input.txid}:${input.vout}`, bytes);
      return txid;
    },
    spender: (txid: string, vout: number) => spent.get(`${txid}:${vout}`) ?? null,
    source: {
      network: 'regtest',
      transaction: async (txid) => transactions.get(txid)!.bytes,
      async block(txid) {
        const { height } = transactions.get(txid)!;
        return {
          block: blocks[height]!.bytes,
          headers: blocks.slice(height, height + DEPTH).map(({ header }) => header),
        };
      },
    } satisfies CustodySource as CustodySource,
  };
}

const hashOf = (txid: string): Uint8Array => Uint8Array.from(Buffer.from(txid, 'hex')).reverse();

function headerOf(merkleRoot: string, previous: Uint8Array, height: number): Uint8Array {
  for (let nonce = 0; ; nonce += 1) {
    const header = serializeHeader({
      version: 0x2000_0000,
      previousBlockHash: bytesToHex(Uint8Array.from(previous).reverse()),
      merkleRoot,
      time: 1_700_000_000 + height,
      bits: BITS,
      nonce,
    });
    if (sha256d(header)[31]! < 0x7f) return header;
  }
}

function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  let row = leaves;
  while (row.length > 1)
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) =>
      sha256d(concatBytes(row[2 * pair]!, row[2 * pair + 1] ?? row[2 * pair]!)),
    );
  return Uint8Array.from(row[0]!);
}
