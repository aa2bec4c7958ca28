import type { FastifyInstance } from 'fastify';

/**
 * What each control route does, by method and path below /sandbox. A route that is missing here is an error.
 */
const ROUTES: Readonly<Record<string, { readonly operationId: string; readonly summary: string }>> = {
  'GET /world': { operationId: 'getWorld', summary: 'Wallets with their keys, and collections' },
  'POST /wallets': { operationId: 'addWallet', summary: 'A new wallet with coins' },
  'POST /session': {
    operationId: 'openSession',
    summary: 'Signs a wallet of the sandbox in: its session token',
  },
  'POST /inscribe': { operationId: 'inscribe', summary: 'New inscriptions at an address' },
  'POST /faucet': { operationId: 'payFromFaucet', summary: 'Coins for an address, confirmed' },
  'POST /mine': {
    operationId: 'mineBlocks',
    summary: 'Blocks; responds once the service has processed them',
  },
  'POST /reorg': { operationId: 'reorganise', summary: 'Replaces the last blocks by an empty one' },
  'GET /ord/inscription/{name}': {
    operationId: 'readInscription',
    summary: 'What the index knows of an inscription',
  },
  'GET /ord/output/{name}': { operationId: 'readOutput', summary: 'What the index knows of an output' },
  'GET /ord/r/blockhash/{name}': {
    operationId: 'readBlockHash',
    summary: 'Hash of the block at a height, from the index',
  },
  'GET /ord/r/tx/{name}': { operationId: 'readTransaction', summary: 'A raw transaction, from the index' },
  'GET /ord/r/children/{name}/inscriptions/{page}': {
    operationId: 'readChildren',
    summary: 'The children of an inscription, page by page',
  },
  'GET /ord/blockheight': { operationId: 'readBlockHeight', summary: 'Height of the index' },
  'GET /esplora/{path}': { operationId: 'readEsplora', summary: 'A read of the Esplora API' },
  'GET /explorer/tx/{txid}': {
    operationId: 'showTransaction',
    summary: 'A transaction as a page for people',
  },
  'POST /esplora/tx': { operationId: 'sendTransaction', summary: 'Sends a transaction, in hex' },
  'POST /esplora/txs/package': { operationId: 'sendPackage', summary: 'Sends a package of transactions' },
};

const PREFIX = '/sandbox';

interface Documented {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Keeps the control routes out of the API's document and describes them at /sandbox/openapi.json. Call it
 * before the routes are added. Throws an Error for a route that `ROUTES` does not name.
 */
export function documentControlRoutes(app: FastifyInstance): void {
  const found: Documented[] = [];
  app.addHook('onRoute', (route) => {
    const { body } = (route.schema ?? {}) as { body?: unknown };
    // @fastify/swagger's own field, whose types are not among this package's
    const hidden: object = { ...route.schema, hide: true };
    route.schema = hidden;
    const path = route.url
      .slice(PREFIX.length)
      .replace('*', '{path}')
      .replaceAll(/:(\w+)/g, '{$1}');
    for (const method of [route.method].flat())
      if (method !== 'HEAD' && path !== '/openapi.json') found.push({ method, path, body });
  });
  app.get('/openapi.json', async ({ protocol, host }) => documentOf(found, `${protocol}://${host}${PREFIX}`));
}

function documentOf(found: readonly Documented[], url: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, body } of found) {
    const known = ROUTES[`${method} ${path}`];
    if (!known) throw new Error(`the control route ${method} ${path} is not described in document.ts`);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const operation = {
      ...known,
      description: `${known.summary}. Only a sandbox has this route.`,
      tags: ['sandbox'],
      security: [],
      ...(names.length === 0
        ? {}
        : {
            parameters: names.map((name) => ({
              name,
              in: 'path',
              required: true,
              schema: { type: 'string' },
            })),
          }),
      ...(body ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}),
      responses: {
        200: { description: `${known.summary}.` },
        400: { description: 'An invalid request; the body says why.' },
      },
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ordbook sandbox',
      version: '1.0.0',
      description: 'Controls of a sandbox: chain, coins and wallets. No service of an operator has them.',
      contact: { name: 'The user of this sandbox', url },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url, description: 'This sandbox.' }],
    tags: [{ name: 'sandbox', description: 'Controls of the sandbox.' }],
    paths,
  };
}
