import type { Outpoint } from '../base/outpoint.ts';
import type { Sats } from '../base/sats.ts';
import type { Block, BlockOutput, BlockTransaction } from '../chain/port.ts';

/** Where an inscription's sat lies. */
export interface Location extends Outpoint {
  readonly offset: Sats;
  /** Value of the output. */
  readonly valueSats: Sats;
  /** null: not at an address, or the sat was lost by a miner. */
  readonly ownerAddress: string | null;
}

export interface Located extends Location {
  readonly id: string;
  /** What the store knows the inscription by. */
  readonly key: number;
}

/** One inscription that a block moved, possibly several times: where it was before the block and where it is after it. */
export interface SatMove {
  readonly id: string;
  readonly key: number;
  /** In the block, of the transaction that moved it last. */
  readonly blockPosition: number;
  readonly before: Location;
  readonly after: Location;
}

/** One transaction taking an inscription from the output that its input `inputIndex` spends. */
export interface Hop {
  readonly id: string;
  readonly transaction: BlockTransaction;
  /** Of the transaction in the block. */
  readonly blockPosition: number;
  readonly inputIndex: number;
  readonly from: Location;
  readonly to: Location;
}

/** A sat that no output of a coinbase took. */
const LOST: Location = {
  txid: '0'.repeat(64),
  vout: 0xffff_ffff,
  offset: 0,
  valueSats: 0,
  ownerAddress: null,
};

/**
 * Follows inscriptions through a block, first in, first out (the ordinal rule): the sats of a transaction's inputs, in order, fill its
 * outputs, in order; what is left over goes, in block order and after the subsidy, to the coinbase's outputs.
 * `located`: every inscription on an output that the block's transactions spend and that existed before the block.
 * Moves are in the order of `located`, hops in that of the block.
 */
export function followBlock(
  block: Block,
  located: readonly Located[],
  subsidySats: Sats,
): { moves: SatMove[]; hops: Hop[] } {
  const current = new Map<string, Location>();
  const at: Holding = new Map();
  for (const { id, key: _, ...location } of located) {
    current.set(id, location);
    put(at, location, id);
  }
  /** Where in the block each was moved last. */
  const moved = new Map<string, number>();
  const hops: Hop[] = [];
  const intoFees: TakenAt[] = [];
  let rewardSats = subsidySats;

  for (const [blockPosition, transaction] of block.transactions.entries()) {
    if (blockPosition === 0) continue;
    const outputTotal = total(transaction.outputs);
    for (const taken of takeFrom(at, transaction)) {
      const { position } = taken;
      if (position >= outputTotal)
        intoFees.push({ ...taken, blockPosition, position: rewardSats + position - outputTotal });
      else settle({ ...taken, blockPosition }, place(transaction, position));
    }
    rewardSats += total(transaction.inputs) - outputTotal;
  }
  const coinbase = block.transactions[0];
  for (const taken of intoFees) {
    const found = coinbase && taken.position < total(coinbase.outputs);
    settle(taken, found ? place(coinbase, taken.position) : LOST);
  }
  const moves = located.flatMap(({ id, key, ...before }) => {
    const blockPosition = moved.get(id);
    return blockPosition === undefined ? [] : [{ id, key, blockPosition, before, after: current.get(id)! }];
  });
  return { moves, hops };

  function settle({ id, inputIndex, blockPosition }: TakenAt, to: Location): void {
    const transaction = block.transactions[blockPosition]!;
    hops.push({ id, transaction, blockPosition, inputIndex, from: current.get(id)!, to });
    current.set(id, to);
    moved.set(id, blockPosition);
    put(at, to, id);
  }
}

/** The block subsidy at `height` (BIP 42 aside): 50 BTC, halved every `interval` blocks (210,000; 150 on regtest). */
export function subsidyAt(height: number, interval: number): Sats {
  const halvings = Math.floor(height / interval);
  return halvings >= 64 ? 0 : Number(5_000_000_000n >> BigInt(halvings));
}

interface Taken {
  readonly id: string;
  readonly inputIndex: number;
  /** In the line of the transaction's sats. */
  readonly position: Sats;
}

interface TakenAt extends Taken {
  readonly blockPosition: number;
}

/** What lies on each output: by txid first, since hardly any input spends a transaction that is in it. */
type Holding = Map<string, Map<number, { id: string; offset: Sats }[]>>;

function put(at: Holding, { txid, vout, offset }: Location, id: string): void {
  const outputs = at.get(txid) ?? new Map<number, { id: string; offset: Sats }[]>();
  at.set(txid, outputs);
  const here = outputs.get(vout);
  if (here) here.push({ id, offset });
  else outputs.set(vout, [{ id, offset }]);
}

function takeFrom(at: Holding, transaction: BlockTransaction): Taken[] {
  const taken: Taken[] = [];
  let start = 0;
  for (const [inputIndex, input] of transaction.inputs.entries()) {
    const outputs = at.get(input.txid);
    for (const { id, offset } of outputs?.get(input.vout) ?? [])
      taken.push({ id, inputIndex, position: start + offset });
    outputs?.delete(input.vout);
    start += input.valueSats;
  }
  return taken;
}

function place(transaction: BlockTransaction, position: Sats): Location {
  let start = 0;
  for (const [vout, output] of transaction.outputs.entries()) {
    if (position < start + output.valueSats) {
      return {
        txid: transaction.txid,
        vout,
        offset: position - start,
        valueSats: output.valueSats,
        ownerAddress: output.address,
      };
    }
    start += output.valueSats;
  }
  throw new RangeError(`position ${position} is beyond the outputs of ${transaction.txid}`);
}

function total(parts: readonly Pick<BlockOutput, 'valueSats'>[]): Sats {
  let sum = 0;
  for (const part of parts) sum += part.valueSats;
  return sum;
}
