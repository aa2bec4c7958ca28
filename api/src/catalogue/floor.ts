import { Type } from 'typebox';
import { PATTERNS } from '../fields/patterns.ts';
import { arrayOf, Count, DateTime, NonnegativeSats, nullable, Slug } from '../fields/scalars.ts';

export const Floor = Type.Object(
  {
    slug: Slug('Canonical slug.'),
    floor: nullable(NonnegativeSats('Lowest buyable price in sats; null without a listing.')),
    listedCount: Count('Buyable listings.'),
    ownerCount: Count('Distinct addresses that hold a member.'),
    oneDayChange: nullable(
      Type.Number({ description: 'Change of the floor over 24 hours in percent; null without a snapshot.' }),
    ),
    sevenDayChange: nullable(
      Type.Number({ description: 'Change of the floor over 7 days in percent; null without a snapshot.' }),
    ),
    timestamp: DateTime('When this was computed.'),
  },
  { title: 'CollectionFloor', description: 'Floor statistics of a collection.' },
);

export const FloorsQuery = Type.Object({
  slugs: Type.String({
    minLength: 1,
    // URL and headers together are limited to 16 KB, and a comma may come as %2C
    maxLength: 8_000,
    pattern: PATTERNS.slugList,
    description: 'Comma-separated slugs, any case, at most 100.',
    examples: ['quiet-mice,gallery-of-moss'],
  }),
});

export const FloorsAnswer = Type.Object({
  success: Type.Unsafe<true>({ type: 'boolean', const: true, description: 'Always true.' }),
  data: arrayOf(Floor, {
    description: 'In the order of the slugs asked for; unknown slugs are left out.',
  }),
});
