/** The vectors of custody proofs: `tsx --conditions=source protocol/test/custody/vectors.ts` writes them. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bytesToHex, compactSize, concatBytes, hexToBytes, sha256d, u64 } from '../../src/bitcoin/bytes.ts';
import { bundleJson, type CustodyBundle, encodeBundle } from '../../src/custody/bundle.ts';
import { readComplete } from '../../src/custody/transaction.ts';
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
const zeroTxid = '0'.repeat(64);

function coinbaseWith({
  txid = zeroTxid,
  inputs = 1,
  items = 1,
  outputs = [] as Parameters<typeof made>[1],
}) {
  const witness = Array.from({ length: items }, () => new Uint8Array(32).fill(7));
  const others = Array.from({ length: inputs - 1 }, () => ({ txid: zeroTxid, vout: 0 }));
  return made(
    [{ txid, vout: 0xffff_ffff, script: Uint8Array.of(2, 0x2c, 1), witness }, ...others],
    [{ valueSats: 1 }, ...outputs],
  );
}

/** The block of a proof with another coinbase, which commits as its own does. */
function recommitted(
  bundle: CustodyBundle,
  { cut = 0, ...changes }: Omit<Parameters<typeof coinbaseWith>[0], 'outputs'> & { cut?: number },
) {
  const script = readComplete(bundle.coinbase).outputs[1]!.script;
  const outputs = [{ valueSats: 0, script: script.subarray(0, script.length - cut) }];
  return blockOf(BASE.reveal, { coinbase: coinbaseWith({ ...changes, outputs }) });
}

const swapped = (headers: readonly Uint8Array[]) => [
  headers[0]!,
  headers[2]!,
  headers[1]!,
  ...headers.slice(3),
];

/** Leaf scripts, hex, and the output and offset of the inscription, or the code. */
const OPEN = '0063036f7264';
const SCRIPTS: readonly (readonly [
  name: string,
  script: string,
  place: readonly [vout: number, offset: number] | string,
])[] = [
  ['the body is not a field', `${OPEN}000142010168`, [1, 400]],
  ['an empty value is no body', `${OPEN}0101000102020a0068`, [0, 10]],
  ['a pushed opcode is a tag', `${OPEN}52020a0068`, [0, 10]],
  ['the number -1 is an odd tag', `${OPEN}4f010168`, [1, 400]],
  ['an even tag without a value is none', `${OPEN}014268`, [1, 400]],
  ['a tag of two bytes is even by its first', `${OPEN}024201010168`, 'unbound'],
  ['the tag 02 00 is not that of a pointer', `${OPEN}020200010a68`, 'unbound'],
  ['a pointer of many bytes', `${OPEN}0102090a0000000000000000${''}68`, [0, 10]],
  ['an empty pointer is 0', `${OPEN}01020068`, [0, 0]],
  ['a pointer of 2^53 is none', `${OPEN}0102070000000000002068`, [1, 400]],
  [
    'pushes by a length of one, two and four bytes',
    `${OPEN}4c01024d02000a0068${OPEN}4e010000000168`,
    [0, 10],
  ],
  ['a push by a length of nothing opens an envelope', `4c0063036f7264010201${'0a'}68`, [0, 10]],
  ['what another operation ends is no envelope', `${OPEN}ac010201${'0b'}68${OPEN}0102010a68`, [0, 10]],
  ['an envelope of another protocol is none', `0063036f726501020${'10b'}68${OPEN}0102010a68`, [0, 10]],
  ['a broken start is looked at again', `0000${'63036f7264'}0102010a68`, [0, 10]],
  ['a script that ends inside a push has no envelope', `${OPEN}684d09`, 'not_revealed'],
];

function scripted(name: string, script: string, place: readonly [number, number] | string): Vector {
  const { first, second } = BASE.coins;
  const witness = [hexToBytes(script), new Uint8Array(33).fill(2)];
  const reveal = made(
    [
      { txid: first.txid, vout: 0 },
      { txid: second.txid, vout: 0, witness },
    ],
    [{ valueSats: 600 }, { valueSats: 900 }, { valueSats: 9_000 }],
  );
  const bundle = { ...BASE.bundle, reveal: reveal.complete, ...blockOf(reveal), moves: [] };
  const made_ = vector(name, encodeBundle(bundle), { inscriptionId: `${reveal.txid}i0` });
  if (typeof place === 'string') return { ...made_, code: place };
  const [vout, offset] = place;
  return { ...made_, place: { txid: reveal.txid, vout, offset, valueSats: [600, 900, 9_000][vout]! } };
}

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
    ...SCRIPTS.map(([name, script, place]) => scripted(name, script, place)),
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
    bad('a reveal at the position of the coinbase', 'not_in_block', ({ reveal }) =>
      blockOf(reveal, { position: 0 }),
    ),
    bad('another position', 'not_in_block', () => ({ position: 3 })),
    bad('a position that the tree does not have', 'not_in_block', () => ({ position: 6 })),
    bad('a reveal deeper than the coinbase', 'not_in_block', ({ reveal }) => blockOf(reveal, { leaves: 8 })),
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
    bad('a coinbase without commitment', 'not_in_block', ({ reveal }) =>
      blockOf(reveal, { coinbase: coinbaseWith({ outputs: [{ valueSats: 2 }] }) }),
    ),
    bad('a coinbase that spends an output', 'not_in_block', ({ bundle }) =>
      recommitted(bundle, { txid: 'aa'.repeat(32) }),
    ),
    bad('a coinbase with two inputs', 'not_in_block', ({ bundle }) => recommitted(bundle, { inputs: 2 })),
    bad('a coinbase with two witness items', 'not_in_block', ({ bundle }) =>
      recommitted(bundle, { items: 2 }),
    ),
    bad('a commitment of 37 bytes', 'not_in_block', ({ bundle }) => recommitted(bundle, { cut: 1 })),
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
    bad('a coinbase with a negative height', 'not_in_block', ({ reveal }) =>
      blockOf(reveal, { script: Uint8Array.of(1, 0x80) }),
    ),
    good('a height of one byte', madeProof([], { script: Uint8Array.of(0x51, 0x51) }), PLACE),
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
    bad('a previous transaction with a witness', 'malformed', ({ bundle }) => ({
      previous: [
        bundle.previous[0]!,
        made([{ txid: 'ee'.repeat(32), vout: 2, witness: [new Uint8Array(1)] }], [{ valueSats: 10_000 }], 2)
          .complete,
      ],
    })),
    bad(
      'a previous transaction without the output',
      'wrong_previous',
      () => {
        const reveal = made(
          [{ txid: BASE.coins.first.txid, vout: 1, witness: witnessOf() }],
          [{ valueSats: 900 }],
        );
        return {
          reveal: reveal.complete,
          ...blockOf(reveal),
          previous: [BASE.coins.first.stripped],
          moves: [],
        };
      },
      {
        ...BASE,
        inscriptionId: `${made([{ txid: BASE.coins.first.txid, vout: 1, witness: witnessOf() }], [{ valueSats: 900 }]).txid}i0`,
      },
    ),
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
