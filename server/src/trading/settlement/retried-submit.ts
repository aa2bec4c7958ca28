import { Refusal } from '@ordbook/protocol/refusals';

/**
 * Makes something once, however often the same submit comes. A client that gave up waiting sends it again, perhaps while the first is on
 * its way: then both find nothing earlier, and what the first one makes is why the second is refused. The second looks again, and is told
 * what the first made.
 *
 * `earlier` answers for what the same submit made before, null when it made nothing. Throws what `make` throws when nothing was made.
 */
export async function once<Answer>(
  earlier: () => Promise<Answer | null>,
  make: () => Promise<Answer>,
): Promise<Answer> {
  const found = await earlier();
  if (found !== null) return found;
  try {
    return await make();
  } catch (error) {
    const meanwhile = error instanceof Refusal ? await earlier() : null;
    if (meanwhile === null) throw error;
    return meanwhile;
  }
}
