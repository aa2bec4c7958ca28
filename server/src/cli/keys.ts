import { anchorAddress } from '../protocol/keys.ts';
import { generateSecrets, keyring, writeKeyFile } from '../signer/keys.ts';
import { readSettings } from './settings.ts';

/** Writes a new key file and prints what may be known of it. Throws when the file exists. */
export async function makeKeys(options: { readonly file: string }, env: NodeJS.ProcessEnv): Promise<void> {
  const { NETWORK } = readSettings(env);
  const secrets = generateSecrets();
  const { publicKeys } = keyring(secrets, NETWORK);
  await writeKeyFile(options.file, secrets);
  process.stdout.write(
    [
      `Keys written to ${options.file}: back the file up, and give it to the signer only.`,
      `market key      ${publicKeys.market}`,
      `anchor key      ${publicKeys.anchor}`,
      `anchor address  ${anchorAddress(publicKeys, NETWORK)}  (fund it: anchors are split from its coins)`,
      '',
    ].join('\n'),
  );
}
