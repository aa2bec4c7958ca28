/** Makes a custody proof from what a node with a transaction index knows. */
import { concatBytes, sha256d } from '../bitcoin/bytes.ts';
import type { NetworkName } from '../network.ts';
import { sameOutpoint } from '../outpoint.ts';
import {
  type CustodyBundle,
  decodeBundle,
  encodeBundle,
  MAX_BUNDLE_BYTES,
  MAX_MOVES,
  type Move,
} from './bundle.ts';
import { envelopesIn } from './envelope.ts';
import { CustodyFault } from './fault.ts';
import { type Satpoint, sum } from './sat-walk.ts';
import { type CompleteTransaction, isCoinbase, readComplete, transactionsOf } from './transaction.ts';

/** What the builder asks. Each may throw what it likes. */
export interface CustodySource {
  readonly network: NetworkName;
  /** A transaction with its witnesses. */
  transaction(txid: string): Promise<Uint8Array>;
  /**
   * The block that has the transaction: its bytes, and the headers of as many blocks from it on as are asked
   * for.
   */
  block(txid: string): Promise<{ readonly block: Uint8Array; readonly headers: readonly Uint8Array[] }>;
}

/** A proof of before, whose block is still in the chain, and the walk that it shows. */
export interface KnownProof {
  readonly proof: Uint8Array;
  readonly walk: readonly Satpoint[];
}

/**
 * The proof that an inscription is where it is said to be, walked back from there to its reveal, or to a
 * place of the `known` proof. Throws `CustodyFault` when the walk does not lead there, and RangeError when
 * the proof would be beyond the bounds of its reader. Retry-safe.
 */
export async function buildCustody(
  source: CustodySource,
  inscriptionId: string,
  satpoint: Satpoint,
  known?: KnownProof,
): Promise<Uint8Array> {
  const [revealTxid, index] = inscriptionId.split('i');
  const read = withinBound(source);
  const moves: Move[] = [];
  let at = satpoint;
  for (;;) {
    const reached = known?.walk.findIndex((place) => sameOutpoint(place, at) && place.offset === at.offset);
    if (known && reached !== undefined && reached >= 0) return cutProof(known.proof, reached, moves);
    if (at.txid === revealTxid) break;
    if (moves.length === MAX_MOVES)
      throw new CustodyFault('too_many_moves', `${inscriptionId} moved more than ${MAX_MOVES} times`);
    const step = await moveTo(read, at);
    moves.unshift(step.move);
    at = step.from;
  }
  return encodeBundle({ ...(await revealOf(source, read, revealTxid, Number(index))), moves });
}

/** A proof with its first `count` moves only, and those that follow. Throws RangeError as `buildCustody`. */
export function cutProof(proof: Uint8Array, count: number, then: readonly Move[] = []): Uint8Array {
  const bundle = decodeBundle(proof);
  return encodeBundle({ ...bundle, moves: [...bundle.moves.slice(0, count), ...then] });
}

type Read = (txid: string) => Promise<CompleteTransaction>;

/** Reads transactions until they have more bytes than a proof can hold: a walk ends there. */
function withinBound(source: CustodySource): Read {
  let left = MAX_BUNDLE_BYTES;
  return async (txid) => {
    const transaction = readComplete(await source.transaction(txid));
    left -= transaction.stripped.length;
    if (left < 0) throw new RangeError(`its proof would have more than ${MAX_BUNDLE_BYTES} bytes`);
    return transaction;
  };
}

/** The move that brought a sat to where it is, and where it was before. */
async function moveTo(read: Read, { txid, vout, offset }: Satpoint) {
  const transaction = await read(txid);
  if (isCoinbase(transaction))
    throw new CustodyFault('spent_as_fee', `it went through a fee into the coinbase ${txid}`);
  const values = transaction.outputs.slice(0, vout).map(({ valueSats }) => valueSats);
  const position = sum(values) + offset;
  const previous: Uint8Array[] = [];
  let before = 0;
  for (const input of transaction.inputs) {
    const spent = await read(input.txid);
    const { valueSats } = spent.outputs[input.vout]!;
    if (position < before + valueSats)
      return {
        move: { transaction: transaction.stripped, previous },
        from: { txid: input.txid, vout: input.vout, offset: position - before },
      };
    previous.push(spent.stripped);
    before += valueSats;
  }
  throw new CustodyFault('spent_as_fee', `no input of ${txid} brings the sat ${position} of its outputs`);
}

async function revealOf(
  source: CustodySource,
  read: Read,
  txid: string,
  index: number,
): Promise<Omit<CustodyBundle, 'moves'>> {
  const { block, headers } = await source.block(txid);
  const transactions = transactionsOf(block);
  const position = transactions.findIndex((transaction) => transaction.txid === txid);
  const [coinbase, reveal] = [transactions[0]!, transactions[position]!];
  const envelope = envelopesIn(reveal.witnesses)[index];
  if (!envelope) throw new CustodyFault('not_revealed', `${txid} does not reveal an inscription ${index}`);
  const previous: Uint8Array[] = [];
  for (const input of reveal.inputs.slice(0, envelope.input + 1))
    previous.push((await read(input.txid)).stripped);
  return {
    network: source.network,
    reveal: reveal.bytes,
    position,
    coinbase: coinbase.bytes,
    coinbasePath: pathOf(
      transactions.map(({ hash }) => hash),
      0,
    ),
    revealPath: pathOf(witnessHashes(transactions), position),
    headers,
    previous,
  };
}

/** The coinbase counts as zeros. Source: BIP141. */
function witnessHashes([, ...transactions]: readonly CompleteTransaction[]): Uint8Array[] {
  return [new Uint8Array(32), ...transactions.map(({ bytes }) => sha256d(bytes))];
}

/** The siblings on the way from a leaf to the root. A node without a sibling is its own. */
function pathOf(leaves: readonly Uint8Array[], position: number): Uint8Array[] {
  const path: Uint8Array[] = [];
  let row = leaves;
  for (let at = position; row.length > 1; at = Math.floor(at / 2)) {
    path.push(row[at % 2 === 0 ? Math.min(at + 1, row.length - 1) : at - 1]!);
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) =>
      sha256d(concatBytes(row[2 * pair]!, row[2 * pair + 1] ?? row[2 * pair]!)),
    );
  }
  return path;
}
