import { readFile } from 'node:fs/promises';
import { parseKeySet, type SignedKeySet } from '@ordbook/protocol/key-set';
import type { NetworkName } from '@ordbook/protocol/network';
import { withFile } from '../base/file-fault.ts';
import type { SignerKeys } from '../signer/signing/role-keys.ts';

/**
 * Reads a key set from its file. Throws an Error when the file is missing, is not a key set that its
 * publisher has signed, or is of another network.
 */
export async function readKeySet(path: string, network: NetworkName): Promise<SignedKeySet> {
  const text = await withFile(path, 'the key set', () => readFile(path, 'utf8'));
  let set: SignedKeySet;
  try {
    set = parseKeySet(JSON.parse(text));
  } catch (error) {
    throw new Error(
      `${path} is no key set: ${(error as Error).message}; \`ordbook keys publish\` writes one`,
    );
  }
  if (set.network !== network)
    throw new Error(`${path} is a key set of ${set.network}, but NETWORK is ${network}`);
  return set;
}

/** The keys of all four roles. Throws an Error when the set has none for collection offers. */
export function signerKeys({ market, anchor, policy, gate }: SignedKeySet, path: string): SignerKeys {
  if (policy === null || gate === null)
    throw new Error(`${path} has no policy and gate key; write it with --policy and --gate`);
  return { market, anchor, policy, gate };
}

/** Throws an Error when a signer shows another key than the one in the key set, or than at the start. */
export function requireSignersOf(
  expected: { readonly [role in keyof SignerKeys]?: string | null },
  shown: Partial<SignerKeys>,
): void {
  for (const [role, key] of Object.entries(shown) as [keyof SignerKeys, string][])
    if (expected[role] !== key)
      throw new Error(
        `the ${role} key of the signers is ${key}, but ${expected[role]} is expected; start the right signer, or publish a new key set`,
      );
}
