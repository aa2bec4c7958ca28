import { readFile, writeFile } from 'node:fs/promises';
import { type SignedKeySet, signKeySet } from '@ordbook/protocol/key-set';
import { withFile } from '../base/file-fault.ts';
import { readKeySet } from '../composition/key-set-file.ts';
import { readSettings, type Settings } from '../composition/settings.ts';
import { randomSecret, readRoleKeyFile, secretOf, writeKeyFile } from '../signer/signing/keys.ts';
import type { Plan } from './acting.ts';
import { passphraseFrom } from './passphrase.ts';
import { recordIn } from './plan-on-store.ts';

export interface PublishOptions {
  /** Key file of the publisher. */
  readonly publisher: string;
  /** Where the key set is written. */
  readonly file: string;
  readonly market?: string;
  readonly anchor?: string;
  readonly policy?: string;
  readonly gate?: string;
}

/**
 * `ordbook keys publish`: writes a key set, signed by the publisher. Makes the publisher's key file when
 * there is none. Replaces an earlier set at the same path: keys that are not given stay, and the number rises
 * by one. Throws an Error when a key is missing or malformed, or the earlier set is of another publisher.
 */
export async function planKeySet(options: PublishOptions, env: NodeJS.ProcessEnv): Promise<Plan> {
  const settings = readSettings(env);
  const { NETWORK: network } = settings;
  const { file, publisher } = options;
  const earlier = (await isThere(file)) ? await readKeySet(file, network) : null;
  const number = (earlier?.number ?? 0) + 1;
  const keys = {
    market: options.market ?? earlier?.market ?? missing('market'),
    anchor: options.anchor ?? earlier?.anchor ?? missing('anchor'),
    policy: options.policy ?? earlier?.policy ?? null,
    gate: options.gate ?? earlier?.gate ?? null,
  };
  const changed = (['market', 'anchor', 'policy', 'gate'] as const).filter(
    (role) => earlier && earlier[role] !== keys[role],
  );
  return {
    says: [
      `${file} becomes key set ${number} of ${network}${earlier ? `, in place of key set ${earlier.number}` : ''}`,
      ...changed.map((role) => `the ${role} key changes from ${earlier![role] ?? 'none'} to ${keys[role]}`),
    ],
    async run(by) {
      if (!(await isThere(publisher))) await writeKeyFile(publisher, { publisher: randomSecret() });
      const secret = await publisherSecret(publisher, settings);
      const set = signKeySet({ network, number, issuedAt: new Date().toISOString(), ...keys }, secret);
      if (earlier && earlier.publisher !== set.publisher)
        throw new Error(
          `${file} is signed by ${earlier.publisher}, not by ${set.publisher} of ${publisher}; clients would refuse the new set`,
        );
      const log = { act: 'publish key set', subject: String(number), before: earlier, after: set };
      const lines = await recordIn(settings, by, log);
      await withFile(file, 'the key set', () => writeFile(file, `${JSON.stringify(set, null, 2)}\n`));
      return [
        ...describe(set),
        `Key set ${set.number} written to ${file}. Publish it where this service cannot change it, with the publisher key.`,
        'Set KEY_SET of the service and of every signer to the file, and restart them.',
        `Keep ${publisher} offline: no signer and no service needs it.`,
        ...lines,
      ];
    },
  };
}

/** What signs key set and list of collections, 32 bytes. Throws an Error for a file of another role. */
export async function publisherSecret(path: string, settings: Settings): Promise<Uint8Array> {
  const found = await readRoleKeyFile(path, 'publisher', passphraseFrom(settings));
  return secretOf(found, 'publisher', settings.NETWORK);
}

function describe(set: SignedKeySet): string[] {
  const { number, network, issuedAt, publisher, market, anchor, policy, gate } = set;
  return [
    `key set     ${number} of ${network}, ${issuedAt}`,
    `publisher   ${publisher}`,
    `market      ${market}`,
    `anchor      ${anchor}`,
    `policy      ${policy ?? 'none: no collection offers'}`,
    `gate        ${gate ?? 'none: no collection offers'}`,
  ];
}

function missing(name: string): never {
  throw new Error(
    `the key set has no ${name} key; pass --${name} with the key that \`ordbook keys\` printed`,
  );
}

export async function isThere(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
