import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readSettings } from '../composition/settings.ts';
import type { SignerRole } from '../composition/signer-roles.ts';
import { journalPathOf, makeJournal } from '../signer/limits/journal-file.ts';
import { generateSecrets, keyring, randomSecret, writeKeyFile } from '../signer/signing/keys.ts';
import { roleKey } from '../signer/signing/role-keys.ts';

/**
 * Writes a new key file of a signer role and its empty journal, and prints the public keys. Throws when a
 * file exists.
 */
export async function makeKeys(
  options: { readonly file: string; readonly role: SignerRole },
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { NETWORK } = readSettings(env);
  const { role, file } = options;
  const path = journalPathOf(file);
  const lines = [
    `Keys written to ${file}. Back the file up, and give it only to the ${role} signer.`,
    `The journal of signatures is ${path}. Keep it beside the keys, and do not back it up.`,
  ];
  if (role === 'market') {
    const secrets = generateSecrets();
    const { publicKeys } = keyring(secrets, NETWORK);
    await writeKeyFile(file, secrets);
    await makeJournal({ path, key: publicKeys.market });
    lines.push(
      `market key      ${publicKeys.market}`,
      `anchor key      ${publicKeys.anchor}`,
      `anchor address  ${anchorAddress(publicKeys, NETWORK)}  (fund it: anchors are made from its coins)`,
    );
  } else {
    const secret = randomSecret();
    const { publicKey: key } = roleKey(secret, role, NETWORK);
    await writeKeyFile(file, { [role]: secret });
    await makeJournal({ path, key });
    lines.push(`${role} key  ${key}`);
    lines.push('Put it into the key set: `ordbook keys publish --help`.');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
