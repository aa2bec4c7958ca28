/**
 * Whether an inscription belongs to a collection, from custody proofs alone.
 *
 * A child: its envelope names the parent, and its reveal spends the coin that the parent was on, so the
 * parent's owner made it. An item of a gallery: the gallery's own envelope lists it.
 */
import { outpointText, sameOutpoint } from '../outpoint.ts';
import { CustodyFault } from './fault.ts';
import { type Properties, propertiesIn, type Trait } from './gallery.ts';
import type { Custody } from './read.ts';
import { Unreadable } from './reader.ts';

/** `parent`: its proof up to the coin that the reveal of `child` spends. Throws `CustodyFault`. */
export function requireChild(child: Custody, parent: Custody): void {
  const spends = child.reveal.inputs.some((input) => sameOutpoint(input, parent.place));
  if (!spends || !child.envelope.parents.includes(parent.inscriptionId))
    throw new CustodyFault(
      'not_a_member',
      spends
        ? `${child.inscriptionId} does not name ${parent.inscriptionId} as a parent`
        : `the reveal of ${child.inscriptionId} does not spend ${outpointText(parent.place)}, where the proof of its parent ends`,
    );
}

/** `gallery`: its proof, up to any place. Returns the traits that it gives. Throws `CustodyFault`. */
export function requireItem(inscriptionId: string, gallery: Custody): readonly Trait[] {
  const properties = propertiesOf(gallery);
  if (!properties) throw new CustodyFault('not_a_member', `${gallery.inscriptionId} is not a gallery`);
  const item = properties.items.find(({ id }) => id === inscriptionId);
  if (!item)
    throw new CustodyFault(
      'not_a_member',
      `the gallery ${gallery.inscriptionId} does not list ${inscriptionId}`,
    );
  return item.traits;
}

/** What proofs show of a member of a collection. */
export interface Membership {
  /** Height of the block that made it a member. */
  readonly since: number;
  /** Those that a gallery gives it, or else its own. */
  readonly traits: readonly Trait[];
}

/** `source`: the proof of the parent or the gallery. Throws `CustodyFault` when they show no membership. */
export function provenMembership(
  kind: 'parent_child' | 'gallery',
  member: Custody,
  source: Custody,
): Membership {
  const { height } = member.block;
  if (kind === 'parent_child') {
    requireChild(member, source);
    return { since: height, traits: propertiesOf(member)?.traits ?? [] };
  }
  const given = requireItem(member.inscriptionId, source);
  const traits = given.length > 0 ? given : (propertiesOf(member)?.traits ?? []);
  return { since: Math.max(height, source.block.height), traits };
}

/** null: it has none. Throws `CustodyFault`. */
function propertiesOf({ inscriptionId, envelope }: Custody): Properties | null {
  const { properties, propertyEncoding } = envelope;
  if (!properties) return null;
  if (propertyEncoding !== null)
    throw new CustodyFault(
      'unreadable_gallery',
      `the properties of ${inscriptionId} are compressed, which this reader does not read`,
    );
  try {
    return propertiesIn(properties);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new CustodyFault(
      'unreadable_gallery',
      `the properties of ${inscriptionId} cannot be read: ${error.message}`,
    );
  }
}
