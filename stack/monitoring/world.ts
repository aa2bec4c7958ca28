/** A service with real parts around it, each of which a test can stop, slow down or fill. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMiner, type Miner } from '../../sandbox/src/miner.ts';
import { makeSignerKeys } from '../../server/src/cli/init/signer-keys.ts';
import { buildService, type Service } from '../../server/src/composition/build-service.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import { TEST_SETTINGS } from '../../server/test/support/api.ts';
import { until } from '../edge/replica.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { type Child, startChild } from '../real/child.ts';
import { type Ord, startOrd } from '../real/ord.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import { type Postgres, startPostgres } from '../real/postgres.ts';

export interface World {
  readonly node: Bitcoind;
  readonly index: Ord;
  /** A second index: the answers of the first, as `lie` changes them. */
  readonly second: { lie: (body: string) => string };
  readonly postgres: Postgres;
  readonly miner: Miner;
  readonly service: Service;
  /** Where the service listens. */
  readonly url: string;
  /** Settings of the service, as the environment has them. */
  readonly env: Readonly<Record<string, string>>;
  /** The certificate of the service, and that of the market signer; files that tests write. */
  readonly certificates: { readonly service: string; readonly signer: string };
  /** The market signer. */
  signer(): Child;
  /** Starts the market signer again with other settings, `lost`: without its journal. */
  restartSigner(env?: Readonly<Record<string, string>>, lost?: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-alerts-'));
    closing.push(() => rm(folder, { recursive: true }));
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const node = await startBitcoind();
    closing.push(() => node.stop());
    const miner = createMiner(node.call);
    await miner.warmUp(1_000_000_000);
    const index = await startOrd({ bitcoind: node });
    closing.push(() => index.stop());
    await index.caughtUp();
    const second = { lie: (body: string) => body };
    const proxy = await mirror(index.url, second);
    closing.push(async () => proxy.close());

    const { keySet } = await makeSignerKeys((holder) => join(folder, `${holder}.json`), 'regtest');
    await writeFile(join(folder, 'key-set.json'), JSON.stringify(keySet));
    const certificates = { service: join(folder, 'service.pem'), signer: join(folder, 'signer.pem') };
    const common = {
      ...{ NETWORK: 'regtest', FEE_ADDRESS: TEST_SETTINGS.feeAddress, LOG_LEVEL: 'silent' },
      ...{ KEY_SET: join(folder, 'key-set.json'), ANCHOR_POOL_TARGET: '40' },
    };
    const socket = join(folder, 'market.sock');
    let signer: Child;
    const startSigner = (own: Readonly<Record<string, string>>, ...args: string[]) => {
      const keys = ['--keys', join(folder, 'market.json')];
      signer = startChild(process.execPath, [ORDBOOK, 'signer', '--socket', socket, ...keys, ...args], {
        bareEnv: true,
        env: { ...common, SIGNER_TLS_CERT: certificates.signer, ...own },
      });
    };
    startSigner({});
    closing.push(() => signer.stop());
    const env = {
      ...common,
      CHAIN_RPC_URL: node.url,
      ORD_URL: `${index.url},http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      DATABASE_URL: postgres.url,
      SIGNER_ENDPOINT: socket,
      SIGNER_TLS_CERT: certificates.service,
      ADMIN_TOKEN: `ann:${'ab'.repeat(32)}`,
      TOKEN_KEYS: `alerts:${'cd'.repeat(32)}`,
      FUNDING_REQUIREMENT_SATS: '0',
      POLL_MS: '100',
      LIMIT_SCALE: '1000',
    };
    await until('the signer listens', async () => existsSync(socket), 60_000);
    const service = await buildService(readSettings(env));
    closing.push(() => service.close());
    const url = await service.api.listen({ host: '127.0.0.1', port: 0 });
    const isSignerUp = () =>
      service.ctx.signer.publicKeys().then(
        () => true,
        () => false,
      );
    service.ledFollower.start();
    return {
      ...{ node, index, second, postgres, miner, service, url, env, certificates, close },
      signer: () => signer,
      async restartSigner(own = {}, lost = false) {
        await signer.stop();
        startSigner(own, ...(lost ? ['--new-journal', '--yes', '--reason', 'a test', '--as', 'ann'] : []));
        await until('the signer is back', isSignerUp, 60_000);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Passes on what the server at `target` answers. */
async function mirror(target: string, second: World['second']): Promise<Server> {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { accept = '*/*', 'content-type': type = 'application/json' } = request.headers;
      const answer = await fetch(`${target}${request.url}`, {
        method: request.method!,
        headers: { accept, 'content-type': type },
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      const body = second.lie(await answer.text());
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(body);
    } catch {
      response.destroy();
    }
  };
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
