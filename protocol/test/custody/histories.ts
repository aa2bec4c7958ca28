/** Random histories of inscriptions: reveals of every form, and how their sats move from there. */

import { inscriptionIdValue } from '../../../devnode/src/ord/inscription-id.ts';
import { createOrd } from '../../../devnode/src/ord/ord.ts';
import { NULL_TXID, type Transaction } from '../../../devnode/src/transaction/transaction.ts';
import { envelope, leafWith, TAG } from '../../../devnode/test/ord/envelope-script.ts';
import { concatBytes } from '../../src/bitcoin/bytes.ts';
import type { CustodySource } from '../../src/custody/build.ts';
import type { Satpoint } from '../../src/custody/sat-walk.ts';
import { ANYONE, type Coin, createChain, DEPTH, type MadeChain } from './made-chain.ts';

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
  /** Ids of the reveals that the index does not have. */
  readonly unknown: readonly string[];
}

const BURN = Uint8Array.of(0x6a, 1, 1);
/** A block whose coinbase claims the fees is one in so many. */
const CLAIMED = 60;

/** One chain with some dozens of inscriptions and what the index of the test node makes of it. */
export async function playHistory(below: Below): Promise<History> {
  const chain = createChain({ maturity: 0, since: 1_700_000_000 });
  const ord = createOrd({ call: chain.call });
  const ids = playTraffic(chain, below, { blocks: 8, transactions: 5 });
  await ord.sync();
  const inscriptions: Indexed[] = [];
  const unknown: string[] = [];
  for (const id of ids) {
    const { status, body } = await ord.handle(`/inscription/${id}`);
    if (status !== 200) unknown.push(id);
    else
      inscriptions.push(
        indexedAt(id, JSON.parse(Buffer.from(body).toString()) as Parameters<typeof indexedAt>[1]),
      );
  }
  await ord.close();
  return { source: chain.source, spender: chain.spender, inscriptions, unknown };
}

/** What an index answers of an inscription. */
export function indexedAt(
  inscriptionId: string,
  { satpoint, value }: { readonly satpoint: string; readonly value: number | null },
): Indexed {
  const [txid, vout, offset] = satpoint.split(':');
  const isHeld = value !== null && txid !== NULL_TXID;
  return {
    inscriptionId,
    satpoint: isHeld ? { txid: txid!, vout: Number(vout), offset: Number(offset) } : null,
    valueSats: value,
  };
}

/**
 * Mines blocks of random transactions, and as many on top as a proof asks for. Returns ids that the reveals
 * may have, also ones that they do not have.
 */
export function playTraffic(
  chain: MadeChain,
  below: Below,
  { blocks, transactions }: { readonly blocks: number; readonly transactions: number },
): readonly string[] {
  const traffic = createTraffic(chain, below);
  for (let block = 0; block < blocks; block += 1) {
    if (block > 0) traffic.play(transactions);
    chain.mine(below(CLAIMED) === 0);
  }
  for (let block = 0; block < DEPTH; block += 1) chain.mine();
  return traffic.ids;
}

/** Transactions that reveal, move, merge, split, burn and lose. */
function createTraffic(chain: MadeChain, below: Below) {
  const ids: string[] = [];
  const coins: Coin[] = [];
  const take = (most: number): Coin[] =>
    Array.from({ length: 1 + below(most) }, () => coins.splice(below(coins.length), 1)[0]).filter(
      (coin) => coin !== undefined,
    );
  const value = () => [0, 1, 330, 546, 1_000, 10_000][below(6)]! + below(3);
  const isCareless = below(4) === 0;
  const fee = () => (below(isCareless ? 2 : 10) === 0 ? below(300) : 0);
  const isLarge = () => below(20) === 0;

  function leaf(): { readonly script: Uint8Array; readonly count: number } {
    const count = below(40) === 0 ? 10 + below(30) : below(4);
    const parts = Array.from({ length: count }, anEnvelope);
    if (below(12) === 0) parts.unshift(Uint8Array.of(0));
    const script = leafWith(...parts);
    return { script: below(25) === 0 ? concatBytes(script, Uint8Array.of(0x4d, 9)) : script, count };
  }

  function anEnvelope(): Uint8Array {
    const fields: [number, Uint8Array | string][] = [];
    if (below(3) > 0) fields.push([TAG.contentType, 'text/plain']);
    if (below(3) === 0) fields.push([TAG.pointer, little(below(3) === 0 ? below(50) : below(25_000))]);
    if (below(30) === 0) fields.push([TAG.pointer, new Uint8Array(below(12)).fill(below(2))]);
    if (below(30) === 0) fields.push([2 * below(40), 'even']);
    if (below(12) === 0) fields.push([2 * below(40) + 1, 'odd']);
    const known = ids[below(ids.length + 1)];
    if (known && below(3) === 0) fields.push([TAG.parent, inscriptionIdValue(known)]);
    const raw =
      below(12) === 0
        ? [Uint8Array.of(0x51), Uint8Array.of(0x51, 0x52), Uint8Array.of(0x4f), Uint8Array.of(0xac)][below(4)]
        : undefined;
    return envelope({ fields, body: below(5) === 0 ? null : 'x'.repeat(below(30)), ...(raw ? { raw } : {}) });
  }

  function send(inputs: readonly Coin[], count: number): void {
    const total = inputs.reduce((sum, coin) => sum + coin.valueSats, 0);
    const outputs: { valueSats: number; script: Uint8Array }[] = [];
    let left = total;
    for (let more = count; more > 0 && (left > 0 || below(8) === 0); more -= 1) {
      const valueSats = Math.min(
        left,
        more === 1 && below(isCareless ? 10 : 100) > 0
          ? left - Math.min(left, fee())
          : value() + below(20_000),
      );
      outputs.push({ valueSats, script: below(40) === 0 ? BURN : ANYONE });
      left -= valueSats;
    }
    if (outputs.length === 0) outputs.push({ valueSats: 0, script: BURN });
    const reveals = below(2) === 0;
    let revealed = 0;
    const witness = () => {
      const { script, count: envelopes } = leaf();
      revealed += envelopes;
      return [script, new Uint8Array(33), ...(below(15) === 0 ? [Uint8Array.of(0x50, 1)] : [])];
    };
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
    const txid = chain.send(transaction, left);
    for (const [vout, { valueSats, script }] of outputs.entries())
      if (script === ANYONE) coins.push({ txid, vout, valueSats });
    for (let index = 0; index <= revealed; index += 1) if (revealed > 0) ids.push(`${txid}i${index}`);
  }

  return {
    ids,
    play(transactions: number): void {
      const coinbase = chain.coinbase();
      if (coinbase) coins.push(coinbase);
      for (let count = transactions; count > 0; count -= 1) {
        const inputs = take(isLarge() ? 25 : 3);
        if (inputs.length > 0) send(inputs, 1 + below(isLarge() ? 40 : 4));
      }
    },
  };
}

function little(value: number): Uint8Array {
  const bytes = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  return Uint8Array.from(bytes);
}
