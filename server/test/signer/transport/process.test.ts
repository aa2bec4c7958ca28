import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KEYS } from '../../../../protocol/test/parties.ts';
import { notNow } from '../../../src/signer/limits/journal.ts';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import type { Signer } from '../../../src/signer/port.ts';
import { signerClient } from '../../../src/signer/transport/client.ts';
import { MAX_MESSAGE_BYTES } from '../../../src/signer/transport/messages.ts';
import { type SignerLog, type SignerProcess, serveSigner } from '../../../src/signer/transport/process.ts';
import { signerContract } from '../contract.ts';
import { fanOutRequest, recoveryRequest, SIGNER_OPTIONS } from '../requests.ts';

const silent: SignerLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function temporarySocket() {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-signer-'));
  return { socketPath: join(folder, 's'), remove: () => rm(folder, { recursive: true }) };
}

signerContract('over a unix socket', async () => {
  const { socketPath, remove } = await temporarySocket();
  const served = await serveSigner(marketSigner(SIGNER_OPTIONS), { socketPath, log: silent });
  return {
    signer: signerClient({ socketPath, timeoutMs: 20_000 }),
    async stop() {
      await served.close();
      await remove();
    },
  };
});

describe('the signer process', () => {
  let socketPath: string;
  let remove: () => Promise<void>;
  let served: SignerProcess | undefined;
  let lines: string[];
  const log: SignerLog = {
    info: (fields, message) => lines.push(`${message} ${JSON.stringify(fields)}`),
    warn: (fields, message) => lines.push(`${message} ${JSON.stringify(fields)}`),
    error: (fields, message) => lines.push(`${message} ${JSON.stringify(fields)}`),
  };
  const serve = async (signer: Signer = marketSigner(SIGNER_OPTIONS)) => {
    served = await serveSigner(signer, { socketPath, log });
  };

  beforeEach(async () => {
    ({ socketPath, remove } = await temporarySocket());
    lines = [];
  });
  afterEach(async () => {
    await served?.close();
    served = undefined;
    await remove();
  });

  const post = (path: string, body: string, method = 'POST') =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = httpRequest({ socketPath, path, method }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });

  test('only its own user can open the socket', async () => {
    await serve();
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
  });

  test('a socket that a dead process left is replaced', async () => {
    const dead = createServer();
    await new Promise<void>((resolve) => dead.listen(`${socketPath}.dead`, resolve));
    const { rename } = await import('node:fs/promises');
    await rename(`${socketPath}.dead`, socketPath);
    await new Promise((resolve) => dead.close(resolve));
    await serve();
    expect(await signerClient({ socketPath, timeoutMs: 1000 }).publicKeys()).toEqual(KEYS);
  });

  test('a second signer on the socket of a living one is refused', async () => {
    await serve();
    await expect(serveSigner(marketSigner(SIGNER_OPTIONS), { socketPath, log })).rejects.toThrow(
      'another process already listens on',
    );
  });

  test('a file in the place of the socket is left alone', async () => {
    await writeFile(socketPath, 'precious');
    await expect(serve()).rejects.toThrow('exists and is not a socket');
  });

  test('what is no message is refused before anything is computed', async () => {
    const never = () => Promise.reject(new Error('asked'));
    await serve({
      publicKeys: never,
      signSale: never,
      signRecovery: never,
      signTakeBack: never,
      signCounter: never,
      signCounterRecovery: never,
      signAnchorFanOut: never,
    });
    const { coins, ...lacking } = fanOutRequest();
    const bad: [string, string, string?][] = [
      ['/signAnchorFanOut', 'rubbish'],
      ['/signAnchorFanOut', '{}'],
      ['/signAnchorFanOut', JSON.stringify(lacking)],
      ['/signAnchorFanOut', JSON.stringify({ coins, ...lacking, count: -1 })],
      ['/signAnchorFanOut', JSON.stringify({ coins, ...lacking, feeSats: 0.5 })],
      ['/signRecovery', JSON.stringify({ ...recoveryRequest(1), items: [] })],
      ['/constructor', '{}'],
      ['/sign', '{}'],
      ['/publicKeys', '{}', 'PUT'],
    ];
    for (const [path, body, method] of bad)
      expect(await post(path, body, method)).toMatchObject({ status: 400 });
    expect(lines.join()).not.toContain('asked');
  });

  test('a message over the size limit is refused', async () => {
    await serve();
    expect(await post('/publicKeys', ' '.repeat(MAX_MESSAGE_BYTES + 1))).toMatchObject({ status: 413 });
    expect(await post('/publicKeys', '{}')).toMatchObject({ status: 200 });
  });

  test('a limit is told as such, and never as a bug', async () => {
    const limited = async () => {
      throw notNow('all is used up');
    };
    await serve({ ...marketSigner(SIGNER_OPTIONS), signAnchorFanOut: limited });
    expect(await post('/signAnchorFanOut', JSON.stringify(fanOutRequest()))).toEqual({
      status: 503,
      text: '{"unavailable":"all is used up"}',
    });
    expect(lines).toEqual([]);
  });

  test('its figures are told at GET /metrics, where there are some', async () => {
    served = await serveSigner(marketSigner(SIGNER_OPTIONS), {
      socketPath,
      log,
      metrics: async () => 'up 1',
    });
    expect(await post('/metrics', '', 'GET')).toEqual({ status: 200, text: 'up 1' });
    expect(await post('/metrics', '')).toMatchObject({ status: 400 });
  });

  test('a bug is logged and told without detail, and the process goes on', async () => {
    const broken = async () => {
      throw new TypeError('deep inside');
    };
    await serve({ ...marketSigner(SIGNER_OPTIONS), signAnchorFanOut: broken });
    const signer = signerClient({ socketPath, timeoutMs: 1000 });
    const failed = signer.signAnchorFanOut(fanOutRequest());
    await expect(failed).rejects.toMatchObject({ code: 'unavailable' });
    await expect(failed).rejects.not.toThrow(/deep inside/);
    expect(await signer.publicKeys()).toEqual(KEYS);
    expect(lines[0]).toMatch(/^the signer failed/);
  });
});
