import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode, createOrd, startOrdServer, startRpcServer } from '@ordbook/devnode';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../../../stack/rounds.ts';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import { ordServer } from '../../src/ordinals/ord-server.ts';
import { signerClient } from '../../src/signer/transport/client.ts';
import { gateClient, policyClient } from '../../src/signer/transport/fill-clients.ts';
import { GATE_MESSAGES, POLICY_MESSAGES } from '../../src/signer/transport/fill-messages.ts';
import { MESSAGES, type MessageTable } from '../../src/signer/transport/messages.ts';
import { serveSigner } from '../../src/signer/transport/process.ts';
import { makeOffers, signedFill } from '../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { type DeskAnswer, type DeskApi, serveDesk } from '../support/desk-api.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { GIVES_UP_MS, ILL_BEHAVIOURS, type Peer, startPeer } from '../support/peer.ts';
import { list, listingBody, purchaseBody, signedPurchase } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

/** What the service waits for a part while one is ill: it does not answer in any time. */
const ILL_TIMEOUT_MS = 200;
/** What it waits while all are well. */
const WELL_TIMEOUT_MS = 30_000;

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const closers: (() => Promise<unknown>)[] = [];
let desk: Desk;
/** The same service, with the short and the long timeout. */
const apis = {} as Record<'ill' | 'well', DeskApi>;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const PARTS = ['node', 'index', 'signer', 'policy signer', 'gate signer'] as const;
type Part = (typeof PARTS)[number];
const parts = {} as Record<Part, Pick<Peer, 'behave'>>;
const well = {} as Record<Part, RequestListener>;

beforeAll(async () => {
  const node = createNode();
  const rpc = await startRpcServer({ node, port: 0 });
  const ord = createOrd({ call: node.call });
  const ordHttp = await startOrdServer(ord, { port: 0 });
  desk = await openDesk({
    call: node.call,
    index: { url: ordHttp.url, caughtUp: () => ord.sync() },
    tiers: [QUICK_TIER],
  });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 40)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 70);

  const folder = await mkdtemp(join(tmpdir(), 'ordbook-outages-'));
  const nodePeer = await startPeer();
  const ordPeer = await startPeer();
  Object.assign(parts, { node: nodePeer, index: ordPeer });
  Object.assign(well, { node: forwardTo(new URL(rpc.url)), index: forwardTo(new URL(ordHttp.url)) });
  closers.push(
    () => rm(folder, { recursive: true, force: true }),
    () => rpc.close(),
    () => ord.close(),
    () => ordHttp.close(),
    () => ordPeer.stop(),
    () => nodePeer.stop(),
    () => desk.close(),
  );
  /** A signer process, and a peer before it; answers how a client reaches it. */
  async function served(part: Part, signer: object, messages: MessageTable): Promise<{ socketPath: string }> {
    const [real, before] = ['real', 'peer'].map((name) => join(folder, `${part} ${name}.sock`)) as [
      string,
      string,
    ];
    const process = await serveSigner(signer, { socketPath: real, log: QUIET, messages });
    const peer = await startSocketPeer(before);
    parts[part] = peer;
    well[part] = forwardTo({ socketPath: real });
    closers.push(
      () => process.close(),
      () => peer.stop(),
    );
    return { socketPath: before };
  }
  const offers = desk.ctx.collectionOffers!;
  const { market, policy, gate } = offers.signers;
  const sockets = {
    market: await served('signer', desk.ctx.signer, MESSAGES),
    policy: await served('policy signer', policy, POLICY_MESSAGES),
    gate: await served('gate signer', gate, GATE_MESSAGES),
  };
  const waiting = (timeoutMs: number) =>
    serveDesk(desk, {
      chain: bitcoind({ url: withCredentials(nodePeer.url, rpc.url), timeoutMs }),
      ordinals: ordServer({ url: ordPeer.url, timeoutMs }),
      signer: signerClient({ ...sockets.market, timeoutMs }),
      collectionOffers: {
        ...offers,
        signers: {
          market,
          policy: policyClient({ ...sockets.policy, timeoutMs }),
          gate: gateClient({ ...sockets.gate, timeoutMs }),
        },
      },
    });
  apis.ill = await waiting(ILL_TIMEOUT_MS);
  apis.well = await waiting(WELL_TIMEOUT_MS);
  closers.push(
    () => apis.ill.close(),
    () => apis.well.close(),
  );
  beWell();
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});
afterEach(beWell);

