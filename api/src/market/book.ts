/** What pages read for filters and sums of a collection, beside the API. */
import { Type } from 'typebox';
import { arrayOf, Count, DateTime, InscribedText, NonnegativeSats, nullable } from '../fields/scalars.ts';
import { Quote } from './market.ts';

export const MarketBook = Type.Object(
  {
    listings: arrayOf(
      Type.Object({
        priceSats: NonnegativeSats('Price, sats.'),
        traits: arrayOf(Count('Place of a trait in `traits`.'), { description: 'Of the member.' }),
      }),
      { description: 'Members for sale, the cheapest first, 1,000 at most.' },
    ),
    traits: arrayOf(Type.Object({ type: InscribedText('A type.'), value: InscribedText('A value.') }), {
      description: 'Every trait of these members once.',
    }),
    isComplete: Type.Boolean({ description: 'Whether these are all.' }),
  },
  { title: 'MarketBook', description: 'What is for sale, without what it is.' },
);

export const MarketHistory = Type.Object(
  {
    since: DateTime('Where it begins.'),
    floors: arrayOf(
      Type.Object({
        at: DateTime('When.'),
        floorSats: nullable(NonnegativeSats('Lowest price then, sats; null: none.')),
      }),
      { description: 'Once a day, oldest first.' },
    ),
    sales: arrayOf(
      Type.Object({
        at: DateTime('Time of the confirming block.'),
        priceSats: NonnegativeSats('Price, sats.'),
      }),
      { description: 'Confirmed sales, oldest first: the newest 400.' },
    ),
  },
  { title: 'MarketHistory', description: 'Floor and sales of a collection in the last 90 days.' },
);

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const MarketQuoteQuery = Type.Object({
  listingIds: Type.String({
    pattern: `^${UUID}(,${UUID}){0,19}$`,
    description: 'Up to 20 ids of listings of one collection, with commas between.',
  }),
});

export const MarketQuote = Type.Object({
  quote: nullable(Quote),
});
