import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEYS } from '../../../../protocol/test/parties.ts';
import type { Signer } from '../../../src/signer/port.ts';
import { signerClient } from '../../../src/signer/transport/client.ts';
import { GIVES_UP_MS, ILL_BEHAVIOURS } from '../../support/peer.ts';
import { fanOutRequest, recoveryRequest } from '../requests.ts';

const TIMEOUT_MS = 150;
const well: RequestListener = (_, response) => void response.end(JSON.stringify(KEYS));

let folder: string;
let socketPath: string;
let server: Server | undefined;
let signer: Signer;

const listen = async (listener: RequestListener) => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(socketPath, resolve));
};
const leave = async () => {
  server?.closeAllConnections();
  if (server) await new Promise((resolve) => server!.close(resolve));
  server = undefined;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-signer-'));
  socketPath = join(folder, 's');
  signer = signerClient({ socketPath, timeoutMs: TIMEOUT_MS });
});
afterEach(async () => {
  await leave();
  await rm(folder, { recursive: true });
});

for (const [name, behaviour] of Object.entries(ILL_BEHAVIOURS)) {
  test(`a signer that ${name} is unavailable within the bound, and used again once it is well`, async () => {
    await listen(behaviour);
    const begun = performance.now();
    const calls = [
      signer.publicKeys(),
      signer.signAnchorFanOut(fanOutRequest()),
      signer.signRecovery(recoveryRequest(1)),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      const reason = (outcome as PromiseRejectedResult).reason;
      expect(reason).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/^the signer/) });
    }
    expect(performance.now() - begun).toBeLessThan(GIVES_UP_MS);
    await leave();
    await listen(well);
    expect(await signer.publicKeys()).toEqual(KEYS);
  });
}

test('a signer that is not there is away, and is found when it comes, goes and comes again', async () => {
  await expect(signer.publicKeys()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the signer is unreachable',
  });
  for (let round = 0; round < 3; round += 1) {
    await listen(well);
    expect(await signer.publicKeys()).toEqual(KEYS);
    await leave();
    await expect(signer.publicKeys()).rejects.toMatchObject({ code: 'unavailable' });
  }
});