function beWell(): void {
  for (const part of PARTS) parts[part].behave(well[part]);
}

async function timed(work: Promise<DeskAnswer>) {
  const started = performance.now();
  return { ...(await work), ms: performance.now() - started };
}

type Call = (api: DeskApi) => Promise<DeskAnswer>;

/** What each part is asked for, and the request that asks it. */
const asked: Readonly<Record<Part, () => Promise<Call>>> = {
  async node() {
    const refs = await list(desk, seller, [ids.pop()!]);
    const body = purchaseBody(buyer, refs, await desk.coinsOf(buyer));
    return (api) => api.post(`/collection/${SLUG}/purchases/preflight`, buyer, body);
  },
  async index() {
    const body = listingBody(seller, [ids.pop()!]);
    return (api) => api.post(`/collection/${SLUG}/listings/preflight`, seller, body);
  },
  async signer() {
    const { body } = await signedPurchase(desk, buyer, await list(desk, seller, [ids.pop()!]));
    return (api) => api.post(`/collection/${SLUG}/purchases/submit`, buyer, body);
  },
  'policy signer': submitOfFill,
  'gate signer': submitOfFill,
};

async function submitOfFill(): Promise<Call> {
  const { offerId } = await makeOffers(desk, buyer);
  const { body } = await signedFill(desk, seller, offerId, ids.pop()!);
  return (api) => api.post(`/collection/${SLUG}/collection-offers/${offerId}/fill/submit`, seller, body);
}

describe.each(PARTS)('while the %s', (part) => {
  // The three signers have one client: each behaviour is tried on one of them.
  const signers = PARTS.filter((name) => name.endsWith('signer'));
  const behaviours = Object.entries(ILL_BEHAVIOURS);
  const tried = signers.includes(part)
    ? someOf(behaviours, signers.length, signers.indexOf(part))
    : behaviours;
  test.each(tried)(
    '%s, requests are 503 within a bounded time; they work again by themselves',
    async (_, behaviour) => {
      const call = await asked[part]();
      parts[part].behave(behaviour);
      const refused = await timed(call(apis.ill));
      expect([refused.status, Object.keys(refused.body)]).toEqual([503, ['error']]);
      expect(refused.ms).toBeLessThan(GIVES_UP_MS);
      parts[part].behave(well[part]);
      expect(await call(apis.well)).toMatchObject({ status: 200 });
      if (part.endsWith('signer')) await desk.mine();
    },
  );
});

/** Passes requests on to the part that is well. */
function forwardTo(target: URL | { socketPath: string }): RequestListener {
  return (incoming, response) => {
    const to = target instanceof URL ? { host: target.hostname, port: target.port } : target;
    const { connection: _, ...headers } = incoming.headers;
    const sent = httpRequest(
      { ...to, method: incoming.method, path: incoming.url, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    sent.on('error', () => response.destroy());
    incoming.pipe(sent);
  };
}

function withCredentials(url: string, from: string): string {
  const target = new URL(url);
  const { username, password } = new URL(from);
  return Object.assign(target, { username, password }).href;
}

async function startSocketPeer(path: string): Promise<Pick<Peer, 'behave' | 'stop'>> {
  let current: RequestListener = (_, response) => response.end();
  const server: Server = createServer((request, response) => current(request, response));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    behave(listener) {
      current = listener;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
