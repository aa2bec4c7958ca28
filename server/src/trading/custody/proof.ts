/**
 * Custody proofs, made from what the node has: it needs its transaction index. The index says where to walk
 * back from; the proof shows whether that is true.
 */

import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { buildCustody, type CustodySource } from '@ordbook/protocol/custody/build';
import { CustodyFault } from '@ordbook/protocol/custody/fault';
import { readCustody } from '@ordbook/protocol/custody/read';
import { refuse } from '@ordbook/protocol/refusals';
import { sharedResults } from '../../base/shared-results.ts';
import type { TradingContext } from '../context.ts';

/** Headers that a proof has: what its readers ask for. */
const DEPTH = 6;
/**
 * Proofs that a process keeps: of 15 kB each some 8 MB, of the longest 500 MB never, since few move so often.
 */
const KEPT = 500;
/** Previous transactions that a process keeps for the walks of other inscriptions, of a batch or a parent. */
const KEPT_TRANSACTIONS = 2_000;

/**
 * Returns a function that makes the proof of an inscription where the index has it now. It refuses an unknown
 * inscription (404), and one that no proof can show (404 with the reason). Retry-safe.
 */
export function custodyProofs(ctx: TradingContext): (inscriptionId: string) => Promise<Uint8Array> {
  const { chain, ordinals, settings } = ctx;
  const proofs = sharedResults<Uint8Array>(KEPT);
  const transactions = sharedResults<Uint8Array>(KEPT_TRANSACTIONS);
  const blocks = sharedResults<NonNullable<Awaited<ReturnType<typeof chain.rawBlock>>>>(4);

  const read = async (txid: string) =>
    (await chain.transaction(txid)) ??
    refuse('unavailable', `the node does not have the transaction ${txid}; try again after the next block`);
  const buried = async (hash: string) => {
    const found =
      (await chain.rawBlock(hash, DEPTH)) ??
      refuse('unavailable', `the node does not have the block ${hash}; try again later`);
    if (found.headers.length < DEPTH)
      refuse(
        'unavailable',
        `the inscription was revealed ${found.headers.length} blocks ago; a proof needs ${DEPTH}, so try again later`,
      );
    return found;
  };
  const source: CustodySource = {
    network: settings.network,
    transaction: (txid) => transactions(txid, async () => hexToBytes((await read(txid)).hex)),
    async block(txid) {
      const { blockHash } = await read(txid);
      if (blockHash === null)
        refuse('unavailable', `${txid} is in no block yet; try again after the next one`);
      const { hex, headers } = await blocks(blockHash, () => buried(blockHash));
      return { block: hexToBytes(hex), headers: headers.map(hexToBytes) };
    },
  };

  return async (inscriptionId) => {
    const inscription = await ordinals.inscription(inscriptionId);
    if (!inscription) refuse('not_found', `no inscription ${inscriptionId}`);
    const { location, offset } = inscription;
    const place = { ...location, offset };
    return proofs(`${inscriptionId} ${place.txid}:${place.vout}:${offset}`, () =>
      provenAt(source, inscriptionId, place),
    );
  };
}

async function provenAt(
  source: CustodySource,
  inscriptionId: string,
  place: Parameters<typeof buildCustody>[2],
): Promise<Uint8Array> {
  let proof: Uint8Array;
  try {
    proof = await buildCustody(source, inscriptionId, place);
  } catch (error) {
    if (error instanceof CustodyFault || error instanceof RangeError)
      refuse('not_found', `there is no custody proof of ${inscriptionId}: ${error.message}; ask an index`);
    throw error;
  }
  const answer = readCustody(proof, { inscriptionId, outpoint: place, network: source.network, depth: 1 });
  if (!answer.holds)
    refuse('not_found', `there is no custody proof of ${inscriptionId}: ${answer.reason}; ask an index`);
  return proof;
}
