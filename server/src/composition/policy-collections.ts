import { stat } from 'node:fs/promises';
import { NETWORK_NAMES } from '@ordbook/protocol/network';
import { Type } from 'typebox';
import { withFile } from '../base/file-fault.ts';
import type { PolicyCollection } from '../signer/fill-port.ts';
import { type HeightFile, openHeight, readHeight } from '../signer/limits/journal-height.ts';
import { isSignedList, type SignedCollectionList } from '../signer/policy/collection-list.ts';
import { type Demands, flawsIn, type JsonText, readJsonText, throwFlaws } from './json-list.ts';

const Collections = Type.Array(
  Type.Object({
    slug: Type.String({ pattern: '^[a-z0-9_-]+$' }),
    kind: Type.Union([Type.Literal('parent_child'), Type.Literal('gallery')]),
    sources: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}i[0-9]+$' })),
  }),
);
const SignedList = Type.Object({
  network: Type.Union(NETWORK_NAMES.map((name) => Type.Literal(name))),
  number: Type.Integer({ minimum: 1 }),
  issuedAt: Type.String(),
  collections: Collections,
  publisher: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
});

const DEMANDS: Demands = {
  '': 'must be a list of collections, [{"slug": …, "kind": …, "sources": […]}]',
  slug: 'must be lowercase letters, digits, hyphens and underscores',
  kind: 'must be "parent_child" or "gallery"',
  sources: 'must be a list of inscription ids, <txid>i<number>',
  network: `must be one of ${NETWORK_NAMES.join(', ')}`,
  number: 'must be a whole number from 1',
  issuedAt: 'must be a time',
  collections: 'must be a list of collections',
  publisher: 'must be an x-only key, 64 hex digits',
  signature: 'must be a BIP340 signature, 128 hex digits',
};
const WHAT = 'the list of collections';

/** Collections by hand, or as `GET /v1/collections` of the admin API returns them, without removed ones. */
export async function readCollections(path: string): Promise<readonly PolicyCollection[]> {
  const json = await readJsonText(path, WHAT);
  const { rows } = (json.content ?? {}) as { readonly rows?: unknown };
  const found = Array.isArray(rows) ? rows.filter((row) => !row?.removedAt) : json.content;
  throwFlaws({ ...json, content: found }, flawsIn(Collections, found, DEMANDS));
  return (found as PolicyCollection[]).map(({ slug, kind, sources }) => ({ slug, kind, sources }));
}

type Whose = Pick<SignedCollectionList, 'network' | 'publisher'>;
type Numbered = Pick<SignedCollectionList, 'number' | 'collections'>;

/** What a new list takes the place of; one that was written by hand, as once all were, has the number 0. */
export async function readEarlierList(path: string, whose: Whose): Promise<Numbered> {
  const json = await readJsonText(path, WHAT);
  return Array.isArray(json.content)
    ? { number: 0, collections: await readCollections(path) }
    : signedList(json, whose);
}

/** An empty list needs no signature: with it no fill is signed. Throws an Error for any other without one. */
function signedList(json: JsonText, { network, publisher }: Whose): Numbered {
  const { where, content } = json;
  if (Array.isArray(content) && content.length === 0) return { number: 0, collections: [] };
  if (Array.isArray(content))
    throw new Error(`${where} is not signed; sign it with \`ordbook keys publish --collections ${where}\``);
  throwFlaws(json, flawsIn(SignedList, content, DEMANDS));
  const list = content as SignedCollectionList;
  if (list.network !== network) throw new Error(`${where} is of ${list.network}, but NETWORK is ${network}`);
  if (list.publisher !== publisher)
    throw new Error(`${where} is signed by ${list.publisher}, but the publisher is ${publisher}`);
  if (!isSignedList(list)) throw new Error(`${where} was changed after ${publisher} had signed it`);
  return list;
}

/** Whose list the policy signer takes, and where it notes the number of the last one. */
export interface ListPlace extends Whose {
  readonly path: string;
  readonly seenPath: string;
}

/**
 * Returns a reader of the policy signer's own list of collections, which the publisher has signed. It reads
 * the file again after a change. Throws an Error that names every mistake, and one for a list older than the
 * last that it has seen.
 */
export function collectionsFile({
  path,
  seenPath,
  ...whose
}: ListPlace): () => Promise<readonly PolicyCollection[]> {
  let read: { readonly changedAt: number; readonly collections: readonly PolicyCollection[] } | null = null;
  let file: HeightFile | null = null;
  let seen = 0;
  async function note(number: number): Promise<void> {
    if (!file) seen = (await readHeight(seenPath, whose.publisher)) ?? 0;
    if (number < seen)
      throw new Error(`${path} is list ${number}, but list ${seen} was here; put the newest one back`);
    file ??= await openHeight(seenPath, whose.publisher, number);
    if (number > seen) await file.write(number);
    seen = number;
  }
  return async () => {
    const changedAt = (await withFile(path, WHAT, () => stat(path))).mtimeMs;
    if (read?.changedAt !== changedAt) {
      const { number, collections } = signedList(await readJsonText(path, WHAT), whose);
      if (number > 0) await note(number);
      read = { changedAt, collections };
    }
    return read.collections;
  };
}
