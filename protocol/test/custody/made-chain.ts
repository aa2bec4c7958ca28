/**
 * A regtest chain whose blocks Bitcoin Core takes. Each coin is of a witness version without rules, so any
 * witness spends it: any coin may carry any envelope, and nothing is signed.
 */

import { REGTEST_GENESIS } from '../../../devnode/src/chain/block.ts';
import { serializeHeader } from '../../../devnode/src/chain/header.ts';
import { RPC, type RpcCall, RpcError } from '../../../devnode/src/rpc/call.ts';
import { serializeTransaction } from '../../../devnode/src/transaction/serialize.ts';
import { NULL_TXID, NULL_VOUT, type Transaction } from '../../../devnode/src/transaction/transaction.ts';
import { txidOf } from '../../../devnode/src/transaction/txid.ts';
import { bytesToHex, compactSize, concatBytes, hexToBytes, sha256d, u32 } from '../../src/bitcoin/bytes.ts';
import type { CustodySource } from '../../src/custody/build.ts';

export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
}

export interface ChainOptions {
  /** Blocks on top of a coinbase before it is spent. Core asks for 100. */
  readonly maturity: number;
  /** Unix seconds of the first block. */
  readonly since: number;
}

/** Witness version 2. */
export const ANYONE = Uint8Array.of(0x52, 2, 1, 1);
/** Headers that a proof has. */
export const DEPTH = 6;
const COMMITMENT = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);
const SUBSIDY_SATS = 5_000_000_000;
const BITS = 0x207fffff;

interface Mined {
  readonly bytes: Uint8Array;
  readonly header: Uint8Array;
  readonly hash: Uint8Array;
  readonly coinbase: Coin | null;
}

export type MadeChain = ReturnType<typeof createChain>;

/** It begins with the genesis block of regtest. Each block pays 50 BTC, so Core takes the first 149. */
export function createChain({ maturity, since }: ChainOptions) {
  const blocks: Mined[] = [];
  const transactions = new Map<string, { bytes: Uint8Array; height: number }>();
  const spent = new Map<string, Uint8Array>();
  let waiting: { bytes: Uint8Array; txid: string; hash: Uint8Array }[] = [];
  let feeSats = 0;

  /** A block of what was sent. The fees go to its coinbase, or to nobody. */
  function mine(claimsFees = false): void {
    const height = blocks.length;
    const reserved = new Uint8Array(32).fill(height);
    const wtxids = [new Uint8Array(32), ...waiting.map(({ bytes }) => sha256d(bytes))];
    const commitment = sha256d(concatBytes(rootOf(wtxids), reserved));
    const valueSats = SUBSIDY_SATS + (claimsFees ? feeSats : 0);
    const made: Transaction = {
      version: 2,
      lockTime: 0,
      inputs: [
        {
          txid: NULL_TXID,
          vout: NULL_VOUT,
          scriptSig: heightScript(height),
          sequence: 0xffff_ffff,
          witness: [reserved],
        },
      ],
      outputs: [
        { valueSats, script: ANYONE },
        { valueSats: 0, script: concatBytes(COMMITMENT, commitment) },
      ],
    };
    const coinbase = { txid: txidOf(made), vout: 0, valueSats };
    const all = [
      { bytes: serializeTransaction(made), txid: coinbase.txid, hash: hashOf(coinbase.txid) },
      ...waiting,
    ];
    for (const { txid, bytes } of all) transactions.set(txid, { bytes, height });
    const root = rootOf(all.map(({ hash }) => hash));
    const header = headerOf(root, blocks.at(-1)!.hash, since + height);
    const bytes = concatBytes(header, compactSize(all.length), ...all.map((each) => each.bytes));
    blocks.push({ bytes, header, hash: sha256d(header), coinbase });
    waiting = [];
    feeSats = 0;
  }

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
  blocks.push(genesis());
  return {
    call: (async (method, params = []) => answers[method]!(params)) as RpcCall,
    mine,
    /** All blocks, as a node takes and gives them. */
    blocks: (): readonly Uint8Array[] => blocks.map(({ bytes }) => bytes),
    /** The newest coinbase that may be spent, if there is one. */
    coinbase: (): Coin | null => blocks[blocks.length - 1 - maturity]?.coinbase ?? null,
    send(transaction: Transaction, fee: number): string {
      const txid = txidOf(transaction);
      const bytes = serializeTransaction(transaction);
      waiting.push({ bytes, txid, hash: hashOf(txid) });
      feeSats += fee;
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

function genesis(): Mined {
  const { header, transactions } = REGTEST_GENESIS;
  const bytes = serializeHeader(header);
  const coinbase = serializeTransaction(transactions[0]!);
  return {
    bytes: concatBytes(bytes, compactSize(1), coinbase),
    header: bytes,
    hash: sha256d(bytes),
    coinbase: null,
  };
}

/** As BIP34 has it; Core asks for two bytes or more in all. */
function heightScript(height: number): Uint8Array {
  if (height <= 16) return Uint8Array.of(0x50 + height, 0x51);
  const bytes = u32(height).subarray(0, height < 0x80 ? 1 : 2);
  return concatBytes(Uint8Array.of(bytes.length), bytes, Uint8Array.of(0x51));
}

const shown = (hash: Uint8Array): string => bytesToHex(Uint8Array.from(hash).reverse());
const hashOf = (txid: string): Uint8Array => hexToBytes(txid).reverse();

function headerOf(merkleRoot: Uint8Array, previous: Uint8Array, time: number): Uint8Array {
  for (let nonce = 0; ; nonce += 1) {
    const header = serializeHeader({
      version: 0x2000_0000,
      previousBlockHash: shown(previous),
      merkleRoot: shown(merkleRoot),
      time,
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
  return row[0]!;
}
