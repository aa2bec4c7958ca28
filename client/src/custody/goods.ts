/** What is shown of an inscription that a trade pays for, and what is not. */
import type { ProvenBlock } from '@ordbook/protocol/custody/block';
import type { Place } from '@ordbook/protocol/custody/sat-walk';
import { outpointText } from '@ordbook/protocol/outpoint';
import type { Location } from '../signing/location.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { membershipOf, notAMember, type ShownMembership } from './membership.ts';
import { type Asking, type ServiceProof, serviceProof, type Unproven } from './service-proof.ts';

/** The proof of an inscription, as it was checked here. */
export interface ShownCustody {
  /** The block of its reveal. */
  readonly block: ProvenBlock;
  /** Where it was: after the reveal, and after each move. */
  readonly walk: readonly Place[];
  /** Sources that have that block at its height. */
  readonly agreeing: readonly string[];
}

/** An inscription of a trade, and how it was shown to be where the service says. */
export interface Goods {
  readonly inscriptionId: string;
  /** Where it is. undefined: nobody has shown it, on a network whose coins have no value. */
  readonly location: Location | undefined;
  /** null: nothing was proven. */
  readonly custody: ShownCustody | null;
  /** null: that it belongs to a collection is not shown. */
  readonly membership: ShownMembership | null;
  /** In sentences without full stop. */
  readonly shown: readonly string[];
  /** What nobody has shown, in sentences without full stop. */
  readonly notShown: readonly string[];
}

/**
 * Checks the service's proof of an inscription, and of the collection that it is bought as. `location`: where
 * it is, if you know it; then nothing is asked, unless you named the roots of the collection. Retry-safe.
 * Throws `UnsafePsbt` when a proof is false, when proof and source differ, and on mainnet when nobody shows
 * where it is; `SourceError`.
 */
export async function goodsOf(
  asking: Asking,
  {
    inscriptionId,
    location,
    collectionSlug,
  }: {
    readonly inscriptionId: string;
    readonly location?: Location | undefined;
    readonly collectionSlug?: string | undefined;
  },
): Promise<Goods> {
  const nothing = { inscriptionId, custody: null, membership: null, shown: [] };
  const roots = asking.safety.collections?.[collectionSlug ?? ''];
  if (location && !roots) {
    const notShown = [
      `anything of ${inscriptionId}: the request says where it is, so no proof was asked for`,
    ];
    return { ...nothing, location, notShown };
  }
  const { proof, place } = await placed(asking, inscriptionId);
  const { name } = asking.safety.source ?? {};
  if ('reason' in proof) {
    demand(!roots, () => notAMember(inscriptionId, collectionSlug, proof));
    const shown = place ? [`${name} has ${inscriptionId} at ${outpointText(place)}`] : [];
    return { ...nothing, location: place, shown, notShown: [`a proof of ${inscriptionId}: ${proof.reason}`] };
  }
  const membership = await membershipOf(asking, proof, collectionSlug);
  const { block, walk } = proof.custody;
  const custody = { block, walk, agreeing: proof.agreeing };
  const isMember = !('reason' in membership);
  return {
    inscriptionId,
    location: location ?? place,
    custody,
    membership: isMember ? membership : null,
    shown: [
      `${inscriptionId} is on ${outpointText(proof.custody.place)}, ${movesIn(custody)} since its reveal in block ${block.height} (${block.hash})`,
      ...(isMember ? [`${inscriptionId} is ${KINDS[membership.by]} ${membership.rootId}`] : []),
    ],
    notShown: [
      ...unsureOfBlock(asking, custody),
      ...(isMember
        ? unsureOfRoot(membership)
        : [`that ${inscriptionId} belongs to ${collectionSlug ?? 'a collection'}: ${membership.reason}`]),
      ...(asking.safety.source ? [] : ['what else is on its coin: only a source of yours can say']),
    ],
  };
}

/**
 * Where an inscription is, by the service's proof and our source, if there is one: they must agree. Throws as
 * `goodsOf`.
 */
export async function placed(
  asking: Asking,
  inscriptionId: string,
): Promise<{ readonly proof: ServiceProof | Unproven; readonly place: Place | undefined }> {
  const { source } = asking.safety;
  const [proof, known] = await Promise.all([
    serviceProof(asking, inscriptionId),
    source?.locate(inscriptionId),
  ]);
  if ('reason' in proof) {
    demand(known !== undefined || asking.wallet.network !== 'mainnet', () => {
      return `nobody shows where ${inscriptionId} is: ${proof.reason}. Pass a source to signIn, or the location with the request`;
    });
    return { proof, place: known };
  }
  const { place } = proof.custody;
  demand(!known || (outpointText(known) === outpointText(place) && known.offset === place.offset), () => {
    return `${source?.name} has ${inscriptionId} at ${known && `${outpointText(known)}, offset ${known.offset}`}, but the service proves ${outpointText(place)}, offset ${place.offset}; try again after the next block`;
  });
  return { proof, place };
}

/** Such as `14 moves`. */
function movesIn({ walk }: ShownCustody): string {
  if (walk.length === 1) return 'no move';
  return walk.length === 2 ? '1 move' : `${walk.length - 1} moves`;
}

const KINDS = { parent: 'a child of', gallery: 'an item of the gallery' } as const;

function unsureOfBlock({ wallet: { network } }: Asking, { agreeing, block }: ShownCustody): string[] {
  if (agreeing.length > 0) return [];
  const why = network === 'mainnet' ? 'it has the work of six blocks' : `work proves nothing on ${network}`;
  return [`that block ${block.height} is in the chain: ${why}, and no source of yours was asked`];
}

function unsureOfRoot({ slug, rootId, isRootKnown }: ShownMembership): string[] {
  if (isRootKnown) return [];
  return [
    `that ${slug} is made by ${rootId}: only the service says so. Compare it with what the creator publishes`,
  ];
}
