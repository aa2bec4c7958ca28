import { randomUUID } from 'node:crypto';
import { PATHS } from '@ordbook/console/paths';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type OpenSpan, startSpan } from '../base/tracing.ts';
import { inTradeScope, tradeIds } from '../base/trade-scope.ts';
import type { TradingContext } from '../trading/context.ts';
import { authRoutes } from './account/auth-routes.ts';
import { meRoutes } from './account/me-routes.ts';
import { contentRoutes } from './catalogue/content-routes.ts';
import { floorRoutes } from './catalogue/floor-routes.ts';
import { collectionInscriptionRoutes } from './catalogue/inscription-routes.ts';
import { collectionOfferRoutes } from './collection-offer/routes.ts';
import { installConsole } from './console/console.ts';
import { headsOf } from './console/heads.ts';
import { counterRoutes } from './counter/routes.ts';
import { callerOf, installBearer } from './edge/bearer.ts';
import { allowEveryOrigin } from './edge/cors.ts';
import { createCursors } from './edge/cursor.ts';
import {
  CODE_HEADER,
  installErrors,
  refuseOtherMethods,
  sendFrameworkError,
  sendUnparsedError,
} from './edge/errors.ts';
import { BODY_LIMITS, takeJson } from './edge/json-body.ts';
import { createKeptPages } from './edge/kept-pages.ts';
import { createLimits, limitEveryRoute } from './edge/limits.ts';
import { checkResponses } from './edge/response-check.ts';
import { type ApiApp, type ApiParts, PREFIX } from './edge/route-config.ts';
import { compileSerializer } from './edge/serialization.ts';
import { nameUnreadParameters, UNREAD_HEADER } from './edge/unread-parameters.ts';
import { compileValidator } from './edge/validation.ts';
import { installEvents } from './event/routes.ts';
import { fillRoutes } from './fill/routes.ts';
import { collectionListingRoutes } from './listing/collection-routes.ts';
import { listingRoutes } from './listing/routes.ts';
import { installLlmsText } from './llms.ts';
import { marketRoutes } from './market/routes.ts';
import { installHealth } from './monitoring/health.ts';
import { installMetrics } from './monitoring/metrics.ts';
import { installStateMetrics } from './monitoring/state-metrics.ts';
import { offerAcceptanceRoutes } from './offer/acceptance-routes.ts';
import { inscriptionOfferRoutes } from './offer/book-routes.ts';
import { collectionInscriptionOfferRoutes } from './offer/flow-routes.ts';
import { myOfferRoutes } from './offer/my-offers-routes.ts';
import { installOrdOffers } from './offer/ord-routes.ts';
import { documentRoute, installOpenapi } from './openapi.ts';
import { coinsRoute } from './purchase/coins-route.ts';
import { collectionPurchaseRoutes } from './purchase/routes.ts';
import { installReference } from './reference/reference.ts';
import { saleRoutes } from './sale/routes.ts';
import type { ApiSettings } from './settings.ts';
import { tradeRoutes } from './trade/routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null while nothing is recorded. */
    span: OpenSpan | null;
  }
}

/** The ids of the trades that a request made or moved. */
const TRADE_HEADER = 'x-trade-id';

/** Time to receive a whole request, ms; the response may take longer. */
const REQUEST_TIMEOUT_MS = 30_000;

const ROUTES = [
  authRoutes,
  meRoutes,
  listingRoutes,
  saleRoutes,
  floorRoutes,
  collectionInscriptionRoutes,
  collectionListingRoutes,
  collectionPurchaseRoutes,
  collectionInscriptionOfferRoutes,
  inscriptionOfferRoutes,
  offerAcceptanceRoutes,
  counterRoutes,
  myOfferRoutes,
  collectionOfferRoutes,
  fillRoutes,
];
/** Routes beside the API, at the root, behind the same limits and tokens. */
const ROUTES_BESIDE = [tradeRoutes, coinsRoute, marketRoutes];

/**
 * The HTTP server: the API under /api/v1, and /openapi.json, /docs, /events, /healthz, /metrics, /llms.txt,
 * the content of inscriptions, the operator's key set and the console. It does not listen yet: the caller may
 * add routes (the sandbox does), then call `listen` or `inject`.
 */
