import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Settings } from './settings.ts';

/** Paths of the PEM files for TLS between service and signers. */
export function tlsFiles(settings: Settings) {
  return {
    certificate: settings.SIGNER_TLS_CERT,
    key: settings.SIGNER_TLS_KEY,
    authority: settings.SIGNER_TLS_CA,
  };
}

/**
 * A gauge of when this process's certificate for signers, and its authority, expire, read at each scrape. A
 * file without a certificate is left out.
 */
export function installCertificateMetric(settings: Settings, registry: Registry): void {
  const { certificate, authority } = tlsFiles(settings);
  new Gauge({
    name: 'ordbook_certificate_expiry_timestamp_seconds',
    help: 'When the first certificate of the file of this setting expires, Unix seconds.',
    labelNames: ['setting'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [setting, path] of Object.entries({
        SIGNER_TLS_CERT: certificate,
        SIGNER_TLS_CA: authority,
      })) {
        const expiresAt = await expiryOf(path).catch(() => null);
        if (expiresAt !== null) this.set({ setting }, expiresAt / 1_000);
      }
    },
  });
}

const expiryOf = async (path: string) => Date.parse(new X509Certificate(await readFile(path)).validTo);
