import { hex } from '@scure/base';
import type { ChainBlock } from '../follow/chain-block.ts';
import { OP } from '../script/opcodes.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { type Floating, floatingInscriptions } from './floating.ts';
import { place } from './place.ts';
import { firstSatAt, isCommon, subsidyAt } from './sat.ts';
import { dealSats, rangeSats, totalSats } from './sat-ranges.ts';
import {
  addTo,
  counter,
  type IndexedOutput,
  LOST_OUTPOINT,
  outpointOf,
  type Placed,
  type SatRange,
  type Tables,
  UNBOUND_OUTPOINT,
} from './tables.ts';

/** What the transactions of a block hand on to its coinbase. */
interface Reward {
  /** Subsidy, then fees in the order of the transactions. */
  readonly ranges: SatRange[];
  /** Inscriptions that fell into fees, by their offset in `ranges`. */
  readonly floating: Floating[];
}

/**
 * Applies one block to the index, as one step of its journal. The block must be the child of the newest one.
 * Follows `ord` 0.29.1 with `--index-sats --index-addresses`: sats move first in, first out; fees go to the
 * coinbase behind the subsidy; what the coinbase does not claim is lost.
 */
export function indexBlock(tables: Tables, block: ChainBlock): void {
  tables.journal.block(() => {
    const { height, hash, time } = block;
    const reward: Reward = { ranges: subsidy(height), floating: [] };
    const [coinbase, ...others] = block.transactions;
    for (const transaction of others) {
      const { left, floating, outputSats } = passThrough(tables, block, transaction);
      const paid = totalSats(reward.ranges);
      reward.floating.push(...floating.map((each) => ({ ...each, offset: paid + each.offset - outputSats })));
      reward.ranges.push(...left);
    }
    if (coinbase !== undefined) mint(tables, block, coinbase, reward);
    const coinbaseTxid = coinbase && txidOf(coinbase);
    tables.blocks.set(height, { hash, time, coinbaseTxid, nextSequence: tables.inscriptions.size });
  });
}

function subsidy(height: number): SatRange[] {
  const first = firstSatAt(height);
  const sats = subsidyAt(height);
  return sats > 0 ? [[first, first + sats]] : [];
}

interface Leftover {
  /** Sats that no output takes. */
  readonly left: readonly SatRange[];
  /** Inscriptions on them; their offsets still count from the first input sat. */
  readonly floating: readonly Floating[];
  readonly outputSats: number;
}

function passThrough(tables: Tables, block: ChainBlock, transaction: Transaction): Leftover {
  const spent = transaction.inputs.map(({ txid, vout }) => spend(tables, outpointOf(txid, vout)));
  const tx = { transaction, txid: txidOf(transaction), height: block.height };
  const floating = floatingInscriptions(tables, tx, spent);
  const ranges = spent.flatMap((output) => output.ranges);
  return pay(tables, block, transaction, { ranges, floating });
}

function spend(tables: Tables, outpoint: string): IndexedOutput {
  const output = tables.outputs.get(outpoint);
  if (output === undefined) throw new Error(`output ${outpoint} is spent but not in the index`);
  tables.outputs.delete(outpoint);
  tables.outpointsByScript.remove(hex.encode(output.script), outpoint);
  return output;
}

/** Moves sats and inscriptions into a transaction's outputs and enters them into the index. */
function pay(tables: Tables, block: ChainBlock, transaction: Transaction, incoming: Reward): Leftover {
  const txid = txidOf(transaction);
  const values = transaction.outputs.map((output) => output.valueSats);
  const { outputs: ranges, left } = dealSats(incoming.ranges, values);
  const placed: Placed[][] = values.map(() => []);
  const waiting = [...incoming.floating].sort((a, b) => a.offset - b.offset);
  const context = { height: block.height, time: block.time, inputRanges: incoming.ranges };
  let start = 0;
  for (const [vout, { valueSats, script }] of transaction.outputs.entries()) {
    const end = start + valueSats;
    while (waiting.length > 0 && waiting[0]!.offset < end) {
      const floating = waiting.shift()!;
      const satpoint = { outpoint: outpointOf(txid, vout), offset: floating.offset - start };
      const at = place(tables, floating, { satpoint, burns: script[0] === OP.RETURN }, context);
      if (at.outpoint === UNBOUND_OUTPOINT) extend(tables, UNBOUND_OUTPOINT, [], [at]);
      else placed[vout]!.push({ sequence: at.sequence, offset: at.offset });
    }
    start = end;
  }
  for (const [vout, { valueSats, script }] of transaction.outputs.entries()) {
    const outpoint = outpointOf(txid, vout);
    noteRareSats(tables, outpoint, 0, ranges[vout]!);
    tables.outputs.set(outpoint, { valueSats, script, ranges: ranges[vout]!, inscriptions: placed[vout]! });
    tables.outpointsByScript.add(hex.encode(script), outpoint);
  }
  return { left, floating: waiting, outputSats: start };
}

/** The coinbase takes subsidy and fees; what it leaves is lost. */
function mint(tables: Tables, block: ChainBlock, coinbase: Transaction, reward: Reward): void {
  const { left, floating, outputSats } = pay(tables, block, coinbase, reward);
  const lostBefore = counter(tables, 'lost');
  const context = { height: block.height, time: block.time, inputRanges: reward.ranges };
  for (const each of floating) {
    const satpoint = { outpoint: LOST_OUTPOINT, offset: lostBefore + each.offset - outputSats };
    const at = place(tables, each, { satpoint, burns: false }, context);
    extend(tables, at.outpoint, [], [at]);
  }
  if (left.length === 0) return;
  noteRareSats(tables, LOST_OUTPOINT, lostBefore, left);
  extend(tables, LOST_OUTPOINT, left, []);
  addTo(tables, 'lost', totalSats(left));
}

/** Adds to one of the two outpoints that are no real outputs: lost sats and unbound inscriptions. */
function extend(
  tables: Tables,
  outpoint: string,
  ranges: readonly SatRange[],
  placed: readonly Placed[],
): void {
  const before = tables.outputs.get(outpoint);
  tables.outputs.set(outpoint, {
    valueSats: (before?.valueSats ?? 0) + totalSats(ranges),
    script: new Uint8Array(),
    ranges: [...(before?.ranges ?? []), ...ranges],
    inscriptions: [
      ...(before?.inscriptions ?? []),
      ...placed.map(({ sequence, offset }) => ({ sequence, offset })),
    ],
  });
}

/**
 * An uncommon or rarer sat is the first of its block's subsidy, so it can only stand at the start of a range.
 */
function noteRareSats(tables: Tables, outpoint: string, offset: number, ranges: readonly SatRange[]): void {
  let at = offset;
  for (const range of ranges) {
    if (!isCommon(range[0])) tables.rareSats.set(range[0], { outpoint, offset: at });
    at += rangeSats(range);
  }
}
