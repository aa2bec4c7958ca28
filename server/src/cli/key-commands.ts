import type { Command, Option } from 'commander';
import type { SignerRole } from '../composition/signer-roles.ts';
import { acting, reading } from './acting.ts';
import type { SweepOptions } from './key-files.ts';
import type { PublishOptions } from './key-set.ts';

/** `ordbook keys …`; docs/operations.md has the steps to retire a key. */
export function addKeyCommands(program: Command, role: () => Option): void {
  const keys = program
    .command('keys')
    .description('Creates a new key file for a signer and prints its public keys and addresses.')
    .addOption(role())
    .option('--file <file>', 'path of the new key file; must not exist')
    .helpCommand(true);
  reading(keys, async ({ file, ...options }: { file?: string; role: SignerRole }) => {
    if (file === undefined) return keys.error("error: required option '--file <file>' not specified");
    const { makeKeys } = await import('./keys.ts');
    await makeKeys({ file, ...options }, process.env);
  });
  const publish = keys
    .command('publish')
    .description(
      'Writes the key set: the public keys of all signers, signed by a publisher key that clients pin. Run again to rotate a key. With --collections it writes the list of the policy signer instead.',
    )
    .requiredOption('--publisher <file>', 'key file of the publisher; made when missing. Keep it offline')
    .requiredOption('--file <file>', 'path of the key set, or of the list; an earlier one there is replaced')
    .option(
      '--market <key>',
      'x-only key in hex, as `ordbook keys` printed it; default: as in the earlier set',
    )
    .option('--anchor <key>', 'the same, of the anchors')
    .option('--policy <key>', 'the same, of the policy signer; needed for collection offers')
    .option('--gate <key>', 'the same, of the gate signer; needed for collection offers')
    .option(
      '--collections <file>',
      'sign these collections for the policy signer: what `ordbook admin GET /v1/collections` prints, or [{slug, kind, sources}]',
    );
  acting(publish, async ({ collections, ...options }: PublishOptions & { readonly collections?: string }) => {
    if (collections !== undefined) {
      const { planCollectionList } = await import('./collection-list.ts');
      return planCollectionList({ ...options, collections }, process.env);
    }
    const { planKeySet } = await import('./key-set.ts');
    return planKeySet(options, process.env);
  });
  const show = keys
    .command('show')
    .description(
      'Prints the public keys, fingerprints and addresses of key files and key sets, and whether the database belongs to them. Never a secret.',
    )
    .argument('[files...]', 'key files of signers, or a key set');
  reading(show, async (files: string[]) => {
    const { showKeyFiles } = await import('./key-files.ts');
    await showKeyFiles(files, process.env);
  });
  const cipher = (change: 'encrypt' | 'decrypt', description: string) =>
    acting(
      keys.command(change).description(description).requiredOption('--file <file>'),
      async ({ file }: { file: string }) => {
        const { planCipher } = await import('./key-files.ts');
        return planCipher(file, change, process.env);
      },
    );
  cipher(
    'encrypt',
    'Encrypts a key file in place, with a passphrase (age). The signer then needs KEY_PASSPHRASE.',
  );
  cipher('decrypt', 'Decrypts a key file in place.');
  const sweep = keys
    .command('sweep')
    .description(
      'Sends the coins of a key (anchors, or admission coins) to an address. Runs where the key file is, with CHAIN_RPC_URL.',
    )
    .requiredOption('--keys <file>', 'key file of the market or the gate signer')
    .requiredOption('--to <address>', 'address that receives everything')
    .option('--fee-rate <rate>', "sat/vB; default: the node's estimate")
    .option('--without-database', 'every trade has ended: no coin has to be left');
  acting(sweep, async (options: SweepOptions) => {
    const { planSweeping } = await import('./key-files.ts');
    return planSweeping(options, process.env);
  });
  const retire = keys
    .command('retire')
    .description(
      'Ends everything open, and lets the database go to new keys once no coin and no trade needs the old ones. Run it again until it says so.',
    );
  acting(retire, async () => {
    const [{ retireKeys }, { planOnStore }] = await Promise.all([
      import('./key-files.ts'),
      import('./plan-on-store.ts'),
    ]);
    return planOnStore(retireKeys, process.env);
  });
}
