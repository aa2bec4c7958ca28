import type { Settings } from './settings.ts';

/** Paths of the PEM files for TLS between service and signers. */
export function tlsFiles(settings: Settings) {
  return {
    certificate: settings.SIGNER_TLS_CERT,
    key: settings.SIGNER_TLS_KEY,
    authority: settings.SIGNER_TLS_CA,
  };
}
