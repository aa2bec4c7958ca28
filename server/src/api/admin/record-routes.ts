import {
  BindingParams,
  CollectionsBody,
  CollectionsStored,
  CreditBody,
  Credited,
  FlagsBody,
  PartnerBody,
  PartnerChangeBody,
  PartnerParams,
  ProfileBody,
  ProviderBody,
  ProviderRecorded,
  ShownProfile,
  StoredPartner,
} from '@ordbook/api/admin/acts';
import { CollectionRow } from '@ordbook/api/admin/records';
import { SlugParams } from '@ordbook/api/fields/scalars';
import type { TradingContext } from '../../trading/context.ts';
import { addCollections } from '../../trading/operation/add-collections.ts';
import type { SignerFeeBounds } from '../../trading/operation/fees.ts';
import { flagCollection } from '../../trading/operation/flag-collection.ts';
import { addPartner, changePartner, creditCollection } from '../../trading/operation/partners.ts';
import { changeProfile, recordProvider } from '../../trading/operation/profiles.ts';
import type { ApiApp } from '../edge/route-config.ts';
import { by } from './actor.ts';

/** Records of collections, partners and profiles. Each act is logged in its transaction. */
export function adminRecordRoutes(app: ApiApp, ctx: TradingContext, feeBounds: SignerFeeBounds): void {
  app.post(
    '/v1/collections',
    {
      schema: {
        summary: 'Add collections, or change stored ones; all or none',
        body: CollectionsBody,
        response: {
          200: CollectionsStored,
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
        body: FlagsBody,
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
        body: CreditBody,
        response: { 200: Credited },
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
        body: PartnerBody,
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
        params: PartnerParams,
        body: PartnerChangeBody,
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
        body: ProfileBody,
        response: { 200: ShownProfile },
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
        params: BindingParams,
        body: ProviderBody,
        response: { 200: ProviderRecorded },
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
