import type { Envelope } from './envelope.ts';
import type { InscriptionId } from './inscription-id.ts';
import type { Tables } from './tables.ts';

/**
 * Whether an inscription breaks a rule that early versions of `ord` did not know how to number: such ones are
 * cursed (negative numbers) before the jubilee and vindicated after it.
 *
 * @param here what is already inscribed on the first sat of the envelope's input
 */
export function isCursed(
  tables: Tables,
  envelope: Envelope,
  here: { first: InscriptionId; count: number } | undefined,
): boolean {
  const { payload } = envelope;
  return (
    payload.unrecognizedEvenField ||
    payload.duplicateField ||
    payload.incompleteField ||
    envelope.input !== 0 ||
    envelope.offset !== 0 ||
    payload.pointer !== undefined ||
    envelope.pushnum ||
    envelope.stutter ||
    isCursedReinscription(tables, here)
  );
}

/**
 * A reinscription is cursed, but for the first one over an inscription that was cursed or vindicated itself.
 */
function isCursedReinscription(
  tables: Tables,
  here: { first: InscriptionId; count: number } | undefined,
): boolean {
  if (here === undefined) return false;
  if (here.count > 1) return true;
  const first = tables.inscriptions.get(tables.sequenceById.get(here.first)!)!;
  return first.number >= 0 && !first.charms.includes('vindicated');
}
