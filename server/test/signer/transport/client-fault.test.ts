import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import { signerAddress } from '../../../src/signer/transport/address.ts';
import { SERVICE } from '../../../src/signer/transport/certificate-role.ts';
import { signerClient } from '../../../src/signer/transport/client.ts';
import { connectionFault } from '../../../src/signer/transport/client-fault.ts';
import { type SignerProcess, serveSigner } from '../../../src/signer/transport/process.ts';
import { type Authority, createAuthority } from '../../support/certificates.ts';
import { SIGNER_OPTIONS } from '../requests.ts';

const MARKET = 'ordbook:signer:market';
const lines: { message: string; fields: Record<string, unknown> }[] = [];
const note = (fields: object, message: string) =>
  void lines.push({ message, fields: fields as Record<string, unknown> });
const log = { info: note, warn: note, error: note };

let folder: string;
let own: Authority;
let foreign: Authority;
let served: SignerProcess;
let where: string;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-fault-'));
  [own, foreign] = [await createAuthority(), await createAuthority()];
  where = `https://127.0.0.1:${await freePort()}`;
  const address = signerAddress(where, await own.issue('signer', MARKET), MARKET);
  served = await serveSigner(marketSigner(SIGNER_OPTIONS), { ...address, log });
});
afterAll(async () => {
  await served.close();
  await own.remove();
  await foreign.remove();
  await rm(folder, { recursive: true });
});

/** What the operator reads of a call that fails. */
async function detailOf(address: Parameters<typeof signerClient>[0]): Promise<string> {
  const asked = signerClient(address).publicKeys();
  return asked.then(
    () => 'it responded',
    (error: { detail?: string; message: string }) => {
      expect(error.message).toMatch(/^the signer is unreachable$/);
      return error.detail ?? '';
    },
  );
}
const timeoutMs = 5_000;
const at = async (url: string, authority: Authority) => ({
  ...signerAddress(url, await authority.issue(`client ${Math.random()}`, SERVICE), SERVICE),
  timeoutMs,
});

test('a socket that is not there, dead or closed to this user is each named', async () => {
  const socketPath = join(folder, 'none');
  expect(await detailOf({ socketPath, timeoutMs })).toContain(`there is no socket ${socketPath}`);
  const plain = join(folder, 'plain');
  await writeFile(plain, '');
  expect(await detailOf({ socketPath: plain, timeoutMs })).toContain(`nothing listens on ${plain}`);
  expect(connectionFault({ code: 'EACCES' }, { socketPath })).toContain(
    `this user may not open the socket ${socketPath}; set SIGNER_SOCKET_GROUP`,
  );
  await chmod(plain, 0o600);
});

test('a port where nothing listens is named', async () => {
  const nowhere = `https://127.0.0.1:${await freePort()}`;
  expect(await detailOf(await at(nowhere, own))).toContain('nothing listens at 127.0.0.1:');
});

test('a signer with a certificate of another authority is named, with the setting', async () => {
  expect(await detailOf(await at(where, foreign))).toContain('is not of the authority in SIGNER_TLS_CA');
});

test('a service whose certificate the signer refuses is named, and the signer logs who it was and why', async () => {
  const thief = await at(where, foreign);
  const { identity } = signerAddress(where, await own.issue('own', SERVICE), SERVICE) as {
    identity: { authority: string };
  };
  lines.length = 0;
  const trusting = {
    ...(thief as { host: string; port: number; identity: { certificate: string; key: string } }),
  };
  const detail = await detailOf({
    ...trusting,
    identity: { ...trusting.identity, authority: identity.authority },
    timeoutMs,
  });
  expect(detail).toMatch(
    /refused the certificate in SIGNER_TLS_CERT|ended the connection before it responded/,
  );
  expect(lines).toMatchObject([
    {
      message: "a client was refused: its certificate is not of the signer's authority",
      fields: {
        peer: '127.0.0.1',
        certificate: expect.stringMatching(/^CN=client .* of CN=operator$/),
        reason: 'CERT_SIGNATURE_FAILURE',
      },
    },
  ]);
});

test('a server that speaks plain HTTP is named as one without TLS', async () => {
  const server = createHttpServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  expect(await detailOf(await at(`https://127.0.0.1:${port}`, own))).toContain('does not speak TLS');
  await new Promise((resolve) => server.close(resolve));
});

test('a certificate of another role is named by the client, and logged by the signer with its subject', async () => {
  const gate = await own.issue('gate', 'ordbook:signer:gate');
  const other = signerAddress(where, gate, 'ordbook:signer:gate');
  lines.length = 0;
  const asked = signerClient({ ...other, timeoutMs }).publicKeys();
  await expect(asked).rejects.toMatchObject({
    detail: expect.stringContaining('the certificate names ordbook:signer:gate instead of ordbook:service'),
  });
  expect(lines).toMatchObject([
    { fields: { peer: '127.0.0.1', certificate: 'CN=gate of CN=operator', reason: expect.any(String) } },
  ]);
});

test('an address with another scheme than https is refused before anything is asked', () => {
  const files = { certificate: '', key: '', authority: '' };
  for (const text of ['http://127.0.0.1:1', 'tcp://127.0.0.1:1', 'unix:///run/s'])
    expect(() => signerAddress(text, files, SERVICE)).toThrow('signers are reached over TLS only');
  expect(signerAddress('/run/s', files, SERVICE)).toEqual({ socketPath: '/run/s' });
});
