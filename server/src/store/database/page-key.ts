/**
 * The values of the last row of a page, in the order of its sort, with times in ISO 8601: the next page starts after it. Page functions
 * say which values theirs has. They read `limit` rows: who asks for one more than he shows knows whether another page follows.
 */
export type PageKey = readonly (string | number)[];
