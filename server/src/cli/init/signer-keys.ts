import { chmod, constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { type SignedKeySet, signKeySet } from '@ordbook/protocol/key-set';
import type { NetworkName } from '@ordbook/protocol/network';
import { readKeySet, requireSignersOf, signerKeys } from '../../composition/key-set-file.ts';
import { SIGNER_ROLES, type SignerRole } from '../../composition/signer-roles.ts';
import { journalPathOf, makeJournal } from '../../signer/limits/journal-file.ts';
import type { Passphrase } from '../../signer/signing/encrypted-keys.ts';
import {
  generateSecrets,
  keyring,
  randomSecret,
  readKeyFile,
  readRoleKeyFile,
  secretOf,
  writeKeyFile,
} from '../../signer/signing/keys.ts';
import { roleKey } from '../../signer/signing/role-keys.ts';

export interface MadeKeys {
  readonly keySet: SignedKeySet;
  /** Coins that are sent here become anchors and admission coins. */
  readonly anchorAddress: string;
}

/**
 * Makes the keys of all signers and of the publisher. Writes one key file for each, with an empty journal
 * beside those of the signers, where `pathOf` says; the folders must exist. Returns the public keys as a key
 * set. Throws an Error when a file exists.
 */
export async function makeSignerKeys(
  pathOf: (holder: (typeof SIGNER_ROLES)[number] | 'publisher') => string,
  network: NetworkName,
): Promise<MadeKeys> {
  const operator = generateSecrets();
  const [policy, gate, publisher] = [randomSecret(), randomSecret(), randomSecret()];
  const { publicKeys } = keyring(operator, network);
  const keys = {
    ...publicKeys,
    policy: roleKey(policy, 'policy', network).publicKey,
    gate: roleKey(gate, 'gate', network).publicKey,
  };
  const secrets = { market: operator, policy: { policy }, gate: { gate } };
  for (const role of SIGNER_ROLES) {
    await writeKeyFile(pathOf(role), secrets[role]);
    await makeJournal({ path: journalPathOf(pathOf(role)), key: keys[role] });
  }
  await writeKeyFile(pathOf('publisher'), { publisher });
  return {
    keySet: signKeySet(
      { network, number: 1, issuedAt: new Date().toISOString(), ...keys },
      secretOf(publisher, 'publisher', network),
    ),
    anchorAddress: anchorAddress(publicKeys, network),
  };
}

/** The file with the public keys that is backed up beside the key files. */
export const KEY_SET_FILE = 'key-set.json';

/** Keys from a backup, which were found to belong together. */
export interface BackedUpKeys extends MadeKeys {
  /** Copies the key files, each with a new journal that knows that the old one is lost. */
  writeTo(pathOf: (role: SignerRole) => string): Promise<void>;
}

/**
 * Reads a folder of key files as `init` makes it (`market/keys.json` and so on) with the key set, and changes
 * nothing. Throws an Error when a file is missing, others can read it, or a key is not that of the key set.
 */
export async function backedUpKeys(
  folder: string,
  network: NetworkName,
  passphrase: Passphrase,
): Promise<BackedUpKeys> {
  const path = join(folder, KEY_SET_FILE);
  const keySet = await readKeySet(path, network);
  const keys = signerKeys(keySet, path);
  const file = (role: SignerRole) => join(folder, role, 'keys.json');
  const { publicKeys } = keyring(await readKeyFile(file('market'), passphrase), network);
  requireSignersOf(keys, publicKeys);
  for (const role of ['policy', 'gate'] as const) {
    const secret = await readRoleKeyFile(file(role), role, passphrase);
    requireSignersOf(keys, { [role]: roleKey(secret, role, network).publicKey });
  }
  return {
    keySet,
    anchorAddress: anchorAddress(publicKeys, network),
    async writeTo(pathOf) {
      for (const role of SIGNER_ROLES) {
        await copyFile(file(role), pathOf(role), constants.COPYFILE_EXCL);
        await chmod(pathOf(role), 0o600);
        await makeJournal({ path: journalPathOf(pathOf(role)), key: keys[role] }, new Date());
      }
    },
  };
}
