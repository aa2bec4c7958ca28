import type { Ordinals } from './port.ts';

/**
 * An index that is asked nothing before its `status` was fine once. One that is too old or wrongly run thus refuses every question
 * with the sentence that says so, instead of answering what we would misread.
 */
export function onceFit(ordinals: Ordinals): Ordinals {
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
