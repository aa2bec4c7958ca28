import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERVICE, wrongRole } from '../../../src/signer/transport/certificate-role.ts';
import { type Authority, createAuthority } from '../../support/certificates.ts';

const GATE = 'ordbook:signer:gate';
let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});
afterAll(() => authority.remove());

/** What node tells of a certificate with these URIs. */
async function altNames(...uris: string[]): Promise<string | undefined> {
  const { certificate } = await authority.issue('certificate', ...uris);
  return new X509Certificate(await readFile(certificate)).subjectAltName;
}

test('the one role that a certificate names is its own', async () => {
  expect(wrongRole(await altNames(GATE), GATE)).toBe(null);
  expect(wrongRole(await altNames('https://gate.example/', GATE), GATE)).toBe(null);
});

test('another role is told with the one expected', async () => {
  expect(wrongRole(await altNames(GATE), SERVICE)).toBe(
    `the certificate names ${GATE} instead of ${SERVICE}`,
  );
});

test('several roles are none', async () => {
  expect(wrongRole(await altNames(GATE, SERVICE), SERVICE)).toBe(
    `the certificate names ${GATE} and ${SERVICE} instead of ${SERVICE}`,
  );
});

test('a certificate without a role is of none', async () => {
  expect(wrongRole(await altNames(), GATE)).toContain('names no role');
  expect(wrongRole(undefined, GATE)).toContain('names no role');
});

test.each([
  `https://example/, URI:${GATE}`,
  `${GATE}, URI:${GATE}`,
  `https://example/",URI:${GATE}`,
  `${GATE}x`,
  `x${GATE}`,
  GATE.toUpperCase(),
])('a name that only looks like a role is none: %s', async (uri) => {
  expect(wrongRole(await altNames(uri), GATE)).not.toBe(null);
});
