import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { makeAuthority } from '../../src/cli/init/certificates.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { installCertificateMetric } from '../../src/composition/tls-files.ts';

test('shows when each certificate expires, and leaves out a file that has none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-tls-'));
  const [SIGNER_TLS_CERT, SIGNER_TLS_CA] = [join(folder, 'own.pem'), join(folder, 'ca.pem')];
  const registry = new Registry();
  installCertificateMetric(readSettings({ NETWORK: 'regtest', SIGNER_TLS_CERT, SIGNER_TLS_CA }), registry);
  const shown = async () => [...(await registry.metrics()).matchAll(/setting="(\w+)"\} (\d+)$/gm)];
  expect(await shown()).toEqual([]);
  await writeFile(SIGNER_TLS_CERT, 'no certificate');
  await writeFile(SIGNER_TLS_CA, (await makeAuthority()).certificate);
  const found = await shown();
  expect(found.map(([, setting]) => setting)).toEqual(['SIGNER_TLS_CA']);
  const years = (Number(found[0]![2]) * 1_000 - Date.now()) / (365.25 * 86_400_000);
  expect(Math.round(years)).toBe(10);
  await rm(folder, { recursive: true });
});
