import type { Session } from '../account/sign-in.ts';
import type { Answer } from '../api.ts';

type Page = Answer<'/me/offers', 'get'>;
type PageOf<View extends Page['view']> = Extract<Page, { view: View }>;

/** One element of each view. */
export interface MyOffers {
  /** Offers received, by inscription. */
  readonly owned: PageOf<'owned'>['groups'][number];
  /** Offers sent and counters received. */
  readonly sent: PageOf<'sent'>['rows'][number];
  /** What happened. */
  readonly history: PageOf<'history'>['events'][number];
}

/**
 * All elements of one view of our offers, newest first, fetched page by page while iterating. Throws
 * `ApiError`.
 */
export async function* myOffers<View extends keyof MyOffers>(
  { client }: Session,
  view: View,
): AsyncGenerator<MyOffers[View], void> {
  let cursor: string | null = null;
  do {
    const query: { view: View; cursor?: string } = { view, ...(cursor === null ? {} : { cursor }) };
    const page: Page = await client.get('/me/offers', { query });
    yield* elementsOf(page) as MyOffers[View][];
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function elementsOf(page: Page): readonly MyOffers[keyof MyOffers][] {
  if (page.view === 'owned') return page.groups;
  return page.view === 'sent' ? page.rows : page.events;
}
