import { stat } from 'node:fs/promises';
import { Type } from 'typebox';
import { withFile } from '../base/file-fault.ts';
import type { PolicyCollection } from '../signer/fill-port.ts';
import { type Demands, flawsIn, readJsonText, throwFlaws } from './json-list.ts';

const Collections = Type.Array(
  Type.Object({
    slug: Type.String({ pattern: '^[a-z0-9_-]+$' }),
    kind: Type.Union([Type.Literal('parent_child'), Type.Literal('gallery')]),
    sources: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}i[0-9]+$' })),
  }),
);

const DEMANDS: Demands = {
  '': 'must be a list of collections, [{"slug": …, "kind": …, "sources": […]}]',
  slug: 'must be lowercase letters, digits, hyphens and underscores',
  kind: 'must be "parent_child" or "gallery"',
  sources: 'must be a list of inscription ids, <txid>i<number>',
};

/**
 * Returns a reader of the policy signer's own list of collections, a JSON array of `{slug, kind, sources}`.
 * It reads the file again after a change. Throws an Error that names every mistake, with its line.
 */
export function collectionsFile(path: string): () => Promise<readonly PolicyCollection[]> {
  let read: { readonly changedAt: number; readonly collections: readonly PolicyCollection[] } | null = null;
  return async () => {
    const changedAt = (await withFile(path, 'the list of collections', () => stat(path))).mtimeMs;
    if (read?.changedAt !== changedAt) {
      const json = await readJsonText(path, 'the list of collections');
      throwFlaws(json, flawsIn(Collections, json.content, DEMANDS));
      read = { changedAt, collections: json.content as PolicyCollection[] };
    }
    return read.collections;
  };
}
