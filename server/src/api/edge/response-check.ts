import { deepStrictEqual } from 'node:assert';
import type { FastifyInstance } from 'fastify';

/**
 * Turns a response that its schema would change or cut into a bug: clients must get exactly what a handler
 * returns.
 */
export function checkResponses(app: FastifyInstance): void {
  const returned = new WeakMap<object, unknown>();
  app.addHook('preSerialization', async (request, _reply, payload) => {
    returned.set(request, payload);
    return payload;
  });
  app.addHook('onSend', async (request, reply, sent) => {
    if (reply.statusCode === 200 && typeof sent === 'string' && returned.has(request))
      requireUnchanged(returned.get(request), sent);
    return sent;
  });
}

/** Throws an AssertionError when `sent` is not the JSON of `answer`. */
export function requireUnchanged(answer: unknown, sent: string): void {
  deepStrictEqual(JSON.parse(sent), JSON.parse(JSON.stringify(answer)));
}
