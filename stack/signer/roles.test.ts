import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createNode, createOrd, startOrdServer, startRpcServer } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { artwork } from '../../sandbox/src/artwork.ts';
import { curatorAddress, inscribe } from '../../sandbox/src/inscriber.ts';
import { keyOf } from '../../sandbox/src/keys.ts';
import { createMiner } from '../../sandbox/src/miner.ts';
import { buildService, type Service } from '../../server/src/composition/build-service.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import type { SignerRole } from '../../server/src/composition/signer-roles.ts';
import { signerClient } from '../../server/src/signer/transport/client.ts';
import { fillSigners } from '../../server/src/signer/transport/fill-clients.ts';
import { upsertCollection } from '../../server/src/store/catalogue/collections.ts';
import { collectionOfferById } from '../../server/src/store/collection-offer/collection-offers.ts';
import { submitFill } from '../../server/src/trading/fill/fill.ts';
import { poolStatus } from '../../server/src/trading/operator-coins/pools.ts';
import { makeOffers, signedFill } from '../../server/test/support/collection-offers.ts';
import { POSTAGE_SATS, SLUG } from '../../server/test/support/desk.ts';
import { refusalOf } from '../../server/test/support/trade.ts';
import { enrol, type Trader } from '../../server/test/support/trader.ts';
import { type Child, startChild, waitUntilReady } from '../real/child.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import { openTestDatabase } from '../real/test-database.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const run = promisify(execFile);
const ROLES = ['market', 'policy', 'gate'] as const satisfies readonly SignerRole[];
const ANCHORS = 4;
const ADMISSIONS = 5;
const REGTEST = { NETWORK: 'regtest', FEE_ADDRESS: keyOf('fees', 'p2wpkh').address };
const TIERS = { ADMISSION_TIERS: `0:1:${ADMISSIONS}:1` };

type Env = Record<string, string>;

