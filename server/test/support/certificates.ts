import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { TlsFiles } from '../../src/signer/transport/address.ts';

/** The type of a subject alternative name: RFC 5280, 4.2.1.6. */
const URI = 6 as const;

export interface Authority {
  /** Files of a certificate that it issues for 127.0.0.1, good on either side of a connection, with these URIs in it. */
  issue(name: string, ...uris: string[]): Promise<TlsFiles>;
  remove(): Promise<void>;
}

/** An authority as an operator makes one, its files in a folder of their own. */
export async function createAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-tls-'));
  const common = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;
  const own = await generate([{ name: 'commonName', value: 'operator' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  return {
    async issue(name, ...uris) {
      const issued = await generate([{ name: 'commonName', value: name }], {
        ...common,
        ca: { key: own.private, cert: own.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          {
            name: 'subjectAltName',
            altNames: [{ type: 7, ip: '127.0.0.1' }, ...uris.map((value) => ({ type: URI, value }) as const)],
          },
        ],
      });
      return {
        certificate: await write(`${name}.pem`, issued.cert),
        key: await write(`${name}.key`, issued.private),
        authority: await write('authority.pem', own.cert),
      };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
