import type { Socket } from 'node:net';
import { Refusal } from '@ordbook/protocol/refusals';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

/** Statuses that any route may answer: they are decided before a route's own logic. */
const ALWAYS_ALLOWED = [405, 413, 415, 429];

/**
 * The status that a route may show for a refusal. A route declares its statuses (`STATUSES` in `route-config.ts`); a refusal
 * with an undeclared one is shown as the nearest that is declared: 404, 409 and 410 as 400 (the request cannot be done as it
 * stands), 400 as 404 where only that is declared, and 503 as 500. Routes that declare nothing show the refusal's own status. Bugs
 * are always 500.
 */
export function narrow(status: number, declared: readonly number[] | undefined): number {
  if (!declared || declared.includes(status) || ALWAYS_ALLOWED.includes(status)) return status;
  if (status >= 500) return 500;
  return declared.includes(400) ? 400 : 404;
}

/** Installs the answers to everything that is not a success: always `{error}`. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      request.refusalCode = error.code;
      request.refusalDetail = error.detail;
      if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds);
      return answer(reply, narrow(error.status, request.routeOptions.config.statuses), error.message);
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      request.refusalCode = status === 413 ? 'too_large' : 'malformed';
      return answer(reply, status, sentence(error, request));
    }
    request.log.error({ err: error }, 'bug');
    return answer(reply, 500, 'Internal error');
  });
  app.setNotFoundHandler((request, reply) => {
    request.refusalCode = 'not_found';
    return answer(reply, 404, `No route ${request.method} ${request.url.split('?')[0]}`);
  });
}

/** Answers requests that Fastify gives up before routing, such as a URL that does not decode. */
export function answerFrameworkError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  answer(reply, error.statusCode ?? 400, error.message);
}

/** What is wrong with a request that Node's parser gives up on, by the parser's code. */
const UNPARSED: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'URL and headers together must be below 16 KB',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
};

/** Answers requests that are no HTTP, or too large or slow to become one: they never reach Fastify. */
export function answerUnparsed(error: Error & { code?: string }, socket: Socket): void {
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
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function answer(reply: FastifyReply, status: number, error: string) {
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type('application/json; charset=utf-8').send({ error });
}

/** Fastify's own refusals of a request that never reached a route. */
function sentence(error: FastifyError, request: FastifyRequest): string {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return `Content-Type must be application/json, but is ${request.headers['content-type'] ?? 'missing'}`;
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `The body must be at most ${request.routeOptions.bodyLimit} bytes`;
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return 'body must be JSON, but is empty';
    default:
      return error instanceof SyntaxError ? `body must be JSON: ${error.message}` : error.message;
  }
}

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'];

/** Answers 405 with `Allow` on every URL of `app` for the methods it does not take. Call before the routes, `close` after. */
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
          return answer(reply, 405, `${request.method} is not taken here, only ${allow}`);
        };
        app.route({
          method: METHODS.filter((method) => !methods.has(method)),
          // `url` has the prefix already
          url: url.slice(app.prefix.length),
          schema: { hide: true },
          onRequest: refuseMethod,
          handler: refuseMethod,
        });
      }
    },
  };
}
