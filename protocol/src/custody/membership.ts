/**
 * Whether an inscription belongs to a collection, from custody proofs alone.
 *
 * A child: its envelope names the parent, and its reveal spends the coin that the parent was on, so the
 * parent's owner made it. An item of a gallery: the gallery's own envelope lists it.
 */
import { outpointText, sameOutpoint } from '../outpoint.ts';
import { CustodyFault } from './fault.ts';
import { galleryItems } from './gallery.ts';
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

/** `gallery`: its proof, up to any place. Throws `CustodyFault`. */
export function requireItem(inscriptionId: string, gallery: Custody): void {
  const { properties, propertyEncoding } = gallery.envelope;
  if (!properties) throw new CustodyFault('not_a_member', `${gallery.inscriptionId} is not a gallery`);
  if (propertyEncoding !== null)
    throw new CustodyFault(
      'unreadable_gallery',
      `the gallery ${gallery.inscriptionId} is compressed, which this reader does not read`,
    );
  try {
    if (galleryItems(properties).includes(inscriptionId)) return;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new CustodyFault(
      'unreadable_gallery',
      `the gallery ${gallery.inscriptionId} cannot be read: ${error.message}`,
    );
  }
  throw new CustodyFault(
    'not_a_member',
    `the gallery ${gallery.inscriptionId} does not list ${inscriptionId}`,
  );
}
