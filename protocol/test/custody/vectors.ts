/** The vectors of custody proofs: `tsx --conditions=source protocol/test/custody/vectors.ts` writes them. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bytesToHex, compactSize, concatBytes, sha256d, u64 } from '../../src/bitcoin/bytes.ts';
import { bundleJson, type CustodyBundle, encodeBundle } from '../../src/custody/bundle.ts';
import {
  blockOf,
  coin,
  falseCommitment,
  headerOf,
  made,
  madeProof,
  moveOf,
  witnessOf,
} from './made-proof.ts';

export interface Vector {
  /** The rule that it shows. */
  readonly name: string;
  /** Hex. */
  readonly proof: string;
  readonly json?: unknown;
  readonly inscriptionId: string;
  /** The output that is asked for; null: none. */
  readonly outpoint: { readonly txid: string; readonly vout: number } | null;
  readonly network: 'mainnet' | 'regtest';
  readonly depth: number;
  /** Where the inscription is, or the code of the fault. */
  readonly place?: {
    readonly txid: string;
    readonly vout: number;
    readonly offset: number;
    readonly valueSats: number;
  };
  readonly code?: string;
}

type Proof = ReturnType<typeof madeProof>;
type Change = (proof: Proof) => Partial<CustodyBundle>;

const BASE = madeProof();

function good(name: string, proof: Proof, place: Vector['place'] & object): Vector {
  return { ...vector(name, encodeBundle(proof.bundle), proof), json: bundleJson(proof.bundle), place };
}

function vector(name: string, bytes: Uint8Array, { inscriptionId }: Pick<Proof, 'inscriptionId'>): Vector {
  return { name, proof: bytesToHex(bytes), inscriptionId, outpoint: null, network: 'regtest', depth: 6 };
}

function bad(name: string, code: string, change: Change, proof: Proof = BASE): Vector {
  return { ...vector(name, encodeBundle({ ...proof.bundle, ...change(proof) }), proof), code };
}

function badBytes(name: string, code: string, change: (bytes: Uint8Array) => Uint8Array): Vector {
  return { ...vector(name, change(encodeBundle(BASE.bundle)), BASE), code };
}

/** The sat of the pointer, or the first of the second input: 1,000 sats before it, of which 600 fill output 0. */
const PLACE = { txid: BASE.again.txid, vout: 0, offset: 400, valueSats: 700 };

const with64Bytes = made(
  [{ txid: BASE.coins.first.txid, vout: 0, witness: [new Uint8Array()] }],
  [{ valueSats: 1, script: new Uint8Array() }],
);
const coinbaseOf64 = made(
  [{ txid: '0'.repeat(64), vout: 0xffff_ffff, script: new Uint8Array(4), witness: [new Uint8Array(32)] }],
  [{ valueSats: 1, script: new Uint8Array() }],
);
const swapped = (headers: readonly Uint8Array[]) => [
  headers[0]!,
  headers[2]!,
  headers[1]!,
  ...headers.slice(3),
];

