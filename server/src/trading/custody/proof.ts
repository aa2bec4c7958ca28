/**
 * Custody proofs, made from what the node has: it needs its transaction index. The index says where to walk
 * back from; the proof shows whether that is true. A walk reads the node hundreds of times, so only a few are
 * made at a time, and one that is kept is continued when its inscription moves.
 */

import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { buildCustody, type CustodySource, cutProof } from '@ordbook/protocol/custody/build';
import { CustodyFault } from '@ordbook/protocol/custody/fault';
import { type Custody, DEFAULT_DEPTH, readCustody } from '@ordbook/protocol/custody/read';
import type { Satpoint } from '@ordbook/protocol/custody/sat-walk';
import { outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { atMost } from '../../base/concurrency.ts';
import { sharedResults } from '../../base/shared-results.ts';
import type { Chain } from '../../chain/port.ts';
import { requireTransactionIndex } from '../../chain/transaction-index.ts';
import type { TradingContext } from '../context.ts';

/** Proofs that a process keeps: each has at most 1 MB. */
const KEPT = 32;
/** Walks at a time, each of which asks the node up to some thousands of times; and how many may wait. */
const WALKS = { trade: 2, anyone: 2 } as const;
/** A purchase of 20 listings asks for as many proofs at once. */
const MAX_WAITING = 64;

/** A proof and what it shows. */
export interface Proven {
  readonly proof: Uint8Array;
  readonly custody: Custody;
}

/** Why no proof shows an inscription where it is. */
interface Unprovable {
  readonly why: string;
}

export interface CustodyProofs {
  /**
   * The proof of an inscription where the index has it now, with `depth` headers or more. Refuses an unknown
   * inscription (404), one that no proof can show (404 with the reason), one that was revealed in one of the
   * last blocks, and while too many others are being made (503). Retry-safe.
   */
  of(inscriptionId: string, depth?: number): Promise<Proven>;
  /** As `of`, for a caller without token: it waits behind others such, and is in no trade's way. */
  ofAnyone(inscriptionId: string): Promise<Proven>;
  /** The proof of a parent, up to the coin that the reveal of its child spends. Refuses as `of`. */
  upTo(child: Custody, parentId: string, depth?: number): Promise<Proven>;
}

const opened = new WeakMap<Chain, CustodyProofs>();

/** The proofs of a service: all that ask share what is kept. */
export function custodyProofs(ctx: Pick<TradingContext, 'chain' | 'ordinals' | 'settings'>): CustodyProofs {
  const proofs = opened.get(ctx.chain) ?? openProofs(ctx);
  opened.set(ctx.chain, proofs);
  return proofs;
}

function openProofs({
  chain,
  ordinals,
  settings: { network },
}: Pick<TradingContext, 'chain' | 'ordinals' | 'settings'>): CustodyProofs {
  const source = sourceOf(chain, network);
  const atPlaces = sharedResults<Proven | Unprovable>(KEPT);
  /** The last of each inscription, which the next one continues. */
  const last = new Map<string, Proven>();
  const walks = { trade: walkers(WALKS.trade), anyone: walkers(WALKS.anyone) };

  async function walk(inscriptionId: string, place: Satpoint, block: string): Promise<Proven | Unprovable> {
    const before = last.get(inscriptionId);
    const known =
      before?.custody.block.hash === block ? { proof: before.proof, walk: before.custody.walk } : undefined;
    const found = await provenAt(source, inscriptionId, place, known);
    if ('why' in found) return found;
    last.delete(inscriptionId);
    last.set(inscriptionId, found);
    if (last.size > KEPT) last.delete(last.keys().next().value!);
    return found;
  }

  async function find(
    inscriptionId: string,
    depth: number,
    whose: keyof typeof walks = 'trade',
  ): Promise<Proven> {
    const inscription = await ordinals.inscription(inscriptionId);
    if (!inscription) refuse('not_found', `no inscription ${inscriptionId}`);
    const { location, offset, genesisHeight: height } = inscription;
    const place = { ...location, offset };
    const [block, buriedBy] = await Promise.all(
      [height, height + DEFAULT_DEPTH - 1].map((at) => chain.blockHash(at)),
    );
    const isDeep =
      buriedBy || (depth < DEFAULT_DEPTH && (await chain.blockHash(height + depth - 1)) !== null);
    if (!block || !isDeep)
      refuse(
        'unavailable',
        `${inscriptionId} has fewer than ${depth} confirmations; a proof needs ${depth}, so try again later`,
      );
    const found = buriedBy
      ? await atPlaces(`${inscriptionId} ${outpointText(place)}:${offset} ${block}`, () =>
          walks[whose](() => walk(inscriptionId, place, block)),
        )
      : // with fewer headers than most ask for: it is not kept
        await walks[whose](() => provenAt(source, inscriptionId, place));
    if ('why' in found)
      refuse('not_found', `there is no custody proof of ${inscriptionId}: ${found.why}; ask an index`);
    return found;
  }

  return {
    of: (inscriptionId, depth = DEFAULT_DEPTH) => find(inscriptionId, depth),
    ofAnyone: (inscriptionId) => find(inscriptionId, DEFAULT_DEPTH, 'anyone'),
    async upTo({ inscriptionId, reveal }, parentId, depth = DEFAULT_DEPTH) {
      const parent = await find(parentId, depth);
      const moves = parent.custody.walk.findIndex((place) =>
        reveal.inputs.some((input) => sameOutpoint(input, place)),
      );
      if (moves < 0)
        refuse('not_found', `the reveal of ${inscriptionId} spends no coin that ${parentId} was on`);
      const proof = cutProof(parent.proof, moves);
      const answer = readCustody(proof, { inscriptionId: parentId, outpoint: null, network, depth });
      if (!answer.holds)
        throw new Error(`a part of the proof of ${parentId} does not hold: ${answer.reason}`);
      return { proof, custody: answer.custody };
    },
  };
}

function sourceOf(chain: Chain, network: CustodySource['network']): CustodySource {
  const read = async (txid: string) => {
    const found = await chain.transaction(txid).catch(async (error: unknown) => {
      // a node without its index says so in words of its own
      await requireTransactionIndex(chain);
      throw error;
    });
    return (
      found ??
      refuse('unavailable', `the node does not have the transaction ${txid}; try again after the next block`)
    );
  };
  return {
    network,
    transaction: async (txid) => hexToBytes((await read(txid)).hex),
    async block(txid) {
      const { blockHash } = await read(txid);
      const found = blockHash && (await chain.rawBlock(blockHash, DEFAULT_DEPTH));
      if (!found) refuse('unavailable', `the node does not have the block of ${txid}; try again later`);
      return { block: hexToBytes(found.hex), headers: found.headers.map(hexToBytes) };
    },
  };
}

/** Runs a few walks at a time, and refuses (503) what would wait behind too many. */
function walkers(count: number) {
  const inTurn = atMost(count);
  let waiting = 0;
  return async <T>(walk: () => Promise<T>): Promise<T> => {
    if (waiting >= count + MAX_WAITING)
      refuse('unavailable', 'too many custody proofs are being made; try again in a moment');
    waiting += 1;
    try {
      return await inTurn(walk);
    } finally {
      waiting -= 1;
    }
  };
}

async function provenAt(
  source: CustodySource,
  inscriptionId: string,
  place: Satpoint,
  known?: Parameters<typeof buildCustody>[3],
): Promise<Proven | Unprovable> {
  try {
    const proof = await buildCustody(source, inscriptionId, place, known);
    const asked = { inscriptionId, outpoint: place, network: source.network, depth: 1 };
    const answer = readCustody(proof, asked);
    return answer.holds ? { proof, custody: answer.custody } : { why: answer.reason };
  } catch (error) {
    if (error instanceof CustodyFault || error instanceof RangeError) return { why: error.message };
    throw error;
  }
}

/** What a walk back from a sat shows of an inscription. `unknown`: it is one that no proof can have. */
export type Sighting =
  | { readonly is: 'there' }
  | { readonly is: 'elsewhere' | 'unknown'; readonly why: string };

/**
 * Says of a sat whether an inscription was ever on it. Throws `Refusal('unavailable')` while the node cannot
 * tell. Retry-safe.
 */
export function sightings(
  chain: Chain,
  network: CustodySource['network'],
): (inscriptionId: string, place: Satpoint) => Promise<Sighting> {
  const source = sourceOf(chain, network);
  return async (inscriptionId, place) => {
    try {
      const proof = await buildCustody(source, inscriptionId, place);
      const answer = readCustody(proof, { inscriptionId, outpoint: place, network });
      if (!answer.holds && answer.code === 'not_buried') refuse('unavailable', answer.reason);
      if (!answer.holds) return { is: 'elsewhere', why: answer.reason };
      const { offset } = answer.custody.place;
      return offset === place.offset ? { is: 'there' } : { is: 'elsewhere', why: `its offset is ${offset}` };
    } catch (error) {
      if (error instanceof RangeError) return { is: 'unknown', why: error.message };
      if (!(error instanceof CustodyFault)) throw error;
      return { is: error.code === 'not_revealed' ? 'elsewhere' : 'unknown', why: error.message };
    }
  };
}
