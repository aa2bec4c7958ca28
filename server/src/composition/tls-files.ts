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
 * When this process's certificate between service and signers, and its authority, expire. A file without a
 * certificate is left out.
 */
export async function certificateExpiries(
  settings: Settings,
): Promise<{ readonly setting: string; readonly expiresAt: Date }[]> {
  const { certificate, authority } = tlsFiles(settings);
  const found = Object.entries({ SIGNER_TLS_CERT: certificate, SIGNER_TLS_CA: authority }).map(
    async ([setting, path]) => {
      const read = await readFile(path).catch(() => null);
      try {
        return read ? [{ setting, expiresAt: new Date(new X509Certificate(read).validTo) }] : [];
      } catch {
        return [];
      }
    },
  );
  return (await Promise.all(found)).flat();
}

/** A gauge of `certificateExpiries`, read at each scrape; `holder`: whose they are. */
export function installCertificateMetric(
  settings: Settings,
  registry: Registry,
  holder: 'ordbook' | 'ordbook_signer' = 'ordbook',
): void {
  new Gauge({
    name: `${holder}_certificate_expiry_timestamp_seconds`,
    help: 'When the first certificate of the file of this setting expires, Unix seconds.',
    labelNames: ['setting'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { setting, expiresAt } of await certificateExpiries(settings))
        this.set({ setting }, expiresAt.getTime() / 1_000);
    },
  });
}
