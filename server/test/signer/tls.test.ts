import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignerAddress, signerAddress, type TlsAddress } from '../../src/signer/address.ts';
import { signerClient } from '../../src/signer/client.ts';
import { localSigner } from '../../src/signer/local.ts';
import { type SignerProcess, serveSigner } from '../../src/signer/process.ts';
import { KEYS } from '../protocol/parties.ts';
import { type Authority, createAuthority } from '../support/certificates.ts';
import { signerContract } from './contract.ts';
import { SIGNER_OPTIONS } from './requests.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

signerContract('behind TLS', async () => {
  const authority = await createAuthority();
  const where = `https://127.0.0.1:${await freePort()}`;
  const served = await serveSigner(localSigner(SIGNER_OPTIONS), {
    ...signerAddress(where, await authority.issue('signer')),
    log: silent,
  });
  return {
    signer: signerClient({ ...signerAddress(where, await authority.issue('service')), timeoutMs: 20_000 }),
    async stop() {
      await served.close();
      await authority.remove();
    },
  };
});

describe('a signer behind TLS', () => {
  let where: string;
  let own: Authority;
  let foreign: Authority;
  let served: SignerProcess;

  beforeAll(async () => {
    [own, foreign] = [await createAuthority(), await createAuthority()];
    where = `https://127.0.0.1:${await freePort()}`;
    const address = signerAddress(where, await own.issue('signer'));
    served = await serveSigner(localSigner(SIGNER_OPTIONS), { ...address, log: silent });
  });
  afterAll(async () => {
    await served.close();
    await own.remove();
    await foreign.remove();
  });

  const ask = (address: SignerAddress) => signerClient({ ...address, timeoutMs: 5_000 }).publicKeys();

  test("answers who shows a certificate of the operator's authority", async () => {
    expect(await ask(signerAddress(where, await own.issue('service')))).toEqual(KEYS);
  });

  test('does not answer a certificate of another authority', async () => {
    const files = { ...(await foreign.issue('thief')), authority: (await own.issue('x')).authority };
    await expect(ask(signerAddress(where, files))).rejects.toThrow('the signer is away');
  });

  test('does not answer who shows none', async () => {
    const { host, port } = signerAddress(where, await own.issue('service')) as TlsAddress;
    const answered = await new Promise<boolean>((resolve) => {
      const socket = connect({ host, port, rejectUnauthorized: false });
      socket.on('data', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('close', () => resolve(false));
      socket.write('POST /publicKeys HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}');
    });
    expect(answered).toBe(false);
  });

  test('is not believed by a service of another authority', async () => {
    await expect(ask(signerAddress(where, await foreign.issue('service')))).rejects.toThrow(
      'the signer is away',
    );
  });

  test('needs a port and all three files', async () => {
    const files = await own.issue('service');
    expect(() => signerAddress('https://127.0.0.1', files)).toThrow('names no port');
    expect(() => signerAddress(where, { ...files, authority: '' })).toThrow('needs SIGNER_TLS_CERT');
  });
});
