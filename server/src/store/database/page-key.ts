/**
 * The values of the last row of a page, in its sort order, with times in ISO 8601. The next page starts after
 * it. Each page function documents its own values. Page functions read `limit` rows: request one more than
 * you show to learn whether another page follows.
 */
export type PageKey = readonly (string | number)[];
