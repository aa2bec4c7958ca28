import type { FastifyInstance } from 'fastify';

/** The header that names query parameters that the route does not read. */
export const UNREAD_HEADER = 'x-ignored-parameters';
/** Most names in it, and characters of each. */
const MAX_NAMES = 10;
const MAX_LENGTH = 40;

/**
 * Names, in a header of each response, the query parameters that nothing reads: they are ignored, but a
 * typing error such as `colectionSlug` should not pass unseen. Names are percent-encoded, long ones cut.
 */
export function nameUnreadParameters(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ query, routeOptions }, reply) => {
    const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as { properties?: object };
    const unread = Object.keys((query ?? {}) as object).filter((name) => !Object.hasOwn(properties, name));
    if (unread.length === 0) return;
    const names = unread.slice(0, MAX_NAMES).map((name) => encoded(name.slice(0, MAX_LENGTH)));
    reply.header(UNREAD_HEADER, names.join(', '));
  });
}

/** Half of a surrogate pair, which a cut may leave, cannot be encoded: it becomes U+FFFD. */
function encoded(name: string): string {
  return encodeURIComponent(Buffer.from(name).toString());
}
