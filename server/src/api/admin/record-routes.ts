import { Type } from '@fastify/type-provider-typebox';
import { CollectionDescription } from '@ordbook/api/admin/collection-description';
import { CollectionRow, MaybeText, PartnerRow, Reason } from '@ordbook/api/admin/records';
import { Address, arrayOf, nullable, oneOf, Slug, SlugParams, Text, Uuid } from '@ordbook/api/fields/scalars';
import type { TradingContext } from '../../trading/context.ts';
import { addCollections } from '../../trading/operation/add-collections.ts';
import type { SignerFeeBounds } from '../../trading/operation/fees.ts';
import { flagCollection } from '../../trading/operation/flag-collection.ts';
import { addPartner, changePartner, creditCollection } from '../../trading/operation/partners.ts';
import { changeProfile, recordProvider } from '../../trading/operation/profiles.ts';
import type { ApiApp } from '../edge/route-config.ts';
import { by } from './actor.ts';

/** No other field: what is not read would be lost, or stored. */
const exact = { additionalProperties: false };
const PartnerName = Type.String({ minLength: 1, maxLength: 200, description: 'Unique name of a partner.' });
const ShareBps = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'Share of the fees, 1/100 of a percent.',
});
const PayoutAddress = nullable(Address('Where it is paid; null: it is not paid yet.'));
const StoredPartner = Type.Omit(PartnerRow, ['purchases']);
const ShownText = (description: string) => Type.Optional(nullable(Text(description, { maxLength: 2_000 })));
const profileFields = {
  username: ShownText('Name.'),
  displayName: ShownText('Name as shown.'),
  bio: ShownText('Text about it.'),
  avatarUrl: ShownText('Picture URL, or null.'),
  bannerUrl: ShownText('Banner URL, or null.'),
  walletsPublic: Type.Optional(Type.Boolean({ description: 'Shows wallets that are bound from now on.' })),
};

/** Records of collections, partners and profiles. Each act is logged in its transaction. */
export function adminRecordRoutes(app: ApiApp, ctx: TradingContext, feeBounds: SignerFeeBounds): void {
  app.post(
    '/v1/collections',
    {
      schema: {
        summary: 'Add collections, or change stored ones; all or none',
        body: Type.Object(
          { reason: Reason, collections: Type.Array(CollectionDescription, { minItems: 1, maxItems: 500 }) },
          exact,
        ),
        response: {
          200: Type.Object({ rows: arrayOf(Type.Object({ slug: Slug('Slug.'), isNew: Type.Boolean() })) }),
        },
      },
    },
    async (request) => {
      const { reason, collections } = request.body;
      return { rows: await addCollections({ ...ctx, feeBounds }, by(request, reason), collections) };
    },
  );
  app.post(
    '/v1/collections/:slug/flags',
    {
      schema: {
        summary: 'Mark a collection as verified, or switch trading in it on or off',
        params: SlugParams,
        body: Type.Object(
          {
            reason: Reason,
            verified: Type.Optional(Type.Boolean()),
            tradingEnabled: Type.Optional(Type.Boolean()),
          },
          exact,
        ),
        response: { 200: CollectionRow },
      },
    },
    async (request) => {
      const { reason, ...flags } = request.body;
      return flagCollection(ctx, by(request, reason), request.params.slug, flags);
    },
  );
  app.post(
    '/v1/collections/:slug/partner',
    {
      schema: {
        summary: 'Credit new listings in a collection to a partner',
        params: SlugParams,
        body: Type.Object({ reason: Reason, partner: MaybeText('Its name; null: nobody.') }, exact),
        response: { 200: Type.Object({ slug: Slug('Slug.'), partner: MaybeText('Its name.') }) },
      },
    },
    async (request) => {
      const { reason, partner } = request.body;
      const { slug } = request.params;
      await creditCollection(ctx, by(request, reason), slug, partner);
      return { slug, partner };
    },
  );
  app.post(
    '/v1/partners',
    {
      schema: {
        summary: 'Add a partner',
        body: Type.Object(
          { reason: Reason, name: PartnerName, shareBps: ShareBps, payoutAddress: PayoutAddress },
          exact,
        ),
        response: { 200: StoredPartner },
      },
    },
    async (request) => {
      const { reason, name, ...terms } = request.body;
      return addPartner(ctx, by(request, reason), name, terms);
    },
  );
  app.post(
    '/v1/partners/:name',
    {
      schema: {
        summary: 'Change a partner, for every sale from now on',
        params: Type.Object({ name: PartnerName }),
        body: Type.Object(
          {
            reason: Reason,
            shareBps: Type.Optional(ShareBps),
            payoutAddress: Type.Optional(PayoutAddress),
            status: Type.Optional(oneOf(['active', 'inactive'], 'Inactive ones are not paid.')),
          },
          exact,
        ),
        response: { 200: StoredPartner },
      },
    },
    async (request) => {
      const { reason, ...change } = request.body;
      return changePartner(ctx, by(request, reason), request.params.name, change);
    },
  );
  profileRoutes(app, ctx);
}

function profileRoutes(app: ApiApp, ctx: TradingContext): void {
  app.post(
    '/v1/profiles',
    {
      schema: {
        summary: 'Set what a profile shows, found by a wallet',
        body: Type.Object(
          { reason: Reason, wallet: Address('Ordinals address of one of its wallets.'), ...profileFields },
          exact,
        ),
        response: { 200: Type.Object({ id: Uuid('Of the profile.'), ...profileFields }) },
      },
    },
    async (request) => {
      const { reason, wallet, ...fields } = request.body;
      return changeProfile(ctx, by(request, reason), wallet, fields);
    },
  );
  app.post(
    '/v1/wallet-bindings/:id/provider',
    {
      schema: {
        summary: 'Record the wallet provider of a wallet binding',
        params: Type.Object({ id: Uuid('Of the wallet binding.') }),
        body: Type.Object(
          { reason: Reason, provider: Text('Its name.', { minLength: 1, maxLength: 200 }) },
          exact,
        ),
        response: { 200: Type.Object({ id: Uuid('Of the wallet binding.'), provider: Text('Its name.') }) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { reason, provider } = request.body;
      await recordProvider(ctx, by(request, reason), id, provider);
      return { id, provider };
    },
  );
}
