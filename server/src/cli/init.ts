/**
 * `ordbook init`: questions and flags become a folder with everything that an operator needs.
 *
 *   flags ──► questions for the rest ──► all mistakes at once ──► keys, certificates, files ──► summary
 *
 * It writes into a folder that must be empty or missing, and opens every file as new, so it never replaces
 * one.
 */
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VERSION } from '../base/version.ts';
import { checkSettings } from '../composition/check-settings.ts';
import { readSettings } from '../composition/settings.ts';
import { SIGNER_ROLES, type SignerRole } from '../composition/signer-roles.ts';
import { SERVICE } from '../signer/transport/certificate-role.ts';
import { type Answers, completeAnswers } from './init/answers.ts';
import { askOperator } from './init/ask.ts';
import { makeAuthority } from './init/certificates.ts';
import { keyPath, madeFiles, publicPath } from './init/files.ts';
import { machineFolder, remoteRoles } from './init/machines.ts';
import { commonSettings, type MadeFolder, makePasswords, type Plan, serviceSettings } from './init/plan.ts';
import { type BackedUpKeys, backedUpKeys, KEY_SET_FILE, makeSignerKeys } from './init/signer-keys.ts';
import { summary } from './init/summary.ts';
import { passphraseFrom } from './passphrase.ts';

export interface InitOptions extends Partial<Record<Exclude<keyof Answers, 'target' | 'signers'>, string>> {
  readonly for?: string;
  /** `role=https://host:port` each. */
  readonly signer?: readonly string[];
  readonly folder: string;
  /** A folder with the key files of an earlier init, and its key set. */
  readonly keys?: string;
  /** Ask nothing. */
  readonly yes?: boolean;
}

/** User and group of the containers when root runs init. */
const CONTAINER_USER = { uid: 10_001, gid: 10_001 };
const MODES = { folder: 0o700, open: 0o644, secret: 0o600, script: 0o755 };

/**
 * Asks what the flags leave open, then makes the folder and prints a summary. With `--yes`, and without a
 * terminal, it asks nothing. Resolves to the exit code: 0 when all is made, 130 when the operator cancelled.
 * Throws one Error that names every wrong answer, and one when the folder is not empty.
 */
export async function runInit(options: InitOptions): Promise<number> {
  const { folder } = options;
  await requireEmpty(folder);
  const { for: target, folder: _, keys, yes, signer, ...flags } = options;
  const given = {
    ...flags,
    ...(target === undefined ? {} : { target }),
    ...(signer === undefined ? {} : { signers: signer.join(',') }),
  };
  const asks = !yes && process.stdin.isTTY && process.stdout.isTTY;
  const answered = asks ? await askOperator(given) : given;
  if (answered === null) {
    process.stderr.write('ordbook init: cancelled; nothing was written\n');
    return 130;
  }
  const answers = completeAnswers(answered);
  const passphrase = passphraseFrom(readSettings(process.env));
  const backedUp = keys === undefined ? null : await backedUpKeys(keys, answers.network, passphrase);
  const made = await makeFolder(folder, answers, backedUp);
  process.stdout.write(summary(folder, made));
  return 0;
}

/**
 * Makes the folder, with new keys unless there are some. Throws an Error when it is not empty, and when a
 * file appears in it meanwhile.
 */
export async function makeFolder(
  folder: string,
  answers: Answers,
  backedUp: BackedUpKeys | null = null,
): Promise<MadeFolder> {
  await requireEmpty(folder);
  const isRoot = process.getuid?.() === 0;
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const user = isRoot ? CONTAINER_USER : own;
  const plan: Plan = { answers, passwords: makePasswords(), version: VERSION, user };
  const settings = readSettings({ ...commonSettings(plan), ...serviceSettings(plan) });
  checkSettings(settings);
  const write = async (path: string, text: string, mode: number) => {
    await mkdir(join(folder, dirname(path)), { recursive: true, mode: MODES.folder });
    await writeFile(join(folder, path), text, { flag: 'wx', mode });
  };
  await mkdir(folder, { recursive: true, mode: MODES.folder });
  for (const role of SIGNER_ROLES)
    await mkdir(join(folder, dirname(keyPath(plan, role))), { recursive: true, mode: MODES.folder });
  const pathOf = (holder: SignerRole | 'publisher') => join(folder, keyPath(plan, holder));
  const { keySet, anchorAddress } = backedUp ?? (await makeSignerKeys(pathOf, answers.network));
  await backedUp?.writeTo(pathOf);
  // beside the keys, so that one folder is what to back up
  await write(`keys/${KEY_SET_FILE}`, `${JSON.stringify(keySet, null, 2)}\n`, MODES.open);
  for (const at of ['', ...remoteRoles(plan).map(([role]) => `${machineFolder(role)}/`)]) {
    const place = (name: 'key-set.json' | 'collections.json') =>
      at === '' ? publicPath(plan, name) : at + name;
    await write(place('key-set.json'), `${JSON.stringify(keySet, null, 2)}\n`, MODES.open);
    await write(place('collections.json'), '[]\n', MODES.open);
  }
  for (const [path, { text, isSecret }] of Object.entries(madeFiles(plan)))
    await write(path, text, isSecret ? MODES.secret : path.endsWith('.sh') ? MODES.script : MODES.open);
  if (answers.target === 'compose') {
    const holders = [...SIGNER_ROLES, 'service'] as const;
    await writeCertificates(
      write,
      holders.map((holder) => ({ holder, host: holder, folder: `tls/${holder}` })),
    );
    if (isRoot) await giveAway(folder, user);
  } else if (remoteRoles(plan).length > 0)
    await writeCertificates(write, [
      ...remoteRoles(plan).map(([holder, url]) => {
        const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
        return { holder, host, folder: `${machineFolder(holder)}/tls` };
      }),
      { holder: 'service', host: answers.domain, folder: 'tls/service' },
    ]);
  return { plan, keySet, anchorAddress, isRebuilt: backedUp !== null };
}

/** One authority; one certificate for each signer and one for the service, each with its role in it. */
async function writeCertificates(
  write: (path: string, text: string, mode: number) => Promise<void>,
  holders: readonly {
    readonly holder: SignerRole | 'service';
    readonly host: string;
    readonly folder: string;
  }[],
): Promise<void> {
  const authority = await makeAuthority();
  await write('authority.key', authority.key, MODES.secret);
  for (const { holder, host, folder } of holders) {
    const role = holder === 'service' ? SERVICE : (`ordbook:signer:${holder}` as const);
    const { certificate, key } = await authority.issue(host, role);
    await write(`${folder}/certificate.pem`, certificate, MODES.open);
    await write(`${folder}/key.pem`, key, MODES.secret);
    await write(`${folder}/authority.pem`, authority.certificate, MODES.open);
  }
}

/** Gives what the containers mount to their user. */
async function giveAway(folder: string, { uid, gid }: Plan['user']): Promise<void> {
  for (const mounted of ['keys', 'tls', 'public']) {
    const inside = await readdir(join(folder, mounted), { recursive: true });
    for (const path of ['', ...inside]) await chown(join(folder, mounted, path), uid, gid);
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const inside = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw new Error(`${folder} is a file; name a new folder with --folder`);
    throw error;
  });
  if (inside.length > 0)
    throw new Error(`${folder} is not empty, and init replaces nothing; name a new folder with --folder`);
}
