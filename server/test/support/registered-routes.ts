import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

export interface RegisteredRoute {
  /** The first of its methods. */
  readonly method: string;
  readonly url: string;
}

/** What `make` makes, and every route that it and its plugins add; the list is complete once the app is ready. */
export async function withRoutes<Made>(
  make: () => Promise<Made>,
): Promise<{ made: Made; routes: readonly RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = [];
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      routes.push({ method: [method].flat()[0]!, url });
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    return { made: await make(), routes };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}
