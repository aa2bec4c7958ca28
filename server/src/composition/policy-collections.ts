import { readFile, stat } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PolicyCollection } from '../signer/policy/eligible-members.ts';

const Collections = Compile(
  Type.Array(
    Type.Object({
      slug: Type.String({ pattern: '^[a-z0-9_-]+$' }),
      kind: Type.Union([Type.Literal('parent_child'), Type.Literal('gallery')]),
      sources: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}i[0-9]+$' })),
    }),
  ),
);

/**
 * Returns a reader of the policy signer's own list of collections, a JSON array of `{slug, kind, sources}`.
 * It reads the file again after a change. Throws an Error when the file is missing or malformed.
 */
export function collectionsFile(path: string): () => Promise<readonly PolicyCollection[]> {
  let read: { readonly changedAt: number; readonly collections: readonly PolicyCollection[] } | null = null;
  return async () => {
    const changedAt = (await stat(path)).mtimeMs;
    if (read?.changedAt !== changedAt) {
      const content = parsed(await readFile(path, 'utf8'));
      if (!Collections.Check(content))
        throw new Error(`${path} is not a JSON array of {slug, kind, sources}`);
      read = { changedAt, collections: content };
    }
    return read.collections;
  };
}

/** The parsed JSON; null when it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
