import {
  BanAnswer,
  Closed,
  FeatureBody,
  Featured,
  ScopeBody,
  SubjectBody,
  TradeIdParams,
} from '@ordbook/api/admin/acts';
import { Ban, ChangedFees, Ended, FeeChangeBody, Pause, ReasonBody } from '@ordbook/api/admin/records';
import { SlugParams } from '@ordbook/api/fields/scalars';
import type { TradingContext } from '../../trading/context.ts';
import { banParty, unbanParty } from '../../trading/operation/ban.ts';
import { closeOfferByOperator } from '../../trading/operation/close-offer.ts';
import { delistByOperator } from '../../trading/operation/delist.ts';
import { featureCollection } from '../../trading/operation/feature-collection.ts';
import { changeFees, monthWith, type SignerFeeBounds } from '../../trading/operation/fees.ts';
import { pauseTrading, resumeTrading } from '../../trading/operation/pause.ts';
import { removeCollection } from '../../trading/operation/remove-collection.ts';
import type { ApiApp } from '../edge/route-config.ts';
import { by } from './actor.ts';

/** What the operator does. Each act is logged with its actor, in the transaction that does it. */
export function adminActRoutes(app: ApiApp, ctx: TradingContext, feeBounds: SignerFeeBounds): void {
  app.post(
    '/v1/pause',
    {
      schema: {
        summary: 'Pause everything, a flow or a collection',
        body: ScopeBody,
        response: { 200: Pause },
      },
    },
    async (request) => pauseTrading(ctx, by(request, request.body.reason), request.body.scope),
  );
  app.post(
    '/v1/resume',
    { schema: { summary: 'End a pause', body: ScopeBody, response: { 200: Pause } } },
    async (request) => resumeTrading(ctx, by(request, request.body.reason), request.body.scope),
  );
  app.post(
    '/v1/ban',
    {
      schema: {
        summary: 'Ban a profile or an address, and end what it has open',
        body: SubjectBody,
        response: { 200: BanAnswer },
      },
    },
    async (request) => banParty(ctx, by(request, request.body.reason), request.body.subject),
  );
  app.post(
    '/v1/unban',
    { schema: { summary: 'End a ban', body: SubjectBody, response: { 200: Ban } } },
    async (request) => unbanParty(ctx, by(request, request.body.reason), request.body.subject),
  );
  app.post(
    '/v1/listings/:id/delist',
    {
      schema: {
        summary: 'Delist a listing',
        params: TradeIdParams,
        body: ReasonBody,
        response: { 200: Closed },
      },
    },
    async (request) => ({
      reason: await delistByOperator(ctx, by(request, request.body.reason), request.params.id),
    }),
  );
  app.post(
    '/v1/offers/:id/close',
    {
      schema: {
        summary: 'Close an inscription offer, a counter or a collection offer',
        params: TradeIdParams,
        body: ReasonBody,
        response: { 200: Closed },
      },
    },
    async (request) => ({
      reason: await closeOfferByOperator(ctx, by(request, request.body.reason), request.params.id),
    }),
  );
  app.post(
    '/v1/collections/:slug/feature',
    {
      schema: {
        summary: 'Feature a collection, or no longer',
        params: SlugParams,
        body: FeatureBody,
        response: { 200: Featured },
      },
    },
    async (request) => {
      const { slug } = request.params;
      const { reason, rank } = request.body;
      await featureCollection(ctx, by(request, reason), slug, rank);
      return { slug, featuredRank: rank };
    },
  );
  app.post(
    '/v1/collections/:slug/remove',
    {
      schema: {
        summary: 'Remove a collection, and end what is open in it',
        params: SlugParams,
        body: ReasonBody,
        response: { 200: Ended },
      },
    },
    async (request) => removeCollection(ctx, by(request, request.body.reason), request.params.slug),
  );
  app.post(
    '/v1/fees',
    { schema: { summary: 'Change fees from now on', body: FeeChangeBody, response: { 200: ChangedFees } } },
    async (request) => {
      const { reason, collection = null, fees } = request.body;
      const change = { slug: collection, fees };
      const changed = await changeFees({ ...ctx, feeBounds }, by(request, reason), change);
      return { ...changed, lastMonth: await monthWith(ctx, collection, changed) };
    },
  );
}
