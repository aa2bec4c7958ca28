import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { armor, Encrypter } from 'age-encryption';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fingerprint } from '../../src/base/fingerprint.ts';
import { decryptKeyFile, describeKeys, encryptKeyFile } from '../../src/composition/key-files.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { startSigner } from '../../src/composition/signer-process.ts';
import { makeJournal } from '../../src/signer/limits/journal-file.ts';
import { keyring, readKeyFile, readRoleKeyFile, writeKeyFile } from '../../src/signer/signing/keys.ts';
import { signerClient } from '../../src/signer/transport/client.ts';
import { SIGNER_OPTIONS } from '../signer/requests.ts';

vi.setConfig({ testTimeout: 240_000 });

const SECRETS = { market: SIGNER_OPTIONS.market, anchor: SIGNER_OPTIONS.anchor };
const { publicKeys: KEYS } = keyring(SECRETS, 'regtest');
const settings = readSettings({ NETWORK: 'regtest' });
const word = async () => 'correct horse battery';
const wrong = async () => 'another horse battery';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-key-files-'));
  file = join(folder, 'keys.json');
  await writeKeyFile(file, SECRETS);
});
afterEach(() => rm(folder, { recursive: true }));

test('public keys, fingerprints and addresses of a key file are shown, and never a secret', async () => {
  const lines = (await describeKeys(file, settings, { owner: null })).join('\n');
  for (const key of Object.values(KEYS)) expect(lines).toContain(`${key}   ${fingerprint(key)}`);
  expect(lines).toContain(anchorAddress(KEYS, 'regtest'));
  for (const secret of Object.values(SECRETS)) expect(lines).not.toContain(secret);
  expect(fingerprint(KEYS.market)).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
  const gate = join(folder, 'gate.json');
  await writeKeyFile(gate, { gate: SECRETS.market });
  expect((await describeKeys(gate, settings, { owner: null })).join()).toContain('tier 1 of 144 blocks');
});

test('the database that the keys belong to is named, and one of other keys', async () => {
  const owner = { network: 'regtest', ...KEYS };
  expect((await describeKeys(file, settings, { owner })).at(-1)).toBe('the database belongs to these keys');
  const other = { ...owner, anchor: '02'.repeat(32) };
  expect((await describeKeys(file, settings, { owner: other })).at(-1)).toContain('another anchor key: 0202');
});

test('a file that holds no keys is refused without its content', async () => {
  await writeFile(file, 'my secret');
  const error = await describeKeys(file, settings, { owner: null }).catch((one: Error) => one);
  expect((error as Error).message).toContain('is neither a key file nor a key set');
  expect((error as Error).message).not.toContain('my secret');
});

test('an encrypted key file is age, and decrypts to what it was', async () => {
  const plain = await readFile(file, 'utf8');
  await encryptKeyFile(file, word);
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n/);
  expect(text).not.toContain(SECRETS.market);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(readRoleKeyFile(file, 'gate')).rejects.toThrow('is encrypted; run `ordbook keys decrypt');
  await expect(encryptKeyFile(file, word)).rejects.toThrow('is encrypted already');
  await decryptKeyFile(file, word);
  expect(await readFile(file, 'utf8')).toBe(plain);
  await expect(decryptKeyFile(file, word)).rejects.toThrow('is not encrypted');
});

/** Encrypts the key file as `age -p` could, with less work than `encryptKeyFile`. */
async function encryptQuickly(): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(await word());
  encrypter.setScryptWorkFactor(10);
  await writeFile(file, armor.encode(await encrypter.encrypt(await readFile(file, 'utf8'))));
}

test('an encrypted key file is read with its passphrase only, and stays as it is', async () => {
  await encryptQuickly();
  const text = await readFile(file, 'utf8');
  expect(await readKeyFile(file, word)).toEqual(SECRETS);
  await expect(readKeyFile(file, wrong)).rejects.toThrow('the passphrase is wrong');
  await expect(decryptKeyFile(file, wrong)).rejects.toThrow('the passphrase is wrong');
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a short passphrase, a file that others may read, and one that is no key file are not encrypted', async () => {
  await expect(encryptKeyFile(file, async () => 'short')).rejects.toThrow('use at least 12');
  await chmod(file, 0o644);
  await expect(encryptKeyFile(file, word)).rejects.toThrow('mode 0644');
  await chmod(file, 0o600);
  await writeFile(file, 'text');
  await expect(encryptKeyFile(file, word)).rejects.toThrow('is not a key file');
});

test('a signer starts with an encrypted key file and KEY_PASSPHRASE, and not without', async () => {
  await encryptQuickly();
  await makeJournal({ path: `${file}.journal`, key: KEYS.market });
  const env = { NETWORK: 'regtest', FEE_ADDRESS: SIGNER_OPTIONS.feeAddress };
  const socketPath = join(folder, 's');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const start = (more: object) =>
    startSigner({ role: 'market', socket: socketPath, keys: file }, readSettings({ ...env, ...more }), log);
  await expect(start({})).rejects.toThrow('is encrypted');
  const { close } = await start({ KEY_PASSPHRASE: await word() });
  expect(await signerClient({ socketPath, timeoutMs: 5_000 }).publicKeys()).toEqual(KEYS);
  await close();
});