export function createApi(ctx: TradingContext, settings: ApiSettings): FastifyInstance {
  const app = Fastify({
    loggerInstance: settings.logger as FastifyBaseLogger,
    // `metrics.ts` logs one line per request
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    // a route that takes larger bodies sets its own limit
    bodyLimit: BODY_LIMITS.plain,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // requests on connections that are open while the service stops: their clients reach no other replica
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: sendUnparsedError,
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('refusalCode', null);
  app.decorateRequest('refusalDetail', null);
  app.decorateRequest('span', null);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  takeJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    inTradeScope(() => {
      const { method, routeOptions } = request;
      const span = startSpan(
        `${method} ${routeOptions.url ?? 'unknown'}`,
        { 'ordbook.request_id': request.id },
        request.headers,
      );
      if (!span) return done();
      request.span = span;
      span.run(done);
    });
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    request.span?.end({ 'http.status_code': statusCode }, statusCode >= 500);
  });
  app.addHook('onSend', async (_request, reply) => {
    const ids = tradeIds();
    if (ids.length > 0) reply.header(TRADE_HEADER, ids.join(', '));
  });
  installErrors(app);
  if (settings.checkResponses) checkResponses(app);
  const exposed = ['retry-after', 'ratelimit', 'ratelimit-policy', 'x-request-id'];
  allowEveryOrigin(app, [...exposed, TRADE_HEADER, CODE_HEADER, UNREAD_HEADER]);
  const limits = createLimits(settings.rateLimits, settings.limiters);
  limitEveryRoute(app, limits);
  installOpenapi(app, settings.publicUrl);
  installLlmsText(app, settings.publicUrl);
  installReference(app, {
    publicUrl: settings.publicUrl,
    network: ctx.settings.network,
    exampleValues: settings.exampleValues,
  });
  installBearer(app, ctx.settings, settings.tokenKeys);
  installMetrics(app, settings.metrics, ctx.clock, settings.signerMetrics);
  installStateMetrics(settings.metrics, ctx);
  installHealth(app, ctx, settings.health);
  app.get(
    '/.well-known/ordbook-keys.json',
    { schema: { hide: true } },
    async (_request, reply) =>
      settings.keySet ?? reply.code(404).send({ error: 'this operator publishes no key set' }),
  );
  const { console: files, contentUrl } = settings;
  if (files) {
    const heads = {
      publicUrl: settings.publicUrl,
      domain: ctx.settings.domain,
      read: headsOf(ctx, settings),
    };
    installConsole(app, { files, paths: Object.values(PATHS), contentUrl, asksOthers: true, heads });
  } else app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'));
  const cursors = createCursors(settings.tokenKeys);
  const keptPages = createKeptPages(ctx.clock, settings.checkResponses);
  const parts = { ctx, settings, cursors, limits, keptPages };
  contentRoutes(app, settings.content);
  if (settings.acceptsOrdOffers) installOrdOffers(app, ctx);
  installEvents(app, ctx, settings);
  app.register(routesBehindLimits(parts, ROUTES), { prefix: PREFIX });
  app.register(routesBehindLimits(parts, ROUTES_BESIDE));
  return app;
}

/**
 * Adds routes. After the IP limit, checks run in this order: bearer token, profile limit, parameters and
 * body.
 */
function routesBehindLimits(parts: ApiParts, added: typeof ROUTES) {
  const { ctx, limits } = parts;
  return async (api: FastifyInstance) => {
    api.addHook('onRoute', documentRoute);
    api.addHook('onRequest', async (request, reply) => {
      const { bucket } = request.routeOptions.config;
      reply.header('cache-control', 'no-store');
      if (bucket !== 'reads' && bucket !== 'writes') return;
      request.caller = await callerOf(request, ctx.clock);
      await limits.countCaller(bucket, request.caller.profileId, reply);
    });
    nameUnreadParameters(api);
    const methods = refuseOtherMethods(api);
    for (const routes of added) routes(api as ApiApp, parts);
    methods.close();
  };
}
