/** Whether an inscription belongs to the collection that it is sold as, by the proof of parent or gallery. */
import { CustodyFault } from '@ordbook/protocol/custody/fault';
import { requireChild, requireItem } from '@ordbook/protocol/custody/membership';
import type { Custody } from '@ordbook/protocol/custody/read';
import { sameOutpoint } from '@ordbook/protocol/outpoint';
import { demand } from '../signing/unsafe-psbt.ts';
import { type Asking, type ServiceProof, serviceProof, type Unproven } from './service-proof.ts';

/** By which proof an inscription belongs to its collection. */
export interface ShownMembership {
  readonly slug: string;
  /** The inscription that makes it a member. */
  readonly rootId: string;
  readonly by: 'parent' | 'gallery';
  /** Whether the user named the root; false: the service did. */
  readonly isRootKnown: boolean;
}

/** Proofs of parents and galleries: all items of a collection share them. */
const kept = new Map<string, ServiceProof>();
const MOST_KEPT = 8;
/** Galleries of one collection that are read. */
const MOST_ROOTS = 8;

/**
 * Returns how an inscription is a member, or why that is not shown. `slug`: the collection that it is bought
 * as; undefined: the first that the service names. Retry-safe. Throws `UnsafePsbt` when the proofs contradict
 * what the service says, and when the user named the roots of the collection and none is shown.
 */
export async function membershipOf(
  asking: Asking,
  { custody, claims }: ServiceProof,
  slug: string | undefined,
): Promise<ShownMembership | Unproven> {
  const claim = slug === undefined ? claims[0] : claims.find((one) => one.slug === slug);
  const name = slug ?? claim?.slug;
  const known = name === undefined ? undefined : asking.safety.collections?.[name];
  const shown =
    name === undefined
      ? { reason: 'the service names no collection of it' }
      : await memberOf(asking, custody, name, known ?? claim?.roots ?? []);
  const isRootKnown = known !== undefined;
  if (!('reason' in shown)) return { ...shown, isRootKnown };
  demand(!isRootKnown, () => notAMember(custody.inscriptionId, name, shown));
  return shown;
}

/** The refusal of what nobody shows to belong to a collection whose roots the user named. */
export function notAMember(inscriptionId: string, slug: string | undefined, { reason }: Unproven): string {
  return `nobody shows that ${inscriptionId} belongs to ${slug}: ${reason}. Do not buy it as one of ${slug}`;
}

async function memberOf(
  asking: Asking,
  custody: Custody,
  slug: string,
  roots: readonly string[],
): Promise<Omit<ShownMembership, 'isRootKnown'> | Unproven> {
  if (roots.length === 0) return { reason: `the service names no parent and no gallery of ${slug}` };
  const parents = roots.filter((rootId) => custody.envelope.parents.includes(rootId));
  let unproven: Unproven | undefined;
  let fault = '';
  for (const rootId of (parents.length > 0 ? parents : roots).slice(0, MOST_ROOTS)) {
    const by = parents.length > 0 ? 'parent' : 'gallery';
    const found = await underRoot(asking, custody, { rootId, by });
    if (found === null) return { slug, rootId, by };
    if (typeof found === 'string') fault = found;
    else unproven ??= found;
  }
  demand(unproven !== undefined, () => {
    return `the service says that ${custody.inscriptionId} belongs to ${slug}, but the proofs say otherwise: ${fault}`;
  });
  return unproven;
}

/** null: it is shown. A text: the proofs say that it is not. */
async function underRoot(
  asking: Asking,
  custody: Custody,
  { rootId, by }: Pick<ShownMembership, 'rootId' | 'by'>,
): Promise<null | string | Unproven> {
  const { source, headers = [] } = asking.safety;
  const sources = [source, ...headers].map((one) => one?.name);
  const key = [asking.wallet.network, asking.client.options.baseUrl, rootId, ...sources].join(' ');
  const before = kept.get(key);
  if (before && isMember(custody, before.custody, by) === null) return null;
  // a child of today needs the moves of today
  const root = await serviceProof(asking, rootId);
  if ('reason' in root) return root;
  kept.delete(key);
  kept.set(key, root);
  for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
  return isMember(custody, root.custody, by);
}

function isMember(custody: Custody, root: Custody, by: ShownMembership['by']): null | string | Unproven {
  try {
    if (by === 'gallery') requireItem(custody.inscriptionId, root);
    // `ord` takes this for a child
    else if (root.reveal.txid === custody.reveal.txid)
      return { reason: 'it was revealed together with its parent, whose coin it then cannot spend' };
    else requireChild(custody, upTo(root, custody));
    return null;
  } catch (error) {
    if (!(error instanceof CustodyFault)) throw error;
    return error.code === 'not_a_member' ? error.message : { reason: error.message };
  }
}

/** The proof of a parent up to the output that the child's reveal spends: later moves show nothing of it. */
function upTo(parent: Custody, { reveal: { inputs } }: Custody): Custody {
  const place = parent.walk.find((at) => inputs.some((input) => sameOutpoint(input, at)));
  return place ? { ...parent, place } : parent;
}
