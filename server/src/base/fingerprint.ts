import { createHash } from 'node:crypto';

/** A short form of a public key, for people to compare: the start of its SHA-256, `a1b2 c3d4 e5f6 0718`. */
export function fingerprint(key: string): string {
  const hash = createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 16);
  return hash.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
