import { createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from '@ordbook/protocol/refusals';
import type { PageKey } from '../../store/database/page-key.ts';
import type { TokenKey } from '../settings.ts';

/**
 * Part of the key. Change it when the content of cursors changes: older cursors then fail like forged ones.
 */
const VERSION = 'cursor v2';
const TAG_BYTES = 12;

/**
 * Makes and reads cursors. `query` names everything that must not change between pages (route, sort,
 * filters).
 */
export interface Cursors {
  write(query: CursorQuery, key: PageKey): string;
  /**
   * The key that `write` put in. Throws `Refusal('bad_cursor')` for any text that `write` did not make for
   * this query.
   */
  read(query: CursorQuery, cursor: string): PageKey;
}

export type CursorQuery = Readonly<Record<string, string | null | undefined>>;

/** Cursors are `base64url(tag | JSON key)`; the tag is an HMAC over the query and the JSON. */
export function createCursors(keys: readonly [TokenKey, ...TokenKey[]]): Cursors {
  const tagOf = (key: TokenKey, query: CursorQuery, body: string) =>
    createHmac('sha256', `${VERSION} ${key.secret}`)
      .update(JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))))
      .update('\0')
      .update(body)
      .digest()
      .subarray(0, TAG_BYTES);

  return {
    write(query, key) {
      const body = JSON.stringify(key);
      return Buffer.concat([tagOf(keys[0], query, body), Buffer.from(body)]).toString('base64url');
    },
    read(query, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const tag = bytes.subarray(0, TAG_BYTES);
      const body = bytes.subarray(TAG_BYTES).toString();
      const made =
        tag.length === TAG_BYTES && keys.some((key) => timingSafeEqual(tagOf(key, query, body), tag));
      if (!made) refuse('bad_cursor', 'cursor was not made by this query; start again without a cursor');
      return JSON.parse(body) as PageKey;
    },
  };
}
