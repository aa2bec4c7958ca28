import type { Ordinals } from './port.ts';

/**
 * Wraps an index so that no call reaches it before one `status` has succeeded. Every call to an index that is
 * too old or wrongly run therefore throws the refusal that says so, instead of returning data that we would
 * misread.
 */
export function checkedFirst(ordinals: Ordinals): Ordinals {
  let fit: Promise<unknown> | null = null;
  const whenFit = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    fit ??= ordinals.status();
    try {
      await fit;
    } catch (error) {
      fit = null;
      throw error;
    }
    return ask();
  };
  return {
    status: () => ordinals.status(),
    blockHash: (height) => whenFit(() => ordinals.blockHash(height)),
    inscription: (id) => whenFit(() => ordinals.inscription(id)),
    inscriptions: (ids) => whenFit(() => ordinals.inscriptions(ids)),
    outputs: (outpoints) => whenFit(() => ordinals.outputs(outpoints)),
    children: (parentId, page) => whenFit(() => ordinals.children(parentId, page)),
    gallery: (id) => whenFit(() => ordinals.gallery(id)),
  };
}
