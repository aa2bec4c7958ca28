/**
 * Changes of what public pages show, as far as this process knows of them. Both drivers report every
 * statement of a session here; the feed of events reports what other processes committed.
 */

/** Tables that GET /listings, /sales, /collection-stats/floors and /collection/{slug}/inscriptions read. */
export const SHOWN_TABLES = [
  'collection_members',
  'collection_traits',
  'collections',
  'floor_snapshots',
  'inscriptions',
  'listing_items',
  'collection_listings',
  'listings',
  'locations',
  'sale_items',
  'collection_sales',
  'sales',
] as const;

/** A function that writes is not recognised: none of ours writes these tables by a plain select. */
const WRITES_SHOWN = new RegExp(
  String.raw`\b(?:insert\s+into|update|delete\s+from)\s+"?(?:${SHOWN_TABLES.join('|')})\b`,
  'i',
);

let changes = 0;

/** A number that grows with each change. A page whose reading began at this number shows all before it. */
export const shownChanges = (): number => changes;

/** Reports a change: a commit of this process, or an event of another one. */
export function noteShownChange(): void {
  changes += 1;
}

/**
 * Watches one session. Call the result with each statement once the server has answered it or failed to: a
 * commit that failed may have happened.
 */
export function watchShownChanges(): (statement: string) => void {
  let inTransaction = false;
  let isTouched = false;
  return (statement) => {
    const [, verb = ''] = /^\s*(\w+)/.exec(statement) ?? [];
    if (verb === 'begin' || verb === 'start') inTransaction = true;
    if (verb === 'commit' || statement === 'rollback') inTransaction = false;
    isTouched ||= WRITES_SHOWN.test(statement);
    if (inTransaction || !isTouched) return;
    isTouched = false;
    noteShownChange();
  };
}
