import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { pause } from '../base/in-slices.ts';
import type { Block, BlockOutput, BlockTransaction } from '../chain/port.ts';

/** Where an inscription's sat is. */
export interface Location extends Outpoint {
  readonly offset: Sats;
  /** Value of the output. */
  readonly valueSats: Sats;
  /** null: not at an address, or the sat was lost by a miner. */
  readonly ownerAddress: string | null;
}

export interface Located extends Location {
  /** The store's key of the inscription. */
  readonly key: number;
}

/** One inscription that a block moved, possibly several times: its location before the block and after it. */
export interface SatMove {
  readonly key: number;
  /** Of the block. */
  readonly height: number;
  readonly before: Location;
  readonly after: Location;
}

/** One transaction taking an inscription from the output that its input `inputIndex` spends. */
export interface Hop {
  readonly key: number;
  readonly block: Block;
  readonly transaction: BlockTransaction;
  /** Of the transaction in the block. */
  readonly blockPosition: number;
  readonly inputIndex: number;
  readonly from: Location;
  readonly to: Location;
}

/**
 * A sat that no coinbase output received. Only the index knows its offset, its position among all sats ever
 * lost.
 */
const LOST: Location = {
  txid: '0'.repeat(64),
  vout: 0xffff_ffff,
  offset: 0,
  valueSats: 0,
  ownerAddress: null,
};

/**
 * Follows inscriptions through blocks, each on top of the one before, by the ordinal rule (first in, first
 * out). The sats of a transaction's inputs, in order, fill its outputs, in order. Sats left over go, in block
 * order and after the subsidy, to the coinbase's outputs.
 *
 * `located`: every inscription on an output that the blocks spend and that existed before them. `subsidyOf`:
 * sats, at a height. Moves and hops are in block order. Lets the rest of the process run between blocks.
 */
export async function followBlocks(
  blocks: readonly Block[],
  located: readonly Located[],
  subsidyOf: (height: number) => Sats,
): Promise<{ moves: SatMove[]; hops: Hop[] }> {
  const held: Held = new Map();
  for (const { key, ...location } of located) put(held, { key, location });
  const moves: SatMove[] = [];
  const hops: Hop[] = [];
  for (const block of blocks) {
    const moved = new Map<number, SatMove>();
    for (const hop of followBlock(block, held, subsidyOf(block.height))) {
      const { key, from, to } = hop;
      const before = moved.get(key)?.before ?? from;
      moved.set(key, { key, height: block.height, before, after: to });
      hops.push(hop);
    }
    moves.push(...moved.values());
    await pause();
  }
  return { moves, hops };
}

/** The hops of one block. Takes what the block moves from `held` and puts it where it goes. */
function followBlock(block: Block, held: Held, subsidySats: Sats): Hop[] {
  const hops: Hop[] = [];
  const intoFees: { readonly taken: Taken; readonly blockPosition: number; readonly position: Sats }[] = [];
  for (const [blockPosition, transaction] of block.transactions.entries()) {
    const takenHere = blockPosition === 0 ? [] : takeFrom(held, transaction);
    if (takenHere.length === 0) continue;
    const outputTotal = total(transaction.outputs);
    for (const taken of takenHere) {
      if (taken.position < outputTotal) settle(taken, blockPosition, place(transaction, taken.position));
      else intoFees.push({ taken, blockPosition, position: taken.position - outputTotal });
    }
  }
  const coinbase = block.transactions[0];
  const rewards = intoFees.length > 0 ? rewardsBefore(block, subsidySats) : [];
  for (const { taken, blockPosition, position } of intoFees) {
    const inReward = rewards[blockPosition]! + position;
    const found = coinbase && inReward < total(coinbase.outputs);
    settle(taken, blockPosition, found ? place(coinbase, inReward) : LOST);
  }
  return hops;

  function settle({ inscription, inputIndex }: Taken, blockPosition: number, to: Location): void {
    const { key, location: from } = inscription;
    const transaction = block.transactions[blockPosition]!;
    hops.push({ key, block, transaction, blockPosition, inputIndex, from, to });
    put(held, { key, location: to });
  }
}

/** Whether a move lost the inscription. Then its location must be read from the index. */
export function isLost({ after }: Pick<SatMove, 'after'>): boolean {
  return after === LOST;
}

/**
 * For each transaction, the position of its fee among the coinbase's sats: the subsidy plus the fees before
 * it.
 */
function rewardsBefore({ transactions }: Block, subsidySats: Sats): Sats[] {
  let line = subsidySats;
  return transactions.map(({ inputs, outputs }, blockPosition) => {
    const before = line;
    if (blockPosition > 0) line += total(inputs) - total(outputs);
    return before;
  });
}

/**
 * The block subsidy in sats at `height` (ignoring BIP 42): 50 BTC, halved every `interval` blocks (210,000;
 * 150 on regtest).
 */
export function subsidyAt(height: number, interval: number): Sats {
  const halvings = Math.floor(height / interval);
  return halvings >= 64 ? 0 : Number(5_000_000_000n >> BigInt(halvings));
}

interface Inscription {
  readonly key: number;
  readonly location: Location;
}

interface Taken {
  readonly inscription: Inscription;
  readonly inputIndex: number;
  /** Position among the transaction's sats. */
  readonly position: Sats;
}

/** What is on each output, by txid and number. */
type Held = Map<string, Map<number, Inscription[]>>;

function put(held: Held, inscription: Inscription): void {
  const { txid, vout } = inscription.location;
  const outputs = held.get(txid) ?? new Map<number, Inscription[]>();
  held.set(txid, outputs);
  const here = outputs.get(vout);
  if (here) here.push(inscription);
  else outputs.set(vout, [inscription]);
}

function takeFrom(held: Held, transaction: BlockTransaction): Taken[] {
  const taken: Taken[] = [];
  let start = 0;
  for (const [inputIndex, input] of transaction.inputs.entries()) {
    const outputs = held.get(input.txid);
    if (outputs) {
      for (const inscription of outputs.get(input.vout) ?? [])
        taken.push({ inscription, inputIndex, position: start + inscription.location.offset });
      outputs.delete(input.vout);
    }
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
