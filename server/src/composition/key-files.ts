import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { admissionAddress, tierText } from '@ordbook/protocol/collection-offer/admission';
import type { NetworkName } from '@ordbook/protocol/network';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { withFile } from '../base/file-fault.ts';
import { fingerprint } from '../base/fingerprint.ts';
import { encryptKeys, isEncrypted, type Passphrase } from '../signer/signing/encrypted-keys.ts';
import { readPrivately, readSecretText, secretOf } from '../signer/signing/keys.ts';
import type { Owner } from '../store/database/identity.ts';
import { readKeySet } from './key-set-file.ts';
import type { Settings } from './settings.ts';
import { readTiers } from './tiers.ts';

const ROLES = ['market', 'anchor', 'policy', 'gate', 'publisher'] as const;
type KeyRole = (typeof ROLES)[number];
export type PublicKeys = { readonly [role in KeyRole]?: string };

/**
 * The public keys of a key file or a key set. Throws an Error when it is neither, and what `readKeyFile`
 * throws.
 */
export async function publicKeysIn(
  path: string,
  network: NetworkName,
  passphrase?: Passphrase,
): Promise<{ keys: PublicKeys; isKeySet: boolean }> {
  const text = await withFile(path, 'the key file', () => readFile(path, 'utf8'));
  if (!isEncrypted(text) && text.includes('"signature"')) {
    const { market, anchor, policy, gate, publisher } = await readKeySet(path, network);
    const keys = { market, anchor, publisher, ...(policy && { policy }), ...(gate && { gate }) };
    return { keys, isKeySet: true };
  }
  const content = parsed(await readSecretText(path, passphrase));
  const keys = Object.fromEntries(
    ROLES.flatMap((role) => {
      const secret = content[role];
      if (typeof secret !== 'string') return [];
      return [[role, bytesToHex(xOnlyPointFromScalar(secretOf(secret, role, network)))]];
    }),
  );
  if (Object.keys(keys).length === 0)
    throw new Error(`${path} is neither a key file nor a key set; \`ordbook keys\` writes the first`);
  return { keys, isKeySet: false };
}

/**
 * Lines about the keys of a file: public keys, fingerprints, addresses, and whether the database belongs to
 * them. Never a secret.
 */
export async function describeKeys(
  path: string,
  settings: Settings,
  { passphrase, owner }: { readonly passphrase?: Passphrase; readonly owner: Owner | null },
): Promise<string[]> {
  const { NETWORK: network, ADMISSION_TIERS } = settings;
  const { keys, isKeySet } = await publicKeysIn(path, network, passphrase);
  const lines = [
    `${path}: ${isKeySet ? 'a key set, signed by its publisher, of' : 'a key file of'} ${network}`,
  ];
  for (const role of ROLES) {
    const key = keys[role];
    if (key) lines.push(`${role.padEnd(10)} ${key}   ${fingerprint(key)}`);
  }
  const { anchor, gate } = keys;
  if (anchor) lines.push(`anchor address           ${anchorAddress({ anchor }, network)}`);
  if (gate)
    for (const tier of readTiers(ADMISSION_TIERS))
      lines.push(`${tierText(tier).padEnd(24)} ${admissionAddress(tier, gate, network)}`);
  if (owner) lines.push(ownerLine(keys, owner));
  return lines;
}

function ownerLine(keys: PublicKeys, owner: Owner): string {
  const compared = (['market', 'anchor'] as const).filter((role) => keys[role] !== undefined);
  const other = compared.find((role) => keys[role] !== owner[role]);
  if (other) return `the database belongs to another ${other} key: ${owner[other]}`;
  return compared.length === 0
    ? `the database is of ${owner.network}, with the market key ${owner.market}`
    : 'the database belongs to these keys';
}

/**
 * Encrypts a key file in place, and checks that the passphrase opens it. Throws an Error when it is
 * encrypted.
 */
export async function encryptKeyFile(path: string, passphrase: Passphrase): Promise<void> {
  const text = await readPrivately(path);
  if (isEncrypted(text)) throw new Error(`${path} is encrypted already`);
  if (Object.keys(parsed(text)).length === 0) throw new Error(`${path} is not a key file`);
  const word = await passphrase();
  if (word.length < SHORTEST_PASSPHRASE)
    throw new Error(`the passphrase has ${word.length} characters; use at least ${SHORTEST_PASSPHRASE}`);
  const encrypted = await encryptKeys(text, word);
  await replace(path, encrypted, async (draft) => {
    if ((await readSecretText(draft, async () => word)) !== text)
      throw new Error(`${path} was not encrypted: what was written could not be read back`);
  });
}

const SHORTEST_PASSPHRASE = 12;

/** Decrypts a key file in place. Throws an Error when it is not encrypted, or with another passphrase. */
export async function decryptKeyFile(path: string, passphrase: Passphrase): Promise<void> {
  if (!isEncrypted(await readPrivately(path))) throw new Error(`${path} is not encrypted`);
  await replace(path, await readSecretText(path, passphrase), async () => undefined);
}

/** Replaces a file at once: a crash leaves the old or the new one. `check` reads the new one first. */
async function replace(path: string, text: string, check: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.next`;
  const file = await withFile(draft, 'the new key file', () => open(draft, 'wx', 0o600));
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await check(draft);
  await rename(draft, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
