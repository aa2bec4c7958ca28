/** Proofs made by hand, sound ones and ones with a single fault, from transactions that need no signature. */
import {
  bytesToHex,
  compactSize,
  concatBytes,
  hexToBytes,
  sha256d,
  u32,
  u64,
  varBytes,
} from '../../src/bitcoin/bytes.ts';
import type { CustodyBundle, Move } from '../../src/custody/bundle.ts';

export interface MadeInput {
  readonly txid: string;
  readonly vout: number;
  readonly script?: Uint8Array;
  readonly witness?: readonly Uint8Array[];
}

export interface MadeOutput {
  readonly valueSats: number;
  readonly script?: Uint8Array;
}

export interface Made {
  readonly txid: string;
  readonly hash: Uint8Array;
  readonly stripped: Uint8Array;
  readonly complete: Uint8Array;
}

const ANYONE = Uint8Array.of(0x51);
const NO_TXID = '0'.repeat(64);

const reversed = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes).reverse();
const counted = (parts: readonly Uint8Array[]): Uint8Array =>
  concatBytes(compactSize(parts.length), ...parts);

export function made(inputs: readonly MadeInput[], outputs: readonly MadeOutput[], salt = 0): Made {
  const ins = counted(
    inputs.map(({ txid, vout, script = new Uint8Array() }) =>
      concatBytes(reversed(hexToBytes(txid)), u32(vout), varBytes(script), u32(0xffff_fffd)),
    ),
  );
  const outs = counted(
    outputs.map(({ valueSats, script = ANYONE }) => concatBytes(u64(valueSats), varBytes(script))),
  );
  const witnesses = inputs.map(({ witness = [] }) => counted(witness.map(varBytes)));
  const stripped = concatBytes(u32(2), ins, outs, u32(salt));
  const complete = concatBytes(u32(2), Uint8Array.of(0, 1), ins, outs, ...witnesses, u32(salt));
  const hasWitness = inputs.some(({ witness }) => witness && witness.length > 0);
  const hash = sha256d(stripped);
  return { txid: bytesToHex(reversed(hash)), hash, stripped, complete: hasWitness ? complete : stripped };
}

/** A coin of its own transaction. */
export const coin = (valueSats: number, salt: number): Made =>
  made([{ txid: 'ee'.repeat(32), vout: salt }], [{ valueSats }], salt);

/** The witness of an envelope with these fields, each a tag with its value. */
export function witnessOf(...fields: readonly (readonly [tag: number, value: string])[]): Uint8Array[] {
  return [
    concatBytes(
      Uint8Array.of(0x51, 0, 0x63, 3, 0x6f, 0x72, 0x64),
      ...fields.flatMap(pushed),
      Uint8Array.of(0x68),
    ),
    new Uint8Array(33).fill(2),
  ];
}

function pushed([tag, value]: readonly [number, string]): Uint8Array[] {
  const bytes = hexToBytes(value);
  return [Uint8Array.of(1, tag), concatBytes(Uint8Array.of(0x4c, bytes.length), bytes)];
}

export interface BlockOptions {
  readonly reserved?: Uint8Array;
  /** Outputs of the coinbase before and after the commitment. */
  readonly before?: readonly MadeOutput[];
  readonly after?: readonly MadeOutput[];
  /** Script of the coinbase's input. */
  readonly script?: Uint8Array;
  /** Of the coinbase instead of all that. */
  readonly coinbase?: Made;
  /** Position of the reveal in the tree of wtxids. */
  readonly position?: number;
  /** Leaves of that tree, 4 or 8. */
  readonly leaves?: number;
  readonly headers?: number;
  readonly bits?: number;
}

/** A commitment that no block honours. */
export const falseCommitment: MadeOutput = {
  valueSats: 0,
  script: concatBytes(Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed), new Uint8Array(32).fill(9)),
};

