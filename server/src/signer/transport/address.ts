import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileFault } from '../../base/file-fault.ts';
import { type CertificateRole, wrongRole } from './certificate-role.ts';

/**
 * Where a signer listens: a unix socket that only its user and a group can open, or a TLS port on which both
 * sides present a certificate of the operator's own authority that names their role.
 */
export type SignerAddress = { readonly socketPath: string } | TlsAddress;

export interface TlsAddress {
  readonly host: string;
  readonly port: number;
  readonly identity: TlsIdentity;
}

/** PEM texts. */
export interface TlsIdentity {
  readonly certificate: string;
  readonly key: string;
  /** The only trusted certificate authority. */
  readonly authority: string;
}

/** Paths of PEM files. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

/**
 * Reads the path of a unix socket, or `https://host:port`. `own`: the role that this side's certificate must
 * name. Throws an Error that says what is wrong with the address or a file.
 */
export function signerAddress(text: string, files: TlsFiles, own: CertificateRole): SignerAddress {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !text.startsWith('https://'))
    throw new Error(
      `${text} is neither the path of a unix socket nor https://host:port; signers are reached over TLS only`,
    );
  if (!text.startsWith('https://')) return { socketPath: text };
  const { hostname, port } = new URL(text);
  if (port === '') throw new Error(`${text} has no port; write https://host:port`);
  if (Object.values(files).includes(''))
    throw new Error(`${text} needs TLS; set SIGNER_TLS_CERT, SIGNER_TLS_KEY and SIGNER_TLS_CA`);
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new Error(fileFault(error, path, 'the TLS file') ?? (error as Error).message, { cause: error });
    }
  };
  const certificate = read(files.certificate);
  const fault = wrongRole(new X509Certificate(certificate).subjectAltName, own);
  if (fault !== null)
    throw new Error(`${files.certificate}: ${fault}; issue a new one with URI:${own} in its subjectAltName`);
  return {
    host: hostname,
    port: Number(port),
    identity: { certificate, key: read(files.key), authority: read(files.authority) },
  };
}

/** TLS options for either side: TLS 1.3 only, and only peers with a certificate of the authority. */
export function tlsOptions({ certificate, key, authority }: TlsIdentity) {
  return {
    cert: certificate,
    key,
    ca: authority,
    minVersion: 'TLSv1.3',
    requestCert: true,
    rejectUnauthorized: true,
  } as const;
}
