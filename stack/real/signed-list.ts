import { writeFile } from 'node:fs/promises';
import type { PolicyCollection } from '../../server/src/signer/fill-port.ts';
import { signCollectionList } from '../../server/src/signer/policy/collection-list.ts';

/** Writes the list of the policy signer on regtest, as its publisher signs it. `secret`: 32 bytes. */
export async function writeSignedList(
  path: string,
  collections: readonly PolicyCollection[],
  secret: Uint8Array,
): Promise<void> {
  const list = { network: 'regtest', number: 1, issuedAt: '2026-01-01T00:00:00Z', collections } as const;
  await writeFile(path, JSON.stringify(signCollectionList(list, secret)));
}
