import { randomUUID } from 'node:crypto';
import fastifySwagger from '@fastify/swagger';
import { ErrorResponse } from '@ordbook/api/fields/error-response';
import type { ConsoleFiles } from '@ordbook/console/files';
import { OPERATOR_PATHS } from '@ordbook/console/operator-paths';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { TradingContext } from '../../trading/context.ts';
import type { SignerFeeBounds } from '../../trading/operation/fees.ts';
import { installConsole } from '../console/console.ts';
import { installErrors, sendFrameworkError, sendUnparsedError } from '../edge/errors.ts';
import { BODY_LIMITS, takeJson } from '../edge/json-body.ts';
import { createLimits, DEFAULT_RATE_LIMITS, limitsInMemory } from '../edge/limits.ts';
import type { ApiApp } from '../edge/route-config.ts';
import { compileSerializer } from '../edge/serialization.ts';
import { compileValidator } from '../edge/validation.ts';
import { serveDocument } from '../openapi.ts';
import { adminActRoutes } from './act-routes.ts';
import { type AdminAccess, type AdminCaller, actorOf, DRY_RUN_HEADER, requireMayAct } from './actor.ts';
import type { LiveParts, Started } from './live.ts';
import { adminReadRoutes } from './read-routes.ts';
import { adminRecordRoutes } from './record-routes.ts';
import { serveRows } from './rows.ts';
import { requireOwnPage } from './same-origin.ts';
import { adminStateRoutes } from './state-routes.ts';
import { adminWebhookRoutes, type WebhookBounds } from './webhook-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the admin API; null elsewhere. */
    actor: AdminCaller | null;
  }
}

/** What the admin API needs besides the trading context. */
export interface AdminSettings {
  readonly access: AdminAccess;
  readonly feeBounds: SignerFeeBounds;
  readonly webhooks: WebhookBounds;
  readonly logger: Logger;
  /** What the process knows of itself. */
  readonly live: LiveParts;
  readonly started: Started;
  /** Public address of the service, for links to it. */
  readonly publicUrl: string;
  /** Reads the files of the operator's console, at the first request for it; null: it is off. */
  readonly console: (() => Promise<ConsoleFiles>) | null;
}

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * The operator's API and console: a server of its own, for a listener of its own. Nothing of it is on the
 * public server. Every request is checked for its caller, that of /openapi.json too; only the files of the
 * console, which have no data, are not. Requests without a caller are limited for each address, and pages of
 * other sites are refused. It does not listen yet.
 */
export function createAdminApi(ctx: TradingContext, settings: AdminSettings): FastifyInstance {
  const { access, feeBounds, webhooks, logger, live, started, publicUrl } = settings;
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMITS.plain,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: sendUnparsedError,
  });
  app.decorateRequest('actor', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('refusalCode', null);
  app.decorateRequest('refusalDetail', null);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  takeJson(app);
  installErrors(app);
  const limits = createLimits(DEFAULT_RATE_LIMITS, limitsInMemory);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
    try {
      requireOwnPage(request, { isLocal: access.tokens.length === 0 });
      if (!request.routeOptions.config.isConsole) request.actor = actorOf(request, access);
    } finally {
      // who may act is not limited
      if (!request.actor) await limits.countIp('files', request, reply);
    }
    requireMayAct(request, access);
  });
  // A socket is opened without Fastify's `listen`, so that it never is open to others.
  app.addHook('onClose', async () => {
    if (typeof app.server.address() !== 'string') return;
    const closed = new Promise((resolve) => app.server.close(resolve));
    app.server.closeAllConnections();
    await closed;
  });
  app.addHook('onResponse', async ({ method, url, actor, refusalCode, headers }, { statusCode }) => {
    if (method !== 'GET' && headers[DRY_RUN_HEADER] === undefined)
      logger.info(
        { method, url, actor: actor?.name, status: statusCode, refusal: refusalCode },
        'an act of the operator',
      );
  });
  app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'ordbook admin API',
        version: '1.0.0',
        description:
          "The operator's view of the business, and the acts that steer it. It listens apart from the public API. Amounts are whole sats. Every list also comes as CSV (`Accept: text/csv`), and the header `Link` of a page names the next one. Every error is `{error}` with the header `X-Error-Code`. With the header `X-Ordbook-Dry-Run`, an act returns what it would return and changes nothing.",
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: { securitySchemes: { adminToken: { type: 'http', scheme: 'bearer' } } },
      ...(access.tokens.length > 0 ? { security: [{ adminToken: [] }] } : {}),
    },
  });
  const { console: files } = settings;
  if (files)
    installConsole(app, { files, paths: Object.values(OPERATOR_PATHS), contentUrl: null, asksOthers: false });
  app.register(async (api) => {
    serveRows(api);
    api.addHook('onRoute', ({ schema }) => {
      if (schema && !schema.hide)
        schema.response = {
          ...(schema.response as object),
          '4xx': { ...ErrorResponse, description: 'Refused; nothing was changed.' },
        };
    });
    adminStateRoutes(api as unknown as ApiApp, ctx, { ...live, started, publicUrl });
    adminReadRoutes(api as unknown as ApiApp, ctx);
    adminActRoutes(api as unknown as ApiApp, ctx, feeBounds);
    adminRecordRoutes(api as unknown as ApiApp, ctx, feeBounds);
    adminWebhookRoutes(api as unknown as ApiApp, ctx, webhooks);
    serveDocument(app, api);
  });
  return app;
}
