import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { networkParams } from '@ordbook/protocol/bitcoin/keys';
import { WIF } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KEYS, secret } from '../../../../protocol/test/parties.ts';
import { generateSecrets, keyring, readKeyFile, writeKeyFile } from '../../../src/signer/signing/keys.ts';

const MARKET = bytesToHex(secret('market'));
const ANCHOR = bytesToHex(secret('anchor'));

describe('secrets', () => {
  test('hex and WIF of one secret are one key', () => {
    const wif = (name: string) => WIF(networkParams('regtest')).encode(secret(name));
    expect(keyring({ market: MARKET, anchor: ANCHOR }, 'regtest').publicKeys).toEqual(KEYS);
    expect(keyring({ market: wif('market'), anchor: wif('anchor') }, 'regtest').publicKeys).toEqual(KEYS);
  });

  test('what is no secret is refused by the name of its key, and never shown', () => {
    const mainnet = WIF(networkParams('mainnet')).encode(secret('anchor'));
    for (const anchor of ['', 'ff'.repeat(32), '00'.repeat(32), `${ANCHOR}00`, mainnet]) {
      const read = () => keyring({ market: MARKET, anchor }, 'regtest');
      expect(read).toThrow('the anchor key is neither 32 bytes in hex nor a WIF key of regtest');
    }
  });

  test('one secret for both keys is refused', () => {
    expect(() => keyring({ market: MARKET, anchor: MARKET }, 'regtest')).toThrow('must differ');
  });

  test('new secrets are good, and new each time', () => {
    const made = generateSecrets();
    expect(() => keyring(made, 'mainnet')).not.toThrow();
    expect(generateSecrets()).not.toEqual(made);
  });
});

describe('the key file', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-keys-'));
    path = join(folder, 'keys.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('only its owner can read it, and it is read back', async () => {
    await writeKeyFile(path, { market: MARKET, anchor: ANCHOR });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readKeyFile(path)).toEqual({ market: MARKET, anchor: ANCHOR });
  });

  test('an existing file is never overwritten', async () => {
    await writeFile(path, 'precious');
    await expect(writeKeyFile(path, generateSecrets())).rejects.toThrow('exists already');
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  test('one that others may read is refused', async () => {
    await writeKeyFile(path, { market: MARKET, anchor: ANCHOR });
    for (const mode of [0o640, 0o604, 0o620, 0o601]) {
      await chmod(path, mode);
      await expect(readKeyFile(path)).rejects.toThrow(
        `has mode 0${mode.toString(8)}; make it accessible to its owner only`,
      );
    }
  });

  test('one that is not a key file is refused without a word of what is in it', async () => {
    for (const content of [`${MARKET}`, '{"market": "x"}', '[]', `{"anchor": ${ANCHOR}`]) {
      await writeFile(path, content, { mode: 0o600 });
      await expect(readKeyFile(path)).rejects.toThrow(
        `${path} is not a key file; it must be {"market": "…", "anchor": "…"}`,
      );
    }
  });
});
