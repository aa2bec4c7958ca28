import type { Answer, Esplora } from '@ordbook/devnode';
import { describeAddress, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import { refuse } from '@ordbook/protocol/refusals';
import type { BlockRef } from '@ordbook/server/chain/port';
import { memberIds } from '@ordbook/server/store/catalogue/collections';
import { inscriptionsAt } from '@ordbook/server/store/chain/inscriptions';
import type { TradingContext } from '@ordbook/server/trading/context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { explorerRoute } from './explorer.ts';
import type { SandboxWallet } from './keys.ts';
import { keyOf } from './keys.ts';
import type { Miner, RpcCall } from './miner.ts';
import type { SandboxSession } from './session.ts';
import type { World } from './world.ts';

export interface SandboxParts {
  readonly ctx: TradingContext;
  readonly call: RpcCall;
  readonly miner: Miner;
  readonly world: World;
  readonly esplora: Esplora;
  /** The index's response to a GET, as it is at that moment. */
  readonly ord: (path: string) => Promise<Answer>;
  /** Resolves once index and service have processed everything up to the node's tip. */
  readonly settle: () => Promise<BlockRef>;
  /** Signs one of the world's wallets in, by name or address. */
  readonly signIn: (wallet: string) => Promise<SandboxSession>;
  /** Runs work that changes the chain, after all earlier such work. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

const WalletBody = Type.Object({
  paymentType: Type.Optional(
    Type.Union([
      Type.Literal('p2wpkh'),
      Type.Literal('p2sh-p2wpkh'),
      Type.Literal('p2tr'),
      Type.Literal('same'),
    ]),
  ),
  fundSats: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000_000 })),
});
const InscribeBody = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 120 }),
  collectionSlug: Type.Optional(Type.String()),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  postageSats: Type.Optional(Type.Integer({ minimum: 330, maximum: 10_000_000 })),
  traits: Type.Optional(
    Type.Array(Type.Object({ type: Type.String({ minLength: 1 }), value: Type.String({ minLength: 1 }) })),
  ),
});
const FaucetBody = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 120 }),
  sats: Type.Integer({ minimum: 294, maximum: 100_000_000_000 }),
});
const SessionBody = Type.Object({ wallet: Type.String({ minLength: 1, maxLength: 120 }) });
const MineBody = Type.Object({ blocks: Type.Integer({ minimum: 1, maximum: 2_000 }) });
const ReorgBody = Type.Object({ depth: Type.Integer({ minimum: 1, maximum: 100 }) });

/** Dust limit of P2SH, the highest of all payment addresses, sats. */
const DEAREST_DUST_SATS = 540;

/**
 * The sandbox's control routes, under /sandbox. They run one at a time (`alone`), because all of them change
 * the chain.
 */
export function controlRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const { call, miner, world, settle, ctx, alone } = parts;

  app.get('/world', () => alone(() => describeWorld(ctx, world)));
  const orNothing = async (request: FastifyRequest) => {
    request.body ??= {};
  };
  app.post<{ Body: Static<typeof WalletBody> }>(
    '/wallets',
    { schema: { body: WalletBody }, preValidation: orNothing },
    ({ body }) =>
      alone(async () => {
        if (body.fundSats) requireAboveDust(body.fundSats, DEAREST_DUST_SATS);
        const wallet = await world.addWallet(body.paymentType ?? 'p2wpkh', body.fundSats ?? 10_000_000);
        await settle();
        return { ...wallet, inscriptionIds: [] };
      }),
  );
  app.post<{ Body: Static<typeof InscribeBody> }>(
    '/inscribe',
    { schema: { body: InscribeBody } },
    ({ body }) =>
      alone(async () => {
        const { count = 1, postageSats = 10_000, ...rest } = body;
        requireAddress(body.address);
        if (body.collectionSlug && !world.collections.some(({ slug }) => slug === body.collectionSlug))
          refuse(
            'not_found',
            `no collection ${body.collectionSlug} in the sandbox; GET /sandbox/world lists them`,
          );
        const inscriptionIds = await world.inscribeAt({ ...rest, count, postageSats });
        await settle();
        return { inscriptionIds };
      }),
  );
  app.post<{ Body: Static<typeof FaucetBody> }>('/faucet', { schema: { body: FaucetBody } }, ({ body }) =>
    alone(async () => {
      requireAboveDust(body.sats, dustLimit(scriptOf(body.address, 'regtest')));
      const { txid } = await miner.pay([body]);
      await miner.mine(1);
      await settle();
      return { txid, vout: 0 };
    }),
  );
  app.post<{ Body: Static<typeof SessionBody> }>('/session', { schema: { body: SessionBody } }, ({ body }) =>
    parts.signIn(body.wallet),
  );
  app.post<{ Body: Static<typeof MineBody> }>('/mine', { schema: { body: MineBody } }, ({ body }) =>
    alone(async () => {
      const mined = await miner.mine(body.blocks);
      await settle();
      return mined;
    }),
  );
  app.post<{ Body: Static<typeof ReorgBody> }>('/reorg', { schema: { body: ReorgBody } }, ({ body }) =>
    alone(async () => {
      const height = (await call('getblockcount')) as number;
      const fork = (await call('getblockhash', [height - body.depth + 1])) as string;
      await call('invalidateblock', [fork]);
      // a new address: an empty block to the miner's address could equal the block that was just invalidated
      await miner.mineOnly([], keyOf(`reorg ${fork}`, 'p2wpkh').address);
      const { height: tip, hash } = await settle();
      return { height: tip, hash };
    }),
  );
  esploraRoutes(app, parts);
  explorerRoute(app, parts.esplora);
  ordRoutes(app, parts);
}

/** Refuses (400) an amount below the dust limit. */
function requireAboveDust(sats: number, least: number): void {
  if (sats < least) refuse('malformed', `${sats} sats are dust; use at least ${least}`);
}

/** Refuses (400) what is not an address of regtest. */
function requireAddress(address: string): void {
  describeAddress(address, 'regtest');
}

/** Hex digits of the largest transaction that nodes relay, 400,000 weight units of witness. */
const MAX_RAW_HEX = 800_000;

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers(headers as Record<string, string>)
    .send(Buffer.from(body));
}

