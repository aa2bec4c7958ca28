import { isIP } from 'node:net';
import { generate } from 'selfsigned';
import type { CertificateRole } from '../../signer/transport/certificate-role.ts';

/** PEM texts. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  readonly certificate: string;
  /** Needed to issue further certificates, and by no process that runs. */
  readonly key: string;
  /** A certificate for one holder: its host or IP address, and its role as a URI, which both sides check. */
  issue(host: string, role: CertificateRole): Promise<Certificate>;
}

const KIND = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;
const AUTHORITY_YEARS = 10;
const YEARS = 5;

/** Types of subject alternative names: RFC 5280, 4.2.1.6. */
const DNS = 2 as const;
const URI = 6 as const;
const IP = 7 as const;

/** Makes an authority that issues certificates for the signers and the service, and for nothing else. */
export async function makeAuthority(): Promise<Authority> {
  const own = await generate([{ name: 'commonName', value: 'ordbook signers' }], {
    ...KIND,
    ...validFor(AUTHORITY_YEARS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return {
    certificate: own.cert,
    key: own.private,
    async issue(host, role) {
      const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
        ...KIND,
        ...validFor(YEARS),
        ca: { key: own.private, cert: own.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          {
            name: 'subjectAltName',
            altNames: [
              isIP(host) === 0 ? { type: DNS, value: host } : { type: IP, ip: host },
              { type: URI, value: role },
            ],
          },
        ],
      });
      return { certificate: cert, key };
    },
  };
}

function validFor(years: number): { notBeforeDate: Date; notAfterDate: Date } {
  const now = new Date();
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return { notBeforeDate: now, notAfterDate: end };
}