export function vectors(): Vector[] {
  const pointed = madeProof([[2, 'd007']]);
  const lost = made([{ txid: BASE.again.txid, vout: 0 }], [{ valueSats: 400 }]);
  const zero = coin(0, 4);
  const onNothing = made(
    [
      { txid: zero.txid, vout: 0, witness: witnessOf() },
      { txid: BASE.coins.second.txid, vout: 0 },
    ],
    [{ valueSats: 9_000 }],
  );
  const intoFee = made(
    [
      { txid: BASE.coins.first.txid, vout: 0 },
      { txid: BASE.coins.second.txid, vout: 0, witness: witnessOf() },
    ],
    [{ valueSats: 900 }],
  );
  const unmined = { ...BASE.bundle, moves: [] };
  return [
    good('a proof of two moves', BASE, PLACE),
    {
      ...vector('a proof without moves ends in the reveal', encodeBundle(unmined), BASE),
      place: { txid: BASE.reveal.txid, vout: 1, offset: 400, valueSats: 900 },
    },
    {
      ...vector(
        'a pointer names a sat of the outputs',
        encodeBundle({ ...pointed.bundle, moves: [] }),
        pointed,
      ),
      place: { txid: pointed.reveal.txid, vout: 2, offset: 500, valueSats: 9_000 },
    },
    {
      ...vector(
        'a pointer past the outputs is none',
        encodeBundle({ ...madeProof([[2, '0429']]).bundle, moves: [] }),
        madeProof([[2, '0429']]),
      ),
      place: { txid: madeProof([[2, '0429']]).reveal.txid, vout: 1, offset: 400, valueSats: 900 },
    },
    good('the last commitment of a coinbase counts', madeProof([], { before: [falseCommitment] }), PLACE),
    good(
      'more than 38 bytes may follow a commitment',
      madeProof([], { after: [{ valueSats: 0, script: Uint8Array.of(0x6a, 0x24) }] }),
      PLACE,
    ),
    good('more headers than asked for are read too', madeProof([], { headers: 9 }), PLACE),
    badBytes('a byte less', 'malformed', (bytes) => bytes.subarray(0, -1)),
    badBytes('a byte more', 'malformed', (bytes) => concatBytes(bytes, Uint8Array.of(0))),
    badBytes('another magic', 'malformed', (bytes) => changed(bytes, 0, 0x64)),
    badBytes('another version', 'malformed', (bytes) => changed(bytes, 4, 2)),
    badBytes('a network without a name', 'wrong_network', (bytes) => changed(bytes, 5, 4)),
    badBytes('another network', 'wrong_network', (bytes) => changed(bytes, 5, 2)),
    badBytes('a length that is not in its shortest form', 'malformed', (bytes) =>
      concatBytes(bytes.subarray(0, 6), Uint8Array.of(0xfd, bytes[6]!, 0), bytes.subarray(7)),
    ),
    {
      ...vector('257 moves', concatBytes(encodeBundle(unmined).subarray(0, -1), compactSize(257)), BASE),
      code: 'too_many_moves',
    },
    bad('a reveal with another witness', 'not_in_block', ({ bundle }) => ({
      reveal: changed(bundle.reveal, bundle.reveal.length - 10, 3),
    })),
    bad('a reveal without its witness', 'not_in_block', ({ reveal }) => ({ reveal: reveal.stripped })),
    bad('a reveal of 64 bytes', 'ambiguous_transaction', () => ({
      reveal: with64Bytes.complete,
      ...blockOf(with64Bytes),
    })),
    bad('a coinbase of 64 bytes', 'ambiguous_transaction', ({ reveal }) =>
      blockOf(reveal, { coinbase: coinbaseOf64 }),
    ),
    bad('the place of the coinbase', 'not_in_block', () => ({ place: 0 })),
    bad('another place', 'not_in_block', () => ({ place: 3 })),
    bad('a place that the tree does not have', 'not_in_block', () => ({ place: 6 })),
    bad('a reveal less deep than the coinbase', 'not_in_block', ({ bundle }) => ({
      revealPath: bundle.revealPath.slice(1),
    })),
    bad('another sibling of the reveal', 'not_in_block', ({ bundle }) => ({
      revealPath: [new Uint8Array(32), bundle.revealPath[1]!],
    })),
    bad('another sibling of the coinbase', 'not_in_block', ({ bundle }) => ({
      coinbasePath: [new Uint8Array(32), bundle.coinbasePath[1]!],
    })),
    bad('a commitment before another one', 'not_in_block', ({ reveal }) =>
      blockOf(reveal, { after: [falseCommitment] }),
    ),
    bad('a reserved value of 31 bytes', 'not_in_block', ({ reveal }) =>
      blockOf(reveal, { reserved: new Uint8Array(31) }),
    ),
    bad('no header', 'not_in_block', () => ({ headers: [] })),
    bad('the header of another block', 'not_in_block', ({ bundle }) => ({
      headers: bundle.headers.slice(1),
    })),
    bad('five headers', 'not_buried', ({ bundle }) => ({ headers: bundle.headers.slice(0, 5) })),
    bad('headers in another order', 'no_work', ({ bundle }) => ({ headers: swapped(bundle.headers) })),
    bad('a header whose hash is above its target', 'no_work', ({ bundle }) => ({
      headers: [
        ...bundle.headers.slice(0, 5),
        headerOf(sha256d(bundle.headers[4]!), new Uint8Array(32), 0x207fffff, true),
      ],
    })),
    bad('a header with a negative target', 'no_work', ({ bundle }) => ({
      headers: [
        ...bundle.headers.slice(0, 5),
        headerOf(sha256d(bundle.headers[4]!), new Uint8Array(32), 0x20ffffff),
      ],
    })),
    {
      ...bad('headers without the work of mainnet', 'no_work', () => ({ network: 'mainnet' })),
      network: 'mainnet',
    },
    bad('a coinbase without a height', 'not_in_block', ({ reveal }) =>
      blockOf(reveal, { script: Uint8Array.of(0) }),
    ),
    { ...bad('another inscription', 'other_inscription', () => ({})), inscriptionId: `${'ab'.repeat(32)}i0` },
    {
      ...bad('an index with a leading zero', 'other_inscription', () => ({})),
      inscriptionId: `${BASE.reveal.txid}i00`,
    },
    {
      ...bad('an index that the reveal does not have', 'not_revealed', () => ({})),
      inscriptionId: `${BASE.reveal.txid}i1`,
    },
    bad('a previous transaction of the reveal is missing', 'wrong_previous', ({ bundle }) => ({
      previous: bundle.previous.slice(1),
    })),
    bad('a previous transaction too many', 'wrong_previous', ({ bundle, coins }) => ({
      previous: [...bundle.previous, coins.third.stripped],
    })),
    bad('previous transactions in another order', 'wrong_previous', ({ bundle }) => ({
      previous: [...bundle.previous].reverse(),
    })),
    bad('a previous transaction with a witness', 'wrong_previous', ({ bundle, moved }) => ({
      moves: [
        {
          ...bundle.moves[0]!,
          previous: [
            made([{ txid: moved.txid, vout: 0, witness: [new Uint8Array(1)] }], [{ valueSats: 1 }]).stripped,
          ],
        },
      ],
    })),
    bad('a previous transaction with more sats than exist', 'malformed', ({ bundle, coins }) => ({
      previous: [changed8(coins.first.stripped, u64(2_100_000_000_000_001)), bundle.previous[1]!],
    })),
    bad(
      'an input without sats',
      'unbound',
      () => ({ reveal: onNothing.complete, ...blockOf(onNothing), previous: [zero.stripped], moves: [] }),
      { ...BASE, inscriptionId: `${onNothing.txid}i0` },
    ),
    bad('an unknown even field', 'unbound', () => ({}), madeProof([[66, '01']])),
    bad(
      'two pointers',
      'unbound',
      () => ({}),
      madeProof([
        [2, '01'],
        [2, '02'],
      ]),
    ),
    bad(
      'a reveal that spends the sat as fee',
      'spent_as_fee',
      () => ({ reveal: intoFee.complete, ...blockOf(intoFee), moves: [] }),
      { ...BASE, inscriptionId: `${intoFee.txid}i0` },
    ),
    bad('a move that spends the sat as fee', 'spent_as_fee', ({ bundle }) => ({
      moves: [...bundle.moves, moveOf(lost)],
    })),
    {
      ...good('the output that is asked for', BASE, PLACE),
      outpoint: { txid: BASE.again.txid, vout: 0 },
    },
    {
      ...bad('an output of an earlier move', 'other_place', () => ({})),
      outpoint: { txid: BASE.moved.txid, vout: 1 },
    },
    {
      ...bad('another output of the last move', 'other_place', () => ({})),
      outpoint: { txid: BASE.again.txid, vout: 1 },
    },
    bad('a move is left out', 'broken_move', ({ bundle }) => ({ moves: bundle.moves.slice(1) })),
    bad('a move is repeated', 'broken_move', ({ bundle }) => ({
      moves: [...bundle.moves, bundle.moves[1]!],
    })),
    bad('a move without the value before it', 'wrong_previous', ({ moved, bundle }) => ({
      moves: [moveOf(moved), bundle.moves[1]!],
    })),
    bad('a move with another transaction before it', 'wrong_previous', ({ moved, coins, bundle }) => ({
      moves: [moveOf(moved, [coins.first]), bundle.moves[1]!],
    })),
  ];
}

function changed(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = byte;
  return copy;
}

/** The value of the only output, which stands 14 bytes before the end. */
function changed8(bytes: Uint8Array, value: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy.set(value, copy.length - 14);
  return copy;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('vectors.json', import.meta.url), `${JSON.stringify(vectors(), null, 2)}\n`);