/** A block with the reveal at position 2, of four transactions. */
export function blockOf(reveal: Made, options: BlockOptions = {}) {
  const {
    reserved = new Uint8Array(32).fill(7),
    before = [],
    after = [],
    headers = 6,
    bits = 0x207fffff,
    position = 2,
    leaves = 4,
  } = options;
  const others = [coin(1_000, 901), reveal, coin(1_000, 902)];
  const witness = tree(
    Array.from({ length: leaves }, (_, at) =>
      at === position ? sha256d(reveal.complete) : new Uint8Array(32).fill(at),
    ),
    position,
  );
  const commitment = sha256d(concatBytes(witness.root, reserved));
  const coinbase =
    options.coinbase ??
    made(
      [
        {
          txid: NO_TXID,
          vout: 0xffff_ffff,
          script: options.script ?? Uint8Array.of(2, 0x2c, 1),
          witness: [reserved],
        },
      ],
      [
        { valueSats: 5_000_000_000 },
        ...before,
        { valueSats: 0, script: concatBytes(Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed), commitment) },
        ...after,
      ],
    );
  const txids = tree(
    [coinbase, ...others].map(({ hash }) => hash),
    0,
  );
  const chain: Uint8Array[] = [];
  for (let index = 0; index < headers; index += 1)
    chain.push(
      headerOf(
        index === 0 ? new Uint8Array(32) : sha256d(chain[index - 1]!),
        index === 0 ? txids.root : new Uint8Array(32),
        bits,
      ),
    );
  return {
    position,
    coinbase: coinbase.complete,
    coinbasePath: txids.path,
    revealPath: witness.path,
    headers: chain,
  };
}

/** `isWorthless`: a hash above the target, else one below. */
export function headerOf(
  previous: Uint8Array,
  root: Uint8Array,
  bits: number,
  isWorthless = false,
): Uint8Array {
  for (let nonce = 0; ; nonce += 1) {
    const header = concatBytes(u32(0x2000_0000), previous, root, u32(1_700_000_000), u32(bits), u32(nonce));
    if (sha256d(header)[31]! > 0x7f === isWorthless) return header;
  }
}

function tree(leaves: readonly Uint8Array[], position: number) {
  const path: Uint8Array[] = [];
  let row = leaves;
  for (let at = position; row.length > 1; at >>= 1) {
    path.push(row[at ^ 1]!);
    row = Array.from({ length: row.length / 2 }, (_, pair) =>
      sha256d(concatBytes(row[2 * pair]!, row[2 * pair + 1]!)),
    );
  }
  return { root: row[0]!, path };
}

export function moveOf(transaction: Made, previous: readonly Made[] = []): Move {
  return { transaction: transaction.stripped, previous: previous.map(({ stripped }) => stripped) };
}

/** An inscription on the second of two inputs, which moves twice, and its proof. */
export function madeProof(fields: readonly (readonly [number, string])[] = [], options: BlockOptions = {}) {
  const [first, second, third] = [coin(1_000, 1), coin(10_000, 2), coin(3_000, 3)];
  const reveal = made(
    [
      { txid: first.txid, vout: 0 },
      { txid: second.txid, vout: 0, witness: witnessOf(...fields) },
    ],
    [{ valueSats: 600 }, { valueSats: 900 }, { valueSats: 9_000 }],
  );
  const moved = made(
    [
      { txid: third.txid, vout: 0 },
      { txid: reveal.txid, vout: 1 },
    ],
    [{ valueSats: 3_000 }, { valueSats: 800 }],
  );
  const again = made([{ txid: moved.txid, vout: 1 }], [{ valueSats: 700 }]);
  const bundle: CustodyBundle = {
    network: 'regtest',
    reveal: reveal.complete,
    ...blockOf(reveal, options),
    previous: [first.stripped, second.stripped],
    moves: [moveOf(moved, [third]), moveOf(again)],
  };
  return { bundle, inscriptionId: `${reveal.txid}i0`, reveal, moved, again, coins: { first, second, third } };
}
