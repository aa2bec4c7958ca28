import { anchorAddress } from '../protocol/keys.ts';
import { generateSecrets, keyring, randomSecret, writeKeyFile } from '../signer/keys.ts';
import { roleKey } from '../signer/role-keys.ts';
import { readSettings } from './settings.ts';
import type { SignerRole } from './signer.ts';

/** Writes a new key file of a signer role and prints what may be known of it. Throws when the file exists. */
export async function makeKeys(
  options: { readonly file: string; readonly role: SignerRole },
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { NETWORK } = readSettings(env);
  const { role, file } = options;
  const lines = [`Keys written to ${file}: back the file up, and give it to the ${role} signer only.`];
  if (role === 'market') {
    const secrets = generateSecrets();
    const { publicKeys } = keyring(secrets, NETWORK);
    await writeKeyFile(file, secrets);
    lines.push(
      `market key      ${publicKeys.market}`,
      `anchor key      ${publicKeys.anchor}`,
      `anchor address  ${anchorAddress(publicKeys, NETWORK)}  (fund it: anchors are split from its coins)`,
    );
  } else {
    const secret = randomSecret();
    await writeKeyFile(file, { [role]: secret });
    lines.push(`${role} key  ${roleKey(secret, role, NETWORK).publicKey}`);
    if (role === 'gate') lines.push('Set GATE_KEY to it for the market signer.');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
