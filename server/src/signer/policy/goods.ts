/**
 * What the seller of a fill brings, as custody proofs show it. The service sends them and may lie: they are
 * read here, and their blocks are compared with the chain of the signer's own node, which may be pruned. That
 * the coin is unspent need not be shown: a fill that spends it can be mined only if it is.
 *
 * An index of the signer's own is an option. It must agree on the place, finds what else is on the coin, and
 * says who is a member where no proof does.
 */
import { type Criteria, meets } from '@ordbook/protocol/collection-offer/criteria';
import { CustodyFault } from '@ordbook/protocol/custody/fault';
import { type Membership, provenMembership } from '@ordbook/protocol/custody/membership';
import { type Custody, DEFAULT_DEPTH, readCustody } from '@ordbook/protocol/custody/read';
import type { NetworkName } from '@ordbook/protocol/network';
import { type Outpoint, outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import type { Chain } from '../../chain/port.ts';
import { requireInSync } from '../../ordinals/in-sync.ts';
import type { Inscription, Ordinals } from '../../ordinals/port.ts';
import type { PolicyCollection, PolicyRequest } from '../fill-port.ts';

export interface GoodsSources {
  readonly network: NetworkName;
  readonly chain: Pick<Chain, 'tip' | 'blockHash'>;
  /** null: the signer has no index. */
  readonly ordinals: Pick<Ordinals, 'blockHash' | 'inscription' | 'outputs' | 'gallery'> | null;
  /** The operator's own list. */
  readonly collections: () => Promise<readonly PolicyCollection[]>;
}

/** What is wrong with the goods of a fill; null: nothing. */
export interface GoodsFaults {
  /** Not where the terms have them, by their proof. */
  readonly place: string | null;
  /** The index says otherwise, or knows of more on the coin. */
  readonly index: string | null;
  /** No member of the collection that meets the criteria. */
  readonly member: string | null;
}

/** A proof and what it is asked for. */
interface Asked {
  readonly inscriptionId: string;
  readonly proof: string;
  readonly outpoint: Outpoint | null;
  readonly depth: number;
}

/** A proof that shows nothing here, with code and reason. */
class Unproven extends Error {}

/**
 * `depth`: confirmations that the price asks for. Throws `Refusal('unavailable')` when node or index is
 * unreachable, or the index not in sync with the node.
 */
export async function goodsFaults(
  sources: GoodsSources,
  { terms: { inscription, utxo }, custody: { goods: proof, source } }: PolicyRequest,
  { collection, height, target }: Criteria,
  depth: number,
): Promise<GoodsFaults> {
  const { ordinals } = sources;
  if (ordinals) await requireInSync(ordinals, sources.chain);
  try {
    const goods = await proven(sources, { inscriptionId: inscription.id, proof, outpoint: utxo, depth });
    const at = `sat ${goods.place.offset} of ${outpointText(utxo)}`;
    if (goods.place.offset !== inscription.offset)
      return { place: `it is on ${at}`, index: null, member: null };
    const indexed = ordinals && (await ordinals.inscription(inscription.id));
    const described = (await sources.collections()).find(({ slug }) => slug === collection);
    const membership = await membershipOf(sources, described, { goods, indexed, source, depth });
    const isIn = typeof membership !== 'string' && membership.since <= height;
    return {
      place: null,
      index: ordinals && (await indexFault(ordinals, goods, indexed)),
      member: isIn && meets(target, membership.traits) ? null : faultOf(membership, inscription.id),
    };
  } catch (error) {
    if (error instanceof Unproven) return { place: error.message, index: null, member: null };
    throw error;
  }
}

const faultOf = (membership: Membership | string, id: string): string =>
  typeof membership === 'string'
    ? membership
    : `${id} became a member in block ${membership.since}, with the traits ${JSON.stringify(membership.traits)}`;

/** Throws `Unproven` for a proof that does not hold, or is of another chain than that of its node. */
async function proven(
  { chain, network }: GoodsSources,
  { proof, inscriptionId, outpoint, depth }: Asked,
): Promise<Custody> {
  // a copy: the pool of small buffers is shared, and the reader returns views
  const bytes = new Uint8Array(Buffer.from(proof, 'base64'));
  // the service has at most as many headers; the rest of the depth is that of the criteria's block
  const asked = { inscriptionId, outpoint, network, depth: Math.min(depth, DEFAULT_DEPTH) };
  const answer = readCustody(bytes, asked);
  if (!answer.holds) throw new Unproven(`${answer.code}: ${answer.reason}`);
  const { height, hash } = answer.custody.block;
  const own = await chain.blockHash(height);
  if (own !== hash)
    throw new Unproven(
      `other_chain: ${inscriptionId} was revealed in block ${height}, ${hash}, and the signer's node has ${own ?? 'no block'} there`,
    );
  return answer.custody;
}

interface Candidate {
  readonly goods: Custody;
  readonly indexed: Inscription | null;
  readonly source: PolicyRequest['custody']['source'];
  readonly depth: number;
}

/** The membership by the proof that is there, or else by the index; a text says why there is none. */
async function membershipOf(
  sources: GoodsSources,
  described: PolicyCollection | undefined,
  { goods, indexed, source, depth }: Candidate,
): Promise<Membership | string> {
  if (!described) return 'the collection is not in the list of the signer';
  if (!source) return indexedMembership(sources.ordinals, described, indexed);
  if (!described.sources.includes(source.inscriptionId))
    return `not_a_member: ${source.inscriptionId} is no source of ${described.slug}`;
  try {
    const shown = await proven(sources, { ...source, outpoint: null, depth });
    return provenMembership(described.kind, goods, shown);
  } catch (error) {
    if (error instanceof CustodyFault) return `${error.code}: ${error.message}`;
    if (error instanceof Unproven) return error.message;
    throw error;
  }
}

async function indexedMembership(
  ordinals: GoodsSources['ordinals'],
  { kind, slug, sources }: PolicyCollection,
  found: Inscription | null,
): Promise<Membership | string> {
  if (!ordinals) return 'no_proof: no proof shows the membership, and the signer has no index';
  const none = `the index has no such member of ${slug}`;
  if (!found) return none;
  const { id, genesisHeight, traits } = found;
  if (kind === 'parent_child')
    return found.parents.some((parent) => sources.includes(parent)) ? { since: genesisHeight, traits } : none;
  for (const source of sources) {
    const [items, gallery] = await Promise.all([ordinals.gallery(source), ordinals.inscription(source)]);
    const item = items?.find((one) => one.id === id);
    if (item && gallery)
      return {
        since: Math.max(gallery.genesisHeight, genesisHeight),
        traits: item.traits.length > 0 ? item.traits : traits,
      };
  }
  return none;
}

async function indexFault(
  ordinals: NonNullable<GoodsSources['ordinals']>,
  { inscriptionId, place }: Custody,
  indexed: Inscription | null,
): Promise<string | null> {
  const at = `sat ${place.offset} of ${outpointText(place)}`;
  if (!indexed) return `the index does not know ${inscriptionId}, which the proof has on ${at}`;
  const { location, offset } = indexed;
  if (!sameOutpoint(location, place) || offset !== place.offset)
    return `the index has it on sat ${offset} of ${outpointText(location)}, the proof on ${at}`;
  const [output] = await ordinals.outputs([place]);
  if (!output) return `the index does not know output ${outpointText(place)}`;
  if (output.hasRunes) return `${at} holds runes`;
  return output.inscriptionIds.length === 1
    ? null
    : `${output.inscriptionIds.length} inscriptions are on ${at}`;
}
