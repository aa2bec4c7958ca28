import type { Inscription, Ordinals } from '../ordinals/port.ts';

/**
 * For each cursed inscription among `inscriptions`, how many blessed ones the index has before it. A cursed
 * (negative) number does not say when the inscription came; the index's order does, and blessed numbers count
 * in that order. Walks back over the cursed inscriptions before each to a blessed one, so a run of them is
 * read once per `known`, which the caller keeps between calls. Throws `Refusal('unavailable')` as the index
 * does.
 */
export async function blessedBefore(
  ordinals: Pick<Ordinals, 'inscription'>,
  inscriptions: readonly Inscription[],
  known: Map<string, number> = new Map(),
): Promise<Map<string, number>> {
  for (const inscription of inscriptions) {
    if (inscription.number >= 0 || known.has(inscription.id)) continue;
    const run: string[] = [];
    let at: Inscription | null = inscription;
    while (at && at.number < 0 && !known.has(at.id)) {
      run.push(at.id);
      at = at.previous === null ? null : await ordinals.inscription(at.previous);
    }
    const count: number = at === null ? 0 : at.number < 0 ? known.get(at.id)! : at.number + 1;
    for (const id of run) known.set(id, count);
  }
  return known;
}