/** What a command prints, run to its end with nothing in its environment but `env` and PATH. */
async function printed(args: readonly string[], env: Env): Promise<string> {
  const { stdout } = await run(process.execPath, [ORDBOOK, ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

/** A devnode chain with two views of it, each over HTTP: one for the service, one for the policy signer, without index. */
async function startChain(closers: (() => Promise<unknown>)[]) {
  const node = createNode();
  const [rpc, policys] = [await startRpcServer({ node, port: 0 }), await startRpcServer({ node, port: 0 })];
  const ord = createOrd({ call: node.call, pollMs: 50 });
  const server = await startOrdServer(ord, { port: 0 });
  closers.push(
    () => server.close(),
    () => ord.close(),
    () => policys.close(),
    () => rpc.close(),
  );
  return {
    call: node.call,
    ord,
    env: { CHAIN_RPC_URL: rpc.url, ORD_URL: server.url },
    policys: { CHAIN_RPC_URL: policys.url },
  };
}

const CONFIRMED = ['--yes', '--reason', 'a test', '--as', 'ada'];
const FUND = ['pools', 'fund', ...CONFIRMED];

describe.runIf(inject('postgresUrl'))('signers in processes of their own', () => {
  const closers: (() => Promise<unknown>)[] = [];
  const children = new Map<SignerRole, Child>();
  const told = new Map<SignerRole, string>();
  let folder: string;
  let env: Env;
  let service: Service;
  let chain: Awaited<ReturnType<typeof startChain>>;
  let miner: ReturnType<typeof createMiner>;
  let parent: { id: string; txid: string; vout: number; valueSats: number };
  let pools: Awaited<ReturnType<typeof fundPools>>;

  const keysOf = (role: SignerRole) => join(folder, `${role}.json`);
  const keySet = () => join(folder, 'key-set.json');
  const socketOf = (role: SignerRole) => join(folder, `${role}.sock`);
  const word = (role: SignerRole, name: string) =>
    new RegExp(`^${name} +(\\S+)`, 'm').exec(told.get(role)!)?.[1] ?? '';

  function startSigner(role: SignerRole): void {
    const own = {
      market: {},
      policy: chain.policys,
      gate: {},
    }[role];
    const list = role === 'policy' ? ['--collections', join(folder, 'collections.json')] : [];
    const args = ['signer', '--role', role, '--socket', socketOf(role), '--keys', keysOf(role), ...list];
    const child = startChild(process.execPath, [ORDBOOK, ...args], {
      env: { ...REGTEST, ...TIERS, ...own, KEY_SET: keySet() },
      bareEnv: true,
    });
    children.set(role, child);
  }

  async function signersAnswer(): Promise<void> {
    const at = (role: SignerRole) => ({ socketPath: socketOf(role), timeoutMs: 5000 });
    const { policy, gate } = fillSigners({ market: at('market'), policy: at('policy'), gate: at('gate') });
    const clients = { market: signerClient(at('market')), policy, gate };
    await Promise.all(
      ROLES.map((role) => waitUntilReady(children.get(role)!, () => clients[role].publicKeys())),
    );
  }

  async function mine(): Promise<void> {
    await miner.mine(1);
    await chain.ord.sync();
    await service.follower.sync();
  }

  /** Funds the pools as an operator does, and tells what was seen before, meanwhile and after. */
  async function fundPools() {
    const status = async () => {
      const pools = await poolStatus(service.ctx, new Date());
      return pools.map(({ pool, ready, made, target, isLow }) => ({ pool, ready, made, target, isLow }));
    };
    const before = await status();
    const funded = await printed(FUND, env);
    const sent = await chain.call('getrawmempool');
    await mine();
    const after = await status();
    const fundedAgain = await printed(FUND, env);
    return { before, funded, sent, after, fundedAgain, sentAgain: await chain.call('getrawmempool') };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-roles-'));
    chain = await startChain(closers);
    miner = createMiner(chain.call);
    await miner.warmUp(20_000_000_000);
    const to = { address: curatorAddress, postageSats: POSTAGE_SATS };
    const [id] = await inscribe(miner, to, [artwork('parent', 0)]);
    parent = { id: id!, txid: id!.split('i')[0]!, vout: 0, valueSats: POSTAGE_SATS };
    const collection = { slug: SLUG, kind: 'parent_child', sources: [parent.id] } as const;

    for (const role of ROLES)
      told.set(role, await printed(['keys', '--role', role, '--file', keysOf(role)], REGTEST));
    const publics = ROLES.flatMap((role) => [`--${role}`, word(role, `${role} key`)]);
    const files = ['--publisher', join(folder, 'publisher.json'), '--file', keySet()];
    await printed(
      ['keys', 'publish', ...files, ...publics, '--anchor', word('market', 'anchor key'), ...CONFIRMED],
      REGTEST,
    );
    await writeFile(join(folder, 'wanted.json'), JSON.stringify([collection]));
    const list = ['--file', join(folder, 'collections.json'), '--collections', join(folder, 'wanted.json')];
    await printed(['keys', 'publish', ...files.slice(0, 2), ...list, ...CONFIRMED], REGTEST);
    for (const role of ROLES) startSigner(role);
    await signersAnswer();

    const database = (await openTestDatabase())!;
    env = {
      ...REGTEST,
      ...TIERS,
      ...chain.env,
      DATABASE_URL: database.url,
      SIGNER_ENDPOINT: socketOf('market'),
      POLICY_SIGNER_ENDPOINT: socketOf('policy'),
      GATE_SIGNER_ENDPOINT: socketOf('gate'),
      KEY_SET: keySet(),
      TOKEN_KEYS: `roles:${'ab'.repeat(32)}`,
      ANCHOR_POOL_TARGET: String(ANCHORS),
      LOG_LEVEL: 'silent',
    };
    service = await buildService(readSettings(env), { isOnlyProcess: true });
    await upsertCollection(service.ctx.db, {
      ...collection,
      sources: [...collection.sources],
      name: 'Embers',
      createdAt: new Date(),
    });
    const address = word('market', 'anchor address');
    await miner.pay([
      ...Array.from({ length: ANCHORS }, () => ({ address, sats: 1000 })),
      { address, sats: 1_000_000 },
    ]);
    closers.unshift(
      () => service.close(),
      () => database.drop(),
    );
    await mine();
    pools = await fundPools();
  });
  afterAll(async () => {
    await Promise.all([...children.values()].map((child) => child.stop()));
    for (const close of closers) await close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(ROLES)('the %s keys are in a file of their own, closed to others', async (role) => {
    expect((await stat(keysOf(role))).mode & 0o777).toBe(0o600);
    const secrets = JSON.parse(await readFile(keysOf(role), 'utf8')) as Record<string, string>;
    expect(Object.keys(secrets)).toEqual(role === 'market' ? ['market', 'anchor'] : [role]);
    for (const secret of Object.values(secrets)) expect(told.get(role)).not.toContain(secret);
    const keys = { ...service.ctx.keys, ...service.ctx.collectionOffers!.keys };
    expect(word(role, `${role} key`)).toBe(keys[role]);
    await expect(printed(['keys', '--role', role, '--file', keysOf(role)], REGTEST)).rejects.toThrow(
      /exists already/,
    );
  });

  test('pools are shown, funded once, and shown full a block later', () => {
    const anchors = { pool: 'anchors', ready: ANCHORS, made: null, target: ANCHORS, isLow: false };
    const tier = { pool: 'admission tier 1', target: ADMISSIONS };
    expect(pools.before).toEqual([anchors, { ...tier, ready: 0, made: 0, isLow: true }]);
    const made = new RegExp(`^${ADMISSIONS} admission coins created in ([0-9a-f]{64}); `).exec(pools.funded);
    expect(pools.sent).toEqual([made?.[1]]);
    expect(pools.after).toEqual([anchors, { ...tier, ready: ADMISSIONS, made: ADMISSIONS, isLow: false }]);
    expect(pools.fundedAgain).toMatch(/^no admission coins are missing\n/);
    expect(pools.sentAgain).toEqual([]);
  });

  describe('a collection offer', () => {
    let desk: Parameters<typeof makeOffers>[0];
    let buyer: Trader;
    let seller: Trader;
    let ids: string[];

    beforeAll(async () => {
      const { ctx } = service;
      desk = {
        ctx,
        coinsOf: async ({ payment }) =>
          (await ctx.chain.addressCoins(payment.address)).coins.map(({ txid, vout, valueSats }) => ({
            txid,
            vout,
            valueSats,
          })),
      };
      buyer = await enrol(ctx, 'p2wpkh');
      seller = await enrol(ctx, 'p2tr');
      await miner.pay([buyer, seller].map(({ payment }) => ({ address: payment.address, sats: 1_000_000 })));
      const to = { address: seller.ordinals.address, postageSats: POSTAGE_SATS };
      ids = await inscribe(
        miner,
        to,
        ROLES.map((_, i) => artwork('child', i)),
        parent,
      );
      await mine();
    });

    const stateOf = async (id: string) => (await collectionOfferById(service.ctx.db, id))!.state;

    test.each(ROLES)('whose fill the %s signer has missed is filled once it is back', async (role) => {
      const inscriptionId = ids[ROLES.indexOf(role)]!;
      const { offerId } = await makeOffers(desk, buyer);
      const { body } = await signedFill(desk, seller, offerId, inscriptionId);
      await children.get(role)!.stop();
      try {
        expect((await refusalOf(submitFill(service.ctx, seller.caller, body))).code).toBe('unavailable');
        expect(await stateOf(offerId)).toBe('filling');
      } finally {
        startSigner(role);
        await signersAnswer();
      }
      const { settlementTxid } = await submitFill(service.ctx, seller.caller, body);
      await mine();
      expect((await service.ctx.chain.transaction(settlementTxid))!.confirmations).toBe(1);
      expect(await stateOf(offerId)).toBe('accepted');
      expect((await service.ctx.ordinals.inscription(inscriptionId))!.address).toBe(buyer.ordinals.address);
    });
  });
});
