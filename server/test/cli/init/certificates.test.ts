import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { makeAuthority } from '../../../src/cli/init/certificates.ts';
import { tlsOptions } from '../../../src/signer/transport/address.ts';
import { SERVICE, wrongRole } from '../../../src/signer/transport/certificate-role.ts';

test('a certificate names its host and exactly its role, and is of the authority', async () => {
  const authority = await makeAuthority();
  const { certificate, key } = await authority.issue('market', 'ordbook:signer:market');
  const seen = new X509Certificate(certificate);
  expect(wrongRole(seen.subjectAltName, 'ordbook:signer:market')).toBe(null);
  expect(wrongRole(seen.subjectAltName, SERVICE)).toContain('instead of ordbook:service');
  expect(seen.checkHost('market')).toBe('market');
  expect(seen.checkHost('gate')).toBe(undefined);
  expect(seen.ca).toBe(false);
  const own = new X509Certificate(authority.certificate);
  expect(own.ca).toBe(true);
  expect(seen.checkIssued(own)).toBe(true);
  expect(seen.verify(own.publicKey)).toBe(true);
  const years = (new Date(seen.validTo).getTime() - Date.now()) / (365.25 * 24 * 3_600_000);
  expect(years).toBeGreaterThan(4.9);
  expect(key).toContain('PRIVATE KEY');
});

test('a signer and the service connect with their certificates, and one of another authority is refused', async () => {
  const [authority, other] = [await makeAuthority(), await makeAuthority()];
  const identity = async (by: typeof authority, host: string, role: Parameters<typeof by.issue>[1]) =>
    tlsOptions({ ...(await by.issue(host, role)), authority: authority.certificate });
  const server = createServer(await identity(authority, 'market', 'ordbook:signer:market'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const attempt = async (by: typeof authority) => {
    const options = {
      ...(await identity(by, 'service', SERVICE)),
      host: '127.0.0.1',
      servername: 'market',
      port,
    };
    return new Promise<string>((resolve) => {
      const socket = connect(options, () => socket.write('GET / HTTP/1.1\r\nHost: market\r\n\r\n'));
      socket.once('error', ({ message }) => resolve(message));
      socket.once('data', () => resolve('served'));
      socket.once('close', () => resolve('closed'));
    });
  };
  server.on('request', (_, response) => response.end());
  expect(await attempt(authority)).toBe('served');
  expect(await attempt(other)).not.toBe('served');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
