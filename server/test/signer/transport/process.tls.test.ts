import { readFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEYS } from '../../../../protocol/test/parties.ts';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import {
  type SignerAddress,
  signerAddress,
  type TlsAddress,
  tlsOptions,
} from '../../../src/signer/transport/address.ts';
import { SERVICE } from '../../../src/signer/transport/certificate-role.ts';
import { signerClient } from '../../../src/signer/transport/client.ts';
import { gateClient, policyClient } from '../../../src/signer/transport/fill-clients.ts';
import { type SignerProcess, serveSigner } from '../../../src/signer/transport/process.ts';
import { type Authority, createAuthority } from '../../support/certificates.ts';
import { signerContract } from '../contract.ts';
import { SIGNER_OPTIONS } from '../requests.ts';

const MARKET = 'ordbook:signer:market';
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
  const served = await serveSigner(marketSigner(SIGNER_OPTIONS), {
    ...signerAddress(where, await authority.issue('signer', MARKET), MARKET),
    log: silent,
  });
  const service = signerAddress(where, await authority.issue('service', SERVICE), SERVICE);
  return {
    signer: signerClient({ ...service, timeoutMs: 20_000 }),
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
  let lines: string[];

  beforeAll(async () => {
    [own, foreign] = [await createAuthority(), await createAuthority()];
    where = `https://127.0.0.1:${await freePort()}`;
    const address = signerAddress(where, await own.issue('signer', MARKET), MARKET);
    const write = (fields: object, message: string) =>
      void lines.push(`${message} ${JSON.stringify(fields)}`);
    served = await serveSigner(marketSigner(SIGNER_OPTIONS), {
      ...address,
      log: { info: write, warn: write, error: write },
    });
  });
  beforeEach(() => {
    lines = [];
  });
  afterAll(async () => {
    await served.close();
    await own.remove();
    await foreign.remove();
  });

  const ask = (address: SignerAddress) => signerClient({ ...address, timeoutMs: 5_000 }).publicKeys();
  const serviceOf = async (authority: Authority) =>
    signerAddress(where, await authority.issue('service', SERVICE), SERVICE) as TlsAddress;

  /** The address for a client that shows the certificate of a signer. */
  const impostor = async () =>
    signerAddress(where, await own.issue('impostor', MARKET), MARKET) as TlsAddress;

  test("answers who shows the service's certificate of the operator's authority", async () => {
    expect(await ask(await serviceOf(own))).toEqual(KEYS);
    expect(lines).toEqual([]);
  });

  test('does not answer a certificate of another authority, and logs why', async () => {
    const thief = await serviceOf(foreign);
    const { authority } = (await serviceOf(own)).identity;
    await expect(ask({ ...thief, identity: { ...thief.identity, authority } })).rejects.toThrow(
      'the signer is unreachable',
    );
    expect(lines.join()).toContain("a client was refused: its certificate is not of the signer's authority");
  });

  test('does not answer who shows none', async () => {
    const { host, port } = await serviceOf(own);
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
    await expect(ask(await serviceOf(foreign))).rejects.toThrow('the signer is unreachable');
  });

  test('answers no certificate that names another role than the service, and logs both', async () => {
    await expect(ask(await impostor())).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the signer is not signing now; try again later',
      detail: `the signer: it does not serve this client: the certificate names ${MARKET} instead of ${SERVICE}`,
    });
    expect(lines.filter((line) => line.includes('certificate'))).toEqual([
      expect.stringContaining(
        `a client was refused: the certificate names ${MARKET} instead of ${SERVICE} {"peer":"127.0.0.1","certificate":"CN=impostor of CN=operator"`,
      ),
    ]);
  });

  test('answers no certificate without a role', async () => {
    const address = await impostor();
    const files = await own.issue('nobody');
    const identity = {
      ...address.identity,
      certificate: await readFile(files.certificate, 'utf8'),
      key: await readFile(files.key, 'utf8'),
    };
    await expect(ask({ ...address, identity })).rejects.toMatchObject({
      detail: expect.stringContaining('the certificate names no role'),
    });
  });

  test.each([
    ['policy', policyClient],
    ['gate', gateClient],
  ] as const)('is not taken for the %s signer: nothing is sent to it', async (role, client) => {
    const requests: string[] = [];
    const { identity } = signerAddress(where, await own.issue('signer', MARKET), MARKET) as TlsAddress;
    const market = createTlsServer(tlsOptions(identity), ({ url }, response) => {
      requests.push(url!);
      response.end('{}');
    });
    await new Promise<void>((resolve) => market.listen(0, '127.0.0.1', resolve));
    const { port } = market.address() as { port: number };
    const asked = client({ ...(await serviceOf(own)), port, timeoutMs: 5_000 }).publicKeys();
    await expect(asked).rejects.toMatchObject({
      message: `the ${role} signer is unreachable`,
      detail: `the ${role} signer is unreachable: the certificate names ${MARKET} instead of ordbook:signer:${role}`,
    });
    expect(requests).toEqual([]);
    await new Promise((resolve) => market.close(resolve));
  });

  test('needs a port, all three files, and a certificate of its own role', async () => {
    const files = await own.issue('signer', MARKET);
    expect(() => signerAddress('https://127.0.0.1', files, MARKET)).toThrow('has no port');
    expect(() => signerAddress(where, { ...files, authority: '' }, MARKET)).toThrow('set SIGNER_TLS_CERT');
    expect(() => signerAddress(where, files, SERVICE)).toThrow(
      `${files.certificate}: the certificate names ${MARKET} instead of ${SERVICE}; issue a new one with URI:${SERVICE} in its subjectAltName`,
    );
  });
});
