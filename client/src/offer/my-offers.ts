import type { Session } from '../account/sign-in.ts';
import type { Answer } from '../operation.ts';
import { pagesOf, type WithOfferId, withOfferId } from '../pages/pages.ts';

type Page = Answer<'/me/offers', 'get'>;
type PageOf<View extends Page['view']> = Extract<Page, { view: View }>;
type Group = PageOf<'owned'>['groups'][number];
type Row = PageOf<'sent'>['rows'][number];

/** One element of each view. */
export interface MyOffers {
  /** Offers received, by inscription. */
  readonly owned: Omit<Group, 'offers' | 'sentCounters'> & {
    readonly offers: readonly WithOfferId<Group['offers'][number]>[];
    readonly sentCounters: readonly WithOfferId<Group['sentCounters'][number]>[];
  };
  /** Offers sent and counters received. */
  readonly sent: WithOfferId<Row>;
  /** What happened. */
  readonly history: PageOf<'history'>['events'][number];
}

/**
 * All elements of one view of our offers, newest first, fetched page by page while iterating. Throws
 * `ApiError`.
 */
export function myOffers<View extends keyof MyOffers>(
  { client }: Pick<Session, 'client'>,
  view: View,
): AsyncGenerator<MyOffers[View], void> {
  return pagesOf('GET /me/offers', async (cursor) => {
    const page: Page = await client.get('/me/offers', { query: { view, ...cursor } });
    return { elements: elementsOf(page) as MyOffers[View][], nextCursor: page.nextCursor };
  });
}

function elementsOf(page: Page): readonly MyOffers[keyof MyOffers][] {
  if (page.view === 'history') return page.events;
  if (page.view === 'sent') return page.rows.map(withOfferId);
  return page.groups.map((group) => ({
    ...group,
    offers: group.offers.map(withOfferId),
    sentCounters: group.sentCounters.map(withOfferId),
  }));
}
