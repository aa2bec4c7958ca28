import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { type SignedKeySet, signKeySet } from '@ordbook/protocol/key-set';
import type { NetworkName } from '@ordbook/protocol/network';
import { SIGNER_ROLES } from '../../composition/signer-roles.ts';
import { journalPathOf, makeJournal } from '../../signer/limits/journal-file.ts';
import { generateSecrets, keyring, randomSecret, secretOf, writeKeyFile } from '../../signer/signing/keys.ts';
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
