import { Type } from 'typebox';
import { CollectionKind, nullable, oneOf, Slug, Text } from '../fields/scalars.ts';

export const CollectionSummary = Type.Object(
  {
    slug: nullable(Slug('Slug, or null outside any collection.')),
    name: nullable(Text('Name to show, or null.')),
    kind: nullable(CollectionKind),
    verificationStatus: nullable(
      oneOf(['verified', 'unverified'], 'Whether the operator vouches for the collection, or null.'),
    ),
  },
  { title: 'CollectionSummary', description: 'The primary collection of the inscription.' },
);
