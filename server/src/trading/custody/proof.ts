/**
 * Custody proofs, made from what the node has: it needs its transaction index. The index says where to walk
 * back from; the proof shows whether that is true.
 */

import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { buildCustody, type CustodySource } from '@ordbook/protocol/custody/build';
import { CustodyFault } from '@ordbook/protocol/custody/fault';
import { readCustody } from '@ordbook/protocol/custody/read';
import type { Satpoint } from '@ordbook/protocol/custody/sat-walk';
import { outpointText } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { sharedResults } from '../../base/shared-results.ts';
import type { Chain } from '../../chain/port.ts';
import type { TradingContext } from '../context.ts';

/** Headers that a proof has: what its readers ask for. */
const DEPTH = 6;
/** Proofs that a process keeps: each has at most 1 MB. */
const KEPT = 32;

/**
 * Returns a function that makes the proof of an inscription where the index has it now. It refuses an unknown
 * inscription (404), one that no proof can show (404 with the reason), and one that was revealed in one of
 * the last blocks (503). Retry-safe.
 */
export function custodyProofs(ctx: TradingContext): (inscriptionId: string) => Promise<Uint8Array> {
  const { chain, ordinals, settings } = ctx;
  const proofs = sharedResults<Uint8Array | Unprovable>(KEPT);
  const source = sourceOf(chain, settings.network);

  return async (inscriptionId) => {
    const inscription = await ordinals.inscription(inscriptionId);
    if (!inscription) refuse('not_found', `no inscription ${inscriptionId}`);
    const { location, offset } = inscription;
    const place = { ...location, offset };
    const found = await proofs(`${inscriptionId} ${outpointText(place)}:${offset}`, () =>
      provenAt(source, inscriptionId, place),
    );
    if ('why' in found)
      refuse('not_found', `there is no custody proof of ${inscriptionId}: ${found.why}; ask an index`);
    return found;
  };
}

/** Why no proof shows an inscription where it is. */
interface Unprovable {
  readonly why: string;
}

function sourceOf(chain: Chain, network: CustodySource['network']): CustodySource {
  const read = async (txid: string) =>
    (await chain.transaction(txid)) ??
    refuse('unavailable', `the node does not have the transaction ${txid}; try again after the next block`);
  return {
    network,
    transaction: async (txid) => hexToBytes((await read(txid)).hex),
    async block(txid) {
      const { blockHash, confirmations } = await read(txid);
      if (blockHash === null || confirmations < DEPTH)
        refuse(
          'unavailable',
          `${txid} has ${confirmations} confirmations; a proof needs ${DEPTH}, so try again later`,
        );
      const { hex, headers } =
        (await chain.rawBlock(blockHash, DEPTH)) ??
        refuse('unavailable', `the node does not have the block ${blockHash}; try again later`);
      return { block: hexToBytes(hex), headers: headers.map(hexToBytes) };
    },
  };
}

async function provenAt(
  source: CustodySource,
  inscriptionId: string,
  place: Satpoint,
): Promise<Uint8Array | Unprovable> {
  try {
    const proof = await buildCustody(source, inscriptionId, place);
    const answer = readCustody(proof, { inscriptionId, outpoint: place, network: source.network, depth: 1 });
    return answer.holds ? proof : { why: answer.reason };
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
