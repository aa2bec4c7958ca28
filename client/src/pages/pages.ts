import { UnexpectedResponse } from '../responses/unexpected-response.ts';

/** One page: its elements, and the cursor of the next; null: it is the last. */
export interface Page<Element> {
  readonly elements: readonly Element[];
  readonly nextCursor: string | null;
}

/**
 * The elements of all pages, fetched while iterating. Throws what `fetch` throws, and `UnexpectedResponse`
 * for a cursor that came before, with which the pages would never end.
 */
export async function* pagesOf<Element>(
  operation: string,
  fetch: (cursor: { readonly cursor?: string }) => Promise<Page<Element>>,
): AsyncGenerator<Element, void> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Page<Element> = await fetch(cursor === null ? {} : { cursor });
    yield* page.elements;
    cursor = page.nextCursor;
    if (cursor === null) return;
    if (seen.has(cursor)) throw new UnexpectedResponse(operation, 'nextCursor', 'came before');
    seen.add(cursor);
  } while (cursor !== null);
}

/** An offer whose id is named as in every other call. */
export type WithOfferId<Row> = Omit<Row, 'id'> & { readonly offerId: string };

/** The row with `offerId` in place of `id`. */
export function withOfferId<Row extends { readonly id: string }>({ id, ...row }: Row): WithOfferId<Row> {
  return { ...row, offerId: id };
}
