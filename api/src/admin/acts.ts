/** What the operator does: bodies and answers of the acts of the admin API. */
import { Type } from 'typebox';
import { Address, arrayOf, Count, nullable, oneOf, Slug, Text, Uuid } from '../fields/scalars.ts';
import { CollectionDescription } from './collection-description.ts';
import { Ban, Ended, MaybeText, PartnerRow, Reason } from './records.ts';
import { Audit } from './state.ts';

/** No other field: what is not read would be lost, or stored. */
const exact = { additionalProperties: false };

export const ScopeBody = Type.Object({
  reason: Reason,
  scope: Type.String({
    maxLength: 220,
    description:
      '`everything`, `flow:<flow>` (listing, purchase, offer, counter, collection-offer, fill) or `collection:<slug>`.',
    examples: ['flow:purchase'],
  }),
});
export const SubjectBody = Type.Object({
  reason: Reason,
  subject: Type.String({
    minLength: 1,
    maxLength: 120,
    description: 'Id of a profile, or an address.',
    examples: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  }),
});
export const BanAnswer = Type.Object({ ban: Ban, ended: Ended });

export const TradeIdParams = Type.Object({ id: Uuid('Of the listing or offer.') });
export const Closed = Type.Object({ reason: Text('What its owner reads.') });

export const AuditStarted = Type.Object({ isStarted: Type.Boolean(), audit: Audit });

export const FeatureBody = Type.Object({
  reason: Reason,
  rank: nullable(Count('Place among the featured ones, from 1; null: no longer featured.', 1)),
});
export const Featured = Type.Object({ slug: Text('Slug.'), featuredRank: nullable(Count('Its place.')) });

export const CollectionsBody = Type.Object(
  { reason: Reason, collections: Type.Array(CollectionDescription, { minItems: 1, maxItems: 500 }) },
  exact,
);
export const CollectionsStored = Type.Object({
  rows: arrayOf(Type.Object({ slug: Slug('Slug.'), isNew: Type.Boolean() })),
});
export const FlagsBody = Type.Object(
  {
    reason: Reason,
    verified: Type.Optional(Type.Boolean()),
    tradingEnabled: Type.Optional(Type.Boolean()),
  },
  exact,
);
export const CreditBody = Type.Object(
  { reason: Reason, partner: MaybeText('Its name; null: nobody.') },
  exact,
);
export const Credited = Type.Object({ slug: Slug('Slug.'), partner: MaybeText('Its name.') });

const PartnerName = Type.String({ minLength: 1, maxLength: 200, description: 'Unique name of a partner.' });
const ShareBps = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'Share of the fees, 1/100 of a percent.',
});
const PayoutAddress = nullable(Address('Where it is paid; null: it is not paid yet.'));
export const PartnerParams = Type.Object({ name: PartnerName });
export const PartnerBody = Type.Object(
  { reason: Reason, name: PartnerName, shareBps: ShareBps, payoutAddress: PayoutAddress },
  exact,
);
export const PartnerChangeBody = Type.Object(
  {
    reason: Reason,
    shareBps: Type.Optional(ShareBps),
    payoutAddress: Type.Optional(PayoutAddress),
    status: Type.Optional(oneOf(['active', 'inactive'], 'Inactive ones are not paid.')),
  },
  exact,
);
export const StoredPartner = Type.Omit(PartnerRow, ['purchases']);

const ShownText = (description: string) => Type.Optional(nullable(Text(description, { maxLength: 2_000 })));
const profileFields = {
  username: ShownText('Name.'),
  displayName: ShownText('Name as shown.'),
  bio: ShownText('Text about it.'),
  avatarUrl: ShownText('Picture URL, or null.'),
  bannerUrl: ShownText('Banner URL, or null.'),
  walletsPublic: Type.Optional(Type.Boolean({ description: 'Shows wallets that are bound from now on.' })),
};
export const ProfileBody = Type.Object(
  { reason: Reason, wallet: Address('Ordinals address of one of its wallets.'), ...profileFields },
  exact,
);
export const ShownProfile = Type.Object({ id: Uuid('Of the profile.'), ...profileFields });

export const BindingParams = Type.Object({ id: Uuid('Of the wallet binding.') });
export const ProviderBody = Type.Object(
  { reason: Reason, provider: Text('Its name.', { minLength: 1, maxLength: 200 }) },
  exact,
);
export const ProviderRecorded = Type.Object({
  id: Uuid('Of the wallet binding.'),
  provider: Text('Its name.'),
});
