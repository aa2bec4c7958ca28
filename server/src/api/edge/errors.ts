import type { Socket } from 'node:net';
import { Refusal, type RefusalCode } from '@ordbook/protocol/refusals';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

/** Statuses that any route may return: they are decided before a route's own logic. */
const ALWAYS_ALLOWED = [405, 413, 415, 429];

/**
 * The status that a route returns for a refusal. A route declares its statuses (`STATUSES` in
 * `route-config.ts`). An undeclared status becomes the nearest declared one: a 4xx becomes 400, and 503
 * becomes 500. Routes that declare nothing return the refusal's own status.
 */
export function narrow(status: number, declared: readonly number[] | undefined): number {
  if (!declared || declared.includes(status) || ALWAYS_ALLOWED.includes(status)) return status;
  if (status >= 500) return 500;
  return 400;
}

/**
 * Installs the responses to everything that is not a success: always `{error}`, with the refusal's code in a
 * header. Every 503 and 429 has `Retry-After`. Bugs are logged and return 500.
 */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      request.refusalCode = error.code;
      request.refusalDetail = error.detail;
      if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds);
      const status = narrow(error.status, request.routeOptions.config.statuses);
      return sendError(reply, status, error.message, error.code);
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      const code = CODES[status] ?? 'malformed';
      request.refusalCode = code;
      return sendError(reply, status, sentence(error, request), code);
    }
    request.log.error({ err: error }, 'bug');
    return sendError(reply, 500, 'Internal error', 'internal');
  });
  app.setNotFoundHandler((request, reply) => {
    request.refusalCode = 'not_found';
    return sendError(reply, 404, `No route ${request.method} ${request.url.split('?')[0]}`, 'not_found');
  });
}

/** Responds to requests that Fastify rejects before routing, such as a URL that does not decode. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  sendError(reply, error.statusCode ?? 400, error.message, 'malformed');
}

/** The response to a request that Node's parser rejects, by the parser's error code. */
const UNPARSED: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'URL and headers together must be below 16 KB',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
};

/** Responds to requests that never reach Fastify: not HTTP, too large, or too slow. */
export function sendUnparsedError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, sentence] = UNPARSED[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP',
  ];
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nx-error-code: malformed\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** The code of a request that Fastify rejects before a route sees it, by status. */
const CODES: Readonly<Record<number, RefusalCode>> = { 413: 'too_large', 415: 'unsupported_type' };

/** The header that carries the code of a refusal, as `docs/errors.md` lists them. */
export const CODE_HEADER = 'x-error-code';

function sendError(reply: FastifyReply, status: number, error: string, code: RefusalCode) {
  reply.header(CODE_HEADER, code);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type('application/json; charset=utf-8').send({ error });
}

/** The sentence for a request that Fastify rejects before a route sees it. */
function sentence(error: FastifyError, request: FastifyRequest): string {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return `Content-Type must be application/json, but is ${request.headers['content-type'] ?? 'missing'}`;
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `body must be at most ${request.routeOptions.bodyLimit} bytes`;
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return 'body must be JSON, but is empty';
    default:
      return error instanceof SyntaxError ? `body must be JSON: ${error.message}` : error.message;
  }
}

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'];

/**
 * Makes every URL of `app` return 405 with `Allow` for the methods it does not take. Call it before adding
 * routes, and `close` after.
 */
export function refuseOtherMethods(app: FastifyInstance): { close(): void } {
  const taken = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    taken.set(url, methods);
  });
  return {
    close() {
      for (const [url, methods] of [...taken]) {
        const allow = [...methods].join(', ');
        const refuseMethod = async (request: FastifyRequest, reply: FastifyReply) => {
          reply.header('allow', allow);
          const told = `${request.method} is not allowed here; use ${allow}`;
          return sendError(reply, 405, told, 'method_not_allowed');
        };
        app.route({
          method: METHODS.filter((method) => !methods.has(method)),
          // `url` already has the prefix
          url: url.slice(app.prefix.length),
          schema: { hide: true },
          onRequest: refuseMethod,
          handler: refuseMethod,
        });
      }
    },
  };
}
