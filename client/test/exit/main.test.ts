import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExitOptions, readRequest } from '../../src/exit/request.ts';
import { networkParams } from '../../src/wallet/network.ts';
import { secretOf, testWallet } from '../honest.ts';
import { fundingPreflight } from '../honest-offers.ts';

const wallet = testWallet('p2wpkh', 5);
const wif = WIF(networkParams('regtest')).encode(hex.decode(secretOf(5)));

let folder: string;
let right: ExitOptions;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-exit-'));
  const write = async (name: string, content: string) => {
    await writeFile(join(folder, name), `${content}\n`);
    return join(folder, name);
  };
  const step = fundingPreflight().preflight.offers[0]!.fundingParentStep;
  right = {
    parent: await write('parent.psbt', await wallet.signPsbt(step)),
    key: await write('key.wif', wif),
    to: wallet.paymentAddress,
    feeRate: '2',
    network: 'regtest',
  };
});
afterAll(() => rm(folder, { recursive: true }));

describe('what is asked of npm run exit', () => {
  test('is read from the files and values given', () => {
    expect(readRequest(right)).toMatchObject({ secret: hex.decode(secretOf(5)), feeRate: 2 });
  });

  const MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  test.each<[string, Partial<ExitOptions>, RegExp]>([
    ['a fee rate in words', { feeRate: 'fast' }, /^--fee-rate is fast: give sat\/vB, 0\.1 to 1000$/],
    ['no fee rate', { feeRate: '' }, /^--fee-rate is : give sat\/vB/],
    ['a fee rate below what any node relays', { feeRate: '0' }, /^--fee-rate is 0: give sat\/vB/],
    ['a fee rate that must be a slip', { feeRate: '2000' }, /^--fee-rate is 2000: give sat\/vB/],
    ['an address of another network', { to: MAINNET }, /^--to is bc1q.*: give an address of regtest/],
    ['a parent that is not there', { parent: 'none.psbt' }, /^--parent: none\.psbt cannot be read/],
    ['a key file that is not there', { key: 'none.wif' }, /^--key: none\.wif cannot be read/],
    ['a key of another network', { to: MAINNET, network: 'mainnet' }, /holds no key of mainnet/],
  ])('is refused with %s, in a sentence that says what to give', (_, wrong, sentence) => {
    expect(() => readRequest({ ...right, ...wrong })).toThrow(sentence);
  });

  test('is refused without showing what the key file holds', async () => {
    const key = join(folder, 'other.wif');
    await writeFile(key, `${wif}x`);
    expect(() => readRequest({ ...right, key })).toThrow(/^(?!.*c[A-Za-z0-9]{40})/);
  });
});

describe('the command', () => {
  const main = fileURLToPath(new URL('../../src/exit/main.ts', import.meta.url));
  const exit = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', '--conditions=source', main, ...args]);
  const options = (change: Partial<ExitOptions> = {}) => {
    const { parent, key, to, network } = { ...right, ...change };
    return ['--parent', parent, '--key', key, '--to', to, '--network', network];
  };

  test('prints the package alone, and tells the sums beside it', async () => {
    const { stdout, stderr } = await exit(...options());
    expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/^03/), expect.stringMatching(/^03/)]);
    expect(stderr).toMatch(/^\d+ sats to bcrt1q\w+, \d+ sats to the network\n$/);
  });

  test('teaches what to do with its output', async () => {
    expect((await exit('--help')).stdout).toContain('bitcoin-cli submitpackage');
  });

  test.each<[string, () => string[], RegExp]>([
    ['no options', () => [], /^error: required option '--parent <file>' not specified\n\(.*--help.*\)\n$/],
    [
      'a wrong network',
      () => options({ network: 'liquid' as never }),
      /^error: option '--network <name>' argument 'liquid' is invalid\. Allowed choices are mainnet/,
    ],
    ['a file that is not there', () => options({ parent: 'none.psbt' }), /^exit: --parent: none\.psbt .*\n$/],
    ['a file of something else', () => options({ parent: right.key }), /^exit: the funding parent .*\n$/],
  ])('ends with 1 and no stack on %s', async (_, args, sentence) => {
    await expect(exit(...args())).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
  });
});
