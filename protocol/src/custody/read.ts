/**
 * Reads a custody proof: from the block that has the reveal of an inscription, along the sat that it is on,
 * to the output that holds it. Nothing of the proof is believed:
 *
 *   reveal ──► its witness is in a block with work ──► first output and offset
 *     └─ move ──► spends that output; inputs before ours have their values from the transactions they name
 *          └─ move … ──► the output that a purchase spends
 *
 * Why that is enough: a purchase that spends the last output can only be mined if that output exists, so if
 * every transaction before it was mined. A proof that lies about them leads to a purchase that never can be.
 * Source: docs/protocol/custody.md.
 */
import type { NetworkName } from '../network.ts';
import { type Outpoint, outpointText, sameOutpoint } from '../outpoint.ts';
import { MAX_SATS } from '../sats.ts';
import { type ProvenBlock, provenBlock } from './block.ts';
import { type CustodyBundle, decodeBundle, type Move } from './bundle.ts';
import { type Envelope, envelopesIn } from './envelope.ts';
import { CustodyFault, type CustodyFaultCode } from './fault.ts';
import { Unreadable } from './reader.ts';
import { arrival, type Place, revealedAt, sum } from './sat-walk.ts';
import {
  type CompleteTransaction,
  isCoinbase,
  readComplete,
  readStripped,
  type StrippedTransaction,
} from './transaction.ts';

export interface Custody {
  readonly inscriptionId: string;
  /** Where it is, once everything that the proof names is in a block. */
  readonly place: Place;
  /** The block of the reveal. */
  readonly block: ProvenBlock;
  /** Where it was: after the reveal, and after each move. The last is `place`. */
  readonly walk: readonly Place[];
  readonly reveal: CompleteTransaction;
  readonly envelope: Envelope;
}

export interface CustodyAsked {
  readonly inscriptionId: string;
  readonly network: NetworkName;
  /**
   * The output that a trade spends. null: whichever output the proof ends at, for a caller who compares it.
   */
  readonly outpoint: Outpoint | null;
  /** Headers from the block of the reveal on. Default `DEFAULT_DEPTH`. */
  readonly depth?: number;
}

export type CustodyAnswer =
  | { readonly holds: true; readonly custody: Custody }
  | { readonly holds: false; readonly code: CustodyFaultCode; readonly reason: string };

/** Headers that a reader asks for. */
export const DEFAULT_DEPTH = 6;

/** What the bytes of a proof show of an inscription. Never throws; takes some milliseconds. */
export function readCustody(bytes: Uint8Array, asked: CustodyAsked): CustodyAnswer {
  try {
    return { holds: true, custody: follow(decodeBundle(bytes), asked) };
  } catch (error) {
    if (error instanceof CustodyFault) return { holds: false, code: error.code, reason: error.message };
    if (error instanceof Unreadable) return { holds: false, code: 'malformed', reason: error.message };
    throw error;
  }
}

function follow(
  bundle: CustodyBundle,
  { inscriptionId, outpoint, network, depth = DEFAULT_DEPTH }: CustodyAsked,
): Custody {
  if (bundle.network !== network)
    throw new CustodyFault('wrong_network', `the proof is of ${bundle.network}, not of ${network}`);
  const reveal = readComplete(bundle.reveal);
  const block = provenBlock(reveal, bundle, { network, depth });
  const envelope = envelopeOf(reveal, inscriptionId);
  const walk = [firstPlace(reveal, envelope, bundle.previous)];
  for (const move of bundle.moves) walk.push(movedTo(move, walk.at(-1)!));
  const place = walk.at(-1)!;
  if (outpoint && !sameOutpoint(place, outpoint))
    throw new CustodyFault(
      'other_place',
      `the proof ends at ${outpointText(place)}, not at ${outpointText(outpoint)}`,
    );
  return { inscriptionId, place, block, walk, reveal, envelope };
}

function envelopeOf(reveal: CompleteTransaction, inscriptionId: string): Envelope {
  const index = Number(inscriptionId.slice(reveal.txid.length + 1));
  if (inscriptionId !== `${reveal.txid}i${index}`)
    throw new CustodyFault(
      'other_inscription',
      `the proof begins with ${reveal.txid}, which does not reveal ${inscriptionId}`,
    );
  const envelopes = envelopesIn(reveal.witnesses);
  const envelope = envelopes[index];
  if (!envelope)
    throw new CustodyFault(
      'not_revealed',
      `${reveal.txid} reveals ${envelopes.length} inscriptions, and not ${inscriptionId}`,
    );
  return envelope;
}

function firstPlace(reveal: CompleteTransaction, envelope: Envelope, previous: readonly Uint8Array[]): Place {
  if (isCoinbase(reveal)) throw new CustodyFault('not_revealed', 'a coinbase reveals nothing');
  const place = revealedAt(reveal, envelope, valuesOf(reveal, envelope.input + 1, previous));
  if (place === 'unbound')
    throw new CustodyFault(
      'unbound',
      envelope.hasUnknownEvenField
        ? 'the inscription is on no sat: it has an even field that is not known'
        : 'the inscription is on no sat: its input has none',
    );
  return place ?? intoFee(reveal.txid);
}

function movedTo({ transaction: bytes, previous }: Move, from: Place): Place {
  const transaction = readStripped(bytes);
  const input = transaction.inputs.findIndex((spent) => sameOutpoint(spent, from));
  if (input < 0)
    throw new CustodyFault('broken_move', `${transaction.txid} does not spend ${outpointText(from)}`);
  const position = sum(valuesOf(transaction, input, previous)) + from.offset;
  return arrival(transaction, position) ?? intoFee(transaction.txid);
}

/** Values of the first `count` inputs, sats: their txids commit to the transactions that have them. */
function valuesOf({ inputs }: StrippedTransaction, count: number, previous: readonly Uint8Array[]): number[] {
  if (previous.length !== count)
    throw new CustodyFault(
      'wrong_previous',
      `${count} previous transactions are needed, and ${previous.length} are there`,
    );
  const values = previous.map((bytes, index) => {
    const { txid, vout } = inputs[index]!;
    const spent = readStripped(bytes);
    const output = spent.outputs[vout];
    if (spent.txid !== txid || !output)
      throw new CustodyFault(
        'wrong_previous',
        `input ${index} spends ${txid}:${vout}, which is not in ${spent.txid}`,
      );
    return output.valueSats;
  });
  if (sum(values) > MAX_SATS)
    throw new CustodyFault('wrong_previous', 'the inputs have more sats than exist');
  return values;
}

function intoFee(txid: string): never {
  throw new CustodyFault(
    'spent_as_fee',
    `the inscription went to the fee of ${txid}, and cannot be followed into a block's reward`,
  );
}