/** The reads of the index that the client's `ordSource` makes. */
function ordRoutes(app: FastifyInstance, { ord }: SandboxParts): void {
  for (const path of ['/inscription/:name', '/output/:name', '/r/tx/:name', '/r/blockhash/:name'])
    app.get<{ Params: { name: string } }>(`/ord${path}`, async ({ params }, reply) =>
      send(reply, await ord(path.replace(':name', encodeURIComponent(params.name)))),
    );
  app.get<{ Params: { name: string; page: string } }>(
    '/ord/r/children/:name/inscriptions/:page',
    async ({ params: { name, page } }, reply) =>
      send(
        reply,
        await ord(`/r/children/${encodeURIComponent(name)}/inscriptions/${encodeURIComponent(page)}`),
      ),
  );
  app.get('/ord/blockheight', async (_request, reply) => send(reply, await ord('/blockheight')));
}

function esploraRoutes(app: FastifyInstance, { esplora, settle }: SandboxParts): void {
  // Wallets send the hex as text/plain, as a form, or without a type.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.get<{ Params: { '*': string } }>('/esplora/*', async ({ params }, reply) =>
    send(reply, await esplora.handle(`/${params['*']}`)),
  );
  for (const path of ['/tx', '/txs/package'])
    app.post<{ Body: unknown }>(`/esplora${path}`, { bodyLimit: MAX_RAW_HEX }, async ({ body }, reply) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
      const answer = await esplora.handle(path, { method: 'POST', body: text });
      if (answer.status === 200) await settle();
      return send(reply, answer);
    });
}

async function describeWorld(ctx: TradingContext, world: World) {
  const { height } = await ctx.chain.tip();
  return {
    network: ctx.settings.network,
    height,
    marketPublicKey: ctx.keys.market,
    collections: await Promise.all(
      world.collections.map(async ({ slug }) => ({
        slug,
        inscriptionIds: [...(await memberIds(ctx.db, slug))],
      })),
    ),
    wallets: await Promise.all(world.wallets.map((wallet) => describeWallet(ctx, wallet))),
  };
}

async function describeWallet(ctx: TradingContext, wallet: SandboxWallet) {
  return { ...wallet, inscriptionIds: await inscriptionsAt(ctx.db, wallet.ordinals.address) };
}
