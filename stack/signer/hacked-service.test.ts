import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode, createOrd, startOrdServer, startRpcServer } from '@ordbook/devnode';
import { signKeySet } from '@ordbook/protocol/key-set';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { makeJournal } from '../../server/src/signer/limits/journal-file.ts';
import { writeKeyFile } from '../../server/src/signer/signing/keys.ts';
import type { SignerKeys } from '../../server/src/signer/signing/role-keys.ts';
import { fillSigners } from '../../server/src/signer/transport/fill-clients.ts';
import { play, type Role } from '../../server/test/attacks/hacked-service/campaign.ts';
import { LEAST_FEE_BPS } from '../../server/test/attacks/hacked-service/guarantees.ts';
import { introduce, openWorld, TIERS, type World } from '../../server/test/attacks/hacked-service/world.ts';
import { TEST_SETTINGS } from '../../server/test/support/api.ts';
import { type Desk, openDesk, SECRETS } from '../../server/test/support/desk.ts';
import { ROLE_SECRETS } from '../../server/test/support/offer-signers.ts';
import { type Child, startChild, waitUntilReady } from '../real/child.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import { writeSignedList } from '../real/signed-list.ts';
import { rounds } from '../rounds.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 180_000 });

const ROLES = ['market', 'policy', 'gate'] as const;
const HACKED = { market: SECRETS.market, ...ROLE_SECRETS };
/** In each of the four campaigns. `REQUESTS=5000` makes that many. */
const REQUESTS = Number(process.env['REQUESTS'] ?? rounds(1_000, 4));

describe.runIf(inject('postgresUrl'))('signer processes that a hacked service asks', () => {
  const children: Child[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  let folder: string;
  let desk: Desk;
  let world: World;
  let keys: SignerKeys;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-hacked-'));
    const node = createNode();
    const rpc = await startRpcServer({ node, port: 0 });
    const ord = createOrd({ call: node.call, pollMs: 50 });
    const index = await startOrdServer(ord, { port: 0 });
    desk = await openDesk({
      call: node.call,
      index: { url: index.url, caughtUp: () => ord.sync() },
      tiers: TIERS,
    });
    closers.push(
      () => desk.close(),
      () => index.close(),
      () => ord.close(),
      () => rpc.close(),
    );
    // the processes have clocks of their own
    desk.clock.at = new Date();
    keys = { ...desk.ctx.keys, ...desk.ctx.collectionOffers!.keys };
    world = await openWorld(desk, keys);
    const set = { ...keys, network: 'regtest', number: 1, issuedAt: '2026-01-01T00:00:00Z' } as const;
    const keySet = join(folder, 'key-set.json');
    const publisher = Buffer.alloc(32, 7);
    await writeFile(keySet, JSON.stringify(signKeySet(set, publisher)));
    const collections = join(folder, 'collections.json');
    await writeSignedList(collections, desk.described, publisher);
    const secrets = {
      market: SECRETS,
      policy: { policy: ROLE_SECRETS.policy },
      gate: { gate: ROLE_SECRETS.gate },
    };
    for (const role of ROLES) {
      const file = join(folder, `${role}.json`);
      await writeKeyFile(file, secrets[role]);
      await makeJournal({ path: `${file}.journal`, key: keys[role] });
      const list = role === 'policy' ? ['--collections', collections] : [];
      const args = ['signer', '--role', role, '--socket', join(folder, role), '--keys', file, ...list];
      const env = {
        NETWORK: 'regtest',
        FEE_ADDRESS: TEST_SETTINGS.feeAddress,
        KEY_SET: keySet,
        ADMISSION_TIERS: TIERS.map(({ fromSats, lockBlocks, coins, depth }) =>
          [fromSats, lockBlocks, coins, depth].join(':'),
        ).join(),
        SIGNER_LEAST_FEE_BPS: String(LEAST_FEE_BPS),
        SIGNER_PACKAGES_PER_HOUR: '10000',
        LOG_LEVEL: 'silent',
        ...(role === 'policy' ? { CHAIN_RPC_URL: rpc.url } : {}),
      };
      children.push(startChild(process.execPath, [ORDBOOK, ...args], { env, bareEnv: true }));
    }
    const { policy, gate } = signers();
    await waitUntilReady(children[1]!, () => policy.publicKeys());
    await waitUntilReady(children[2]!, () => gate.publicKeys());
    await introduce(world, gate);
  });
  afterAll(async () => {
    await Promise.all(children.map((child) => child.stop()));
    for (const close of closers) await close();
    await rm(folder, { recursive: true, force: true });
  });

  const signers = () => {
    const at = (role: Role) => ({ socketPath: join(folder, role), timeoutMs: 30_000 });
    return fillSigners({ market: at('market'), policy: at('policy'), gate: at('gate') });
  };

  test.each([null, ...ROLES] as const)(
    'keep what they guarantee, also when it has the keys of this signer: %s',
    async (role) => {
      const outcome = await play(world, {
        signers: signers(),
        hacked: role && { role, secret: HACKED[role] },
        requests: REQUESTS,
        seed: 11 + ROLES.indexOf(role ?? 'market') + (role ? 1 : 0),
      });
      expect(outcome.breaches).toEqual([]);
      for (const [name, count] of Object.entries(outcome.signed))
        if (name !== role) expect(count, name).toBeGreaterThan(0);
      for (const child of children) child.assertRunning();
      const { signed, refused, requests } = outcome;
      console.log(`hacked: ${role ?? 'the service alone'}`, JSON.stringify({ requests, signed, refused }));
    },
  );
});
