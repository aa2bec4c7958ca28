import { Refusal } from '@ordbook/protocol/refusals';

/**
 * Makes something once, however often the same submit arrives. A client that timed out sends it again,
 * perhaps while the first is still running. Then neither finds an earlier result, and the second is refused
 * because of what the first made. The second looks again and returns what the first made.
 *
 * `earlier` returns what the same submit made before, null when it made nothing. Throws what `make` throws
 * when nothing was made. Retry-safe.
 */
export async function idempotentSubmit<Answer>(
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
