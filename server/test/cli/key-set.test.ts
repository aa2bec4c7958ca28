import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SIGNER_KEYS, xOnly } from '../../../protocol/test/parties.ts';
import { carryOut } from '../../src/cli/acting.ts';
import { showKeyFiles } from '../../src/cli/key-files.ts';
import { planKeySet } from '../../src/cli/key-set.ts';
import { readKeySet, requireSignersOf, signerKeys } from '../../src/composition/key-set-file.ts';

const REGTEST = { NETWORK: 'regtest' };
let folder: string;
let printed: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-key-set-'));
  printed = '';
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const file = () => join(folder, 'key-set.json');
const planned = (keys: object, publisher = 'publisher.json') =>
  planKeySet({ file: file(), publisher: join(folder, publisher), ...keys }, REGTEST);
const publish = async (...asked: Parameters<typeof planned>) =>
  carryOut(await planned(...asked), { yes: true, reason: 'new keys', as: 'ada' }, null);

describe('ordbook keys publish', () => {
  test('writes a set that its publisher signed, and the key of the publisher for its owner alone', async () => {
    await publish(SIGNER_KEYS);
    const set = await readKeySet(file(), 'regtest');
    expect(set).toMatchObject({ ...SIGNER_KEYS, number: 1 });
    expect((await stat(join(folder, 'publisher.json'))).mode & 0o777).toBe(0o600);
    const secret = JSON.parse(await readFile(join(folder, 'publisher.json'), 'utf8')) as {
      publisher: string;
    };
    expect(printed).toContain(set.publisher);
    expect(printed).not.toContain(secret.publisher);
    await showKeyFiles([file()], REGTEST);
    expect(printed).toContain('a key set, signed by its publisher');
  });

  test('says what it would replace, and replaces nothing without --yes', async () => {
    await publish(SIGNER_KEYS);
    const before = await readFile(file(), 'utf8');
    const { says } = await planned({ gate: xOnly('new gate') });
    expect(says).toEqual([
      `${file()} becomes key set 2 of regtest, in place of key set 1`,
      `the gate key changes from ${SIGNER_KEYS.gate} to ${xOnly('new gate')}`,
    ]);
    expect(await readFile(file(), 'utf8')).toBe(before);
    expect(printed).toContain('No log of acts has this: DATABASE_URL is not set here.');
  });

  test('rotates one key, keeps the others, and raises the number', async () => {
    await publish(SIGNER_KEYS);
    const { publisher } = await readKeySet(file(), 'regtest');
    await publish({ gate: xOnly('new gate') });
    expect(await readKeySet(file(), 'regtest')).toMatchObject({
      ...SIGNER_KEYS,
      gate: xOnly('new gate'),
      number: 2,
      publisher,
    });
  });

  test('replaces no set of another publisher, and names a key that is missing', async () => {
    await expect(publish({ anchor: SIGNER_KEYS.anchor })).rejects.toThrow('pass --market');
    await publish(SIGNER_KEYS);
    await expect(publish({}, 'another.json')).rejects.toThrow('clients would refuse the new set');
    expect((await readKeySet(file(), 'regtest')).number).toBe(1);
  });
});

describe('a key set of a file', () => {
  test('is refused when it was changed, or is of another network', async () => {
    await publish(SIGNER_KEYS);
    await expect(readKeySet(file(), 'mainnet')).rejects.toThrow(
      'is a key set of regtest, but NETWORK is mainnet',
    );
    const set = JSON.parse(await readFile(file(), 'utf8')) as object;
    await writeFile(file(), JSON.stringify({ ...set, gate: xOnly('thief') }));
    await expect(readKeySet(file(), 'regtest')).rejects.toThrow('is not signed by its publisher');
  });

  test('must have the keys of the signers that answer', async () => {
    await publish({ market: SIGNER_KEYS.market, anchor: SIGNER_KEYS.anchor });
    const set = await readKeySet(file(), 'regtest');
    expect(() => signerKeys(set, file())).toThrow('has no policy and gate key');
    requireSignersOf(set, { market: SIGNER_KEYS.market, anchor: SIGNER_KEYS.anchor });
    expect(() => requireSignersOf(set, { market: xOnly('thief') })).toThrow(
      'start the right signer, or publish a new key set',
    );
  });
});
