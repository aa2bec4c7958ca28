/** What a hostile service may say about the goods: one list of lies, for everybody who must refuse them. */
import { concatBytes, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { type CustodyBundle, decodeBundle, encodeBundle } from '@ordbook/protocol/custody/bundle';
import { type Custody, readCustody } from '@ordbook/protocol/custody/read';
import type { NetworkName } from '@ordbook/protocol/network';
import {
  blockOf,
  coin,
  type Made,
  made,
  moveOf,
  witnessOf,
} from '../../../protocol/test/custody/made-proof.ts';

/** What the route of custody proofs answers. */
export interface ProofAnswer {
  readonly inscriptionId: string;
  /** base64 */
  readonly proof: string;
  readonly collections: readonly { readonly slug: string; readonly roots: readonly string[] }[];
}

/** What an honest service answers of an inscription that has moved, and of another one. */
export interface Honest {
  readonly network: NetworkName;
  readonly asked: ProofAnswer;
  readonly other: ProofAnswer;
}

export interface GoodsLie {
  readonly name: string;
  /**
   * The check that refuses it: reading the proof; comparing its end with a coin, or its block with a chain; or
   * the proof of membership.
   */
  readonly by: 'proof' | 'coin' | 'header' | 'membership';
  /** How the SDK refuses it, with a source. */
  readonly refusal: RegExp;
  /** The answers of the lying service, that of the inscription first. */
  tell(honest: Honest): readonly ProofAnswer[];
}

/** Parts of an honest answer. */
interface Parts {
  readonly bundle: CustodyBundle;
  readonly custody: Custody;
  readonly bytes: Uint8Array;
  readonly honest: Honest;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** A lie about the bytes of the proof. */
function lie(
  name: string,
  by: GoodsLie['by'],
  refusal: RegExp,
  change: (parts: Parts) => Uint8Array | Partial<CustodyBundle>,
): GoodsLie {
  const tell = (honest: Honest) => {
    const parts = partsOf(honest);
    const told = change(parts);
    const proof = told instanceof Uint8Array ? told : encodeBundle({ ...parts.bundle, ...told });
    return [{ ...honest.asked, proof: base64(proof) }];
  };
  return { name, by, refusal, tell };
}

function partsOf(honest: Honest): Parts {
  const { inscriptionId, proof } = honest.asked;
  const bytes = Uint8Array.from(Buffer.from(proof, 'base64'));
  const answer = readCustody(bytes, { inscriptionId, outpoint: null, network: honest.network });
  if (!answer.holds) throw new Error(answer.reason);
  return { bundle: decodeBundle(bytes), custody: answer.custody, bytes, honest };
}

/** A transaction as `blockOf` wants it. */
const asMade = ({ reveal: { txid, hash, stripped, bytes } }: Custody): Made => ({
  txid,
  hash,
  stripped,
  complete: bytes,
});

/** A block that nobody has mined, of this height and with this reveal. */
function ownBlock(reveal: Made, { block: { height } }: Custody) {
  const script = Uint8Array.of(3, height & 0xff, (height >> 8) & 0xff, height >> 16);
  return { reveal: reveal.complete, ...blockOf(reveal, { script, reserved: new Uint8Array(32).fill(8) }) };
}

/** A spend of where the inscription is, which nobody has made. */
const onwards = ({ custody: { place } }: Parts, inputs: Parameters<typeof made>[0] = [place]) =>
  made(inputs, [{ valueSats: place.valueSats }], 77);

export const GOODS_LIES: readonly GoodsLie[] = [
  lie('another coin', 'coin', /at [0-9a-f]{64}:\d+, offset \d+, but the service proves/, (parts) => ({
    moves: [...parts.bundle.moves, moveOf(onwards(parts))],
  })),
  lie('another offset', 'proof', /is false: input \d+ spends .* which is not in/, ({ bundle }) => ({
    previous: bundle.previous.map(() => coin(123_456, 9).stripped),
  })),
  lie('a spent coin', 'coin', /but the service proves/, ({ bundle }) => ({
    moves: bundle.moves.slice(0, -1),
  })),
  lie('a re-inscription passed off as the first', 'proof', /which does not reveal/, (parts) => {
    const { place } = parts.custody;
    const again = onwards(parts, [{ ...place, witness: witnessOf() }]);
    const previous = [parts.bundle.moves.at(-1)!.transaction];
    return { ...ownBlock(again, parts.custody), previous, moves: [] };
  }),
  lie('a move that hides the last hop', 'proof', /does not spend/, (parts) => ({
    moves: [...parts.bundle.moves.slice(0, -1), moveOf(onwards(parts))],
  })),
  lie('the proof of another inscription', 'proof', /which does not reveal/, ({ honest }) =>
    Uint8Array.from(Buffer.from(honest.other.proof, 'base64')),
  ),
  lie('the proof of another network', 'proof', /the proof is of signet/, () => ({ network: 'signet' })),
  lie('work below the floor of mainnet', 'proof', /the proof is of mainnet|does not have the work/, () => ({
    network: 'mainnet',
  })),
  lie('headers without work', 'proof', /does not have the work/, ({ bundle: { headers } }) => {
    const last = headers.at(-1)!;
    const hard = concatBytes(last.subarray(0, 72), hexToBytes('ffff001d'), last.subarray(76));
    return { headers: [...headers.slice(0, -1), hard] };
  }),
  lie('too few blocks', 'proof', /6 headers are asked for/, ({ bundle }) => ({
    headers: bundle.headers.slice(0, 5),
  })),
  lie('a header of its own', 'header', /but .* has [0-9a-f]{64} at that height/, ({ custody }) =>
    ownBlock(asMade(custody), custody),
  ),
  lie('another witness of the reveal', 'proof', /is false/, ({ bundle: { reveal } }) => {
    const changed = Uint8Array.from(reveal);
    // the last byte of the last witness item, before the lock time
    changed[reveal.length - 5]! ^= 1;
    return { reveal: changed };
  }),
  lie('a proof that is cut', 'proof', /bytes expected at byte/, ({ bytes }) => bytes.subarray(0, -7)),
  {
    name: 'a child without its parent',
    by: 'membership',
    refusal: /belongs to [\w-]+, but the proofs say otherwise/,
    tell: ({ asked, other }) => [ofRoot(asked, other.inscriptionId), other],
  },
  {
    name: 'a gallery of its own',
    by: 'header',
    refusal: /but .* has [0-9a-f]{64} at that height/,
    tell: (honest) => {
      const { asked } = honest;
      const { bundle, custody } = partsOf(honest);
      const { gallery, previous } = galleryOf([asked.inscriptionId]);
      const parts = { ...bundle, ...ownBlock(gallery, custody), previous, moves: [] };
      const inscriptionId = `${gallery.txid}i0`;
      const proof = base64(encodeBundle(parts));
      return [ofRoot(asked, inscriptionId), { inscriptionId, proof, collections: [] }];
    },
  },
];

/** The reveal of a gallery that lists these inscriptions of index 0. */
export function galleryOf(ids: readonly string[], encoding: readonly (readonly [number, string])[] = []) {
  const items = ids.map((id) => `a1005820${Buffer.from(id.slice(0, 64), 'hex').reverse().toString('hex')}`);
  const properties = `a1008${ids.length}${items.join('')}`;
  const spent = coin(20_000, 42);
  const witness = witnessOf([17, properties], ...encoding);
  const gallery = made([{ txid: spent.txid, vout: 0, witness }], [{ valueSats: 10_000 }]);
  return { gallery, previous: [spent.stripped] };
}

/** The answer with one root for each of its collections. */
function ofRoot(asked: ProofAnswer, rootId: string): ProofAnswer {
  return { ...asked, collections: asked.collections.map(({ slug }) => ({ slug, roots: [rootId] })) };
}
