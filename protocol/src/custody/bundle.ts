/**
 * The bytes of a custody proof. `docs/protocol/custody.md` specifies them.
 *
 *   'cust' | version | network | reveal | position | coinbase | path | path | headers | previous | moves
 */
import { bytesToHex, compactSize, concatBytes, varBytes } from '../bitcoin/bytes.ts';
import { NETWORK_NAMES, type NetworkName } from '../network.ts';
import type { BlockProof } from './block.ts';
import { CustodyFault } from './fault.ts';
import { ByteReader } from './reader.ts';

/** A spend of the output that holds the inscription. */
export interface Move {
  /** Without witnesses. */
  readonly transaction: Uint8Array;
  /** For each input before ours the transaction that it spends, without witnesses. */
  readonly previous: readonly Uint8Array[];
}

export interface CustodyBundle extends BlockProof {
  readonly network: NetworkName;
  /** Complete, with its witnesses. */
  readonly reveal: Uint8Array;
  /**
   * For each input of the reveal up to that of the inscription the transaction that it spends, without
   * witnesses.
   */
  readonly previous: readonly Uint8Array[];
  readonly moves: readonly Move[];
}

export const MAX_BUNDLE_BYTES = 1_000_000;
export const MAX_MOVES = 256;
const MAX_HEADERS = 144;
/** A block has at most 2^14 transactions or so. */
const MAX_PATH = 20;
const VERSION = 1;
const MAGIC = Uint8Array.of(0x63, 0x75, 0x73, 0x74);

/** Throws a RangeError for a bundle beyond the bounds of its reader. */
export function encodeBundle(bundle: CustodyBundle): Uint8Array {
  const bytes = concatBytes(
    MAGIC,
    Uint8Array.of(VERSION, NETWORK_NAMES.indexOf(bundle.network)),
    varBytes(bundle.reveal),
    compactSize(bundle.position),
    varBytes(bundle.coinbase),
    listed(bundle.coinbasePath),
    listed(bundle.revealPath),
    listed(bundle.headers),
    listed(bundle.previous.map(varBytes)),
    listed(
      bundle.moves.map(({ transaction, previous }) =>
        concatBytes(varBytes(transaction), listed(previous.map(varBytes))),
      ),
    ),
  );
  if (bytes.length > MAX_BUNDLE_BYTES || bundle.moves.length > MAX_MOVES)
    throw new RangeError(`a proof has at most ${MAX_BUNDLE_BYTES} bytes and ${MAX_MOVES} moves`);
  return bytes;
}

const listed = (parts: readonly Uint8Array[]): Uint8Array => concatBytes(compactSize(parts.length), ...parts);

/** The JSON twin, for people: bytes as hex. */
export function bundleJson({ moves, ...bundle }: CustodyBundle) {
  return {
    network: bundle.network,
    reveal: bytesToHex(bundle.reveal),
    position: bundle.position,
    coinbase: bytesToHex(bundle.coinbase),
    coinbasePath: bundle.coinbasePath.map(bytesToHex),
    revealPath: bundle.revealPath.map(bytesToHex),
    headers: bundle.headers.map(bytesToHex),
    previous: bundle.previous.map(bytesToHex),
    moves: moves.map(({ transaction, previous }) => ({
      transaction: bytesToHex(transaction),
      previous: previous.map(bytesToHex),
    })),
  };
}

/** Its parts are views of `bytes`. Throws `CustodyFault`. */
export function decodeBundle(bytes: Uint8Array): CustodyBundle {
  if (bytes.length > MAX_BUNDLE_BYTES)
    throw new CustodyFault(
      'malformed',
      `a proof has at most ${MAX_BUNDLE_BYTES} bytes, and this has ${bytes.length}`,
    );
  const reader = new ByteReader(bytes);
  if (!reader.take(4).every((byte, index) => byte === MAGIC[index]) || reader.u8() !== VERSION)
    throw new CustodyFault('malformed', 'the bytes do not begin as a custody proof of version 1');
  const network = NETWORK_NAMES[reader.u8()];
  if (!network)
    throw new CustodyFault('wrong_network', 'the proof names a network that this reader does not know');
  const transaction = () => reader.sized(MAX_BUNDLE_BYTES);
  const transactions = () => reader.list(bytes.length, transaction);
  const path = () => reader.list(MAX_PATH, () => reader.take(32));
  const bundle = {
    network,
    reveal: transaction(),
    position: reader.count(0xffff_ffff),
    coinbase: transaction(),
    coinbasePath: path(),
    revealPath: path(),
    headers: reader.list(MAX_HEADERS, () => reader.take(80)),
    previous: transactions(),
    moves: readMoves(reader, () => ({ transaction: transaction(), previous: transactions() })),
  };
  reader.end();
  return bundle;
}

function readMoves(reader: ByteReader, read: () => Move): Move[] {
  const count = reader.count(0xffff_ffff);
  if (count > MAX_MOVES)
    throw new CustodyFault(
      'too_many_moves',
      `the inscription moved ${count} times; a reader follows at most ${MAX_MOVES} moves`,
    );
  return Array.from({ length: count }, read);
}
