import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledProgram } from '../../../stack/bundled-program.ts';
import {
  type OfferOptions,
  type PassthroughOptions,
  type PaymentOptions,
  readOfferExit,
  readPassthroughExit,
  readPaymentExit,
} from '../../src/exit/request.ts';
import { networkParams } from '../../src/wallet/network.ts';
import { MARKET_KEY, secretOf, testWallet } from '../honest.ts';
import { fundingPreflight } from '../honest-offers.ts';

const wallet = testWallet('p2wpkh', 5);
const wif = WIF(networkParams('regtest')).encode(hex.decode(secretOf(5)));

let folder: string;
let right: OfferOptions;
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

describe('what is asked of exit offer', () => {
  test('is read from the files and values given', () => {
    expect(readOfferExit(right)).toMatchObject({ secret: hex.decode(secretOf(5)), feeRate: 2 });
  });

  const MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  test.each<[string, Partial<OfferOptions>, RegExp]>([
    ['a fee rate in words', { feeRate: 'fast' }, /^--fee-rate is fast; use 0\.1 to 1000 sat\/vB$/],
    ['no fee rate', { feeRate: '' }, /^--fee-rate is ; use 0\.1/],
    ['a fee rate below what any node relays', { feeRate: '0' }, /^--fee-rate is 0; use 0\.1/],
    ['a fee rate that must be a slip', { feeRate: '2000' }, /^--fee-rate is 2000; use 0\.1/],
    ['an address of another network', { to: MAINNET }, /^--to is bc1q.*; use an address of regtest/],
    ['a parent that is not there', { parent: 'none.psbt' }, /^--parent: none\.psbt cannot be read/],
    ['a key file that is not there', { key: 'none.wif' }, /^--key: none\.wif cannot be read/],
    ['a key of another network', { to: MAINNET, network: 'mainnet' }, /has no key of mainnet/],
  ])('is refused with %s, in a sentence that says what to give', (_, wrong, sentence) => {
    expect(() => readOfferExit({ ...right, ...wrong })).toThrow(sentence);
  });

  test('is refused without showing what the key file holds', async () => {
    const key = join(folder, 'other.wif');
    await writeFile(key, `${wif}x`);
    expect(() => readOfferExit({ ...right, key })).toThrow(/^(?!.*c[A-Za-z0-9]{40})/);
  });
});

describe('what is asked of exit passthrough', () => {
  const coin = `${'5d'.repeat(32)}:0:10000`;
  const passthrough = (): PassthroughOptions => ({
    ...right,
    coin,
    offset: '0',
    marketKey: MARKET_KEY,
    feeCoin: `${'6d'.repeat(32)}:7:50000`,
    feeKey: right.key,
    feeType: 'p2tr',
  });

  test('is read from the files and values given', () => {
    expect(readPassthroughExit(passthrough())).toMatchObject({
      coin: { txid: '5d'.repeat(32), vout: 0, valueSats: 10_000 },
      offset: 0,
      marketPublicKey: MARKET_KEY,
      feeCoin: { vout: 7, valueSats: 50_000, type: 'p2tr', secret: hex.decode(secretOf(5)) },
    });
  });

  test.each<[string, Partial<Record<keyof PassthroughOptions, string | undefined>>, RegExp]>([
    [
      'an outpoint without its sats',
      { coin: coin.slice(0, -6) },
      /^--coin has nothing instead of a whole number/,
    ],
    ['a short txid', { coin: '5d:0:10000' }, /^--coin is 5d:0:10000; use txid:vout:sats/],
    ['sats in words', { coin: `${coin}k` }, /^--coin has 10000k instead/],
    ['a coin without sats', { coin: `${'5d'.repeat(32)}:0:0` }, /^--coin has 0 instead/],
    ['an offset below 0', { offset: '-1' }, /^--offset has -1 instead of a whole number; use sats/],
    ['a market key that is no key', { marketKey: 'ff'.repeat(32) }, /^--market-key is ffff.*; use a public/],
    ['a fee coin without its key', { feeKey: undefined }, /^--fee-coin is set without --fee-key/],
    ['a fee key without its coin', { feeCoin: undefined }, /^--fee-key is set without --fee-coin/],
    ['a fee key that is not there', { feeKey: 'none.wif' }, /^--fee-key: none\.wif cannot be read/],
  ])('is refused with %s, in a sentence that says what to give', (_, wrong, sentence) => {
    expect(() => readPassthroughExit({ ...passthrough(), ...wrong } as PassthroughOptions)).toThrow(sentence);
  });
});

describe('what is asked of exit payment', () => {
  const coin = `${'5d'.repeat(32)}:1:81200`;
  const payment = (): PaymentOptions => {
    const { key, to, feeRate, network } = right;
    return { key, to, feeRate, network, coin: [coin], type: 'p2tr' };
  };

  test('is read from the values given, limits of the fee included', () => {
    const read = readPaymentExit({ ...payment(), maxFeeShare: '0.5', maxFeeSats: '700' });
    const coins = [{ txid: '5d'.repeat(32), vout: 1, valueSats: 81_200 }];
    expect(read).toMatchObject({ coins, type: 'p2tr', maxFeeShare: 0.5, maxFeeSats: 700 });
    expect(readPaymentExit(payment())).not.toHaveProperty('maxFeeShare');
  });

  test.each<[string, Partial<PaymentOptions>, RegExp]>([
    [
      'a coin without sats',
      { coin: [coin, coin.slice(0, -6)] },
      /^--coin has nothing instead of a whole number/,
    ],
    [
      'a share in percent',
      { maxFeeShare: '25%' },
      /^--max-fee-share is 25%; use a number above 0 and up to 1/,
    ],
    ['a share above all', { maxFeeShare: '1.5' }, /^--max-fee-share is 1\.5; use a number above 0/],
    ['no share', { maxFeeShare: '0' }, /^--max-fee-share is 0; use a number above 0/],
    ['no fee at all', { maxFeeSats: '0' }, /^--max-fee-sats has 0 instead of a whole number/],
  ])('is refused with %s', (_, wrong, sentence) => {
    expect(() => readPaymentExit({ ...payment(), ...wrong })).toThrow(sentence);
  });
});

describe('the command', () => {
  const main = fileURLToPath(new URL('../../src/exit/main.ts', import.meta.url));
  let program: string;
  beforeAll(async () => {
    program = await bundledProgram(main, folder);
  });
  const exit = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args]);
  const options = (change: Partial<OfferOptions> = {}) => {
    const { parent, key, to, network } = { ...right, ...change };
    return ['offer', '--parent', parent, '--key', key, '--to', to, '--network', network];
  };

  test('prints the package alone, and tells the sums beside it', async () => {
    const { stdout, stderr } = await exit(...options());
    expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/^03/), expect.stringMatching(/^03/)]);
    expect(stderr).toMatch(/^\d+ sats to bcrt1q\w+, network fee \d+ sats\n$/);
  });

  test('teaches what to do with its output', async () => {
    expect((await exit('offer', '--help')).stdout).toContain('bitcoin-cli submitpackage');
  });

  test.each([
    ['passthrough', ['--market-key', MARKET_KEY]],
    ['inscription', []],
  ])(
    '%s prints only the transaction on stdout, and explains it with its amounts on stderr',
    async (name, more) => {
      const coin = `${'5d'.repeat(32)}:0:10000`;
      const [, , , ...keys] = options();
      const { stdout, stderr } = await exit(name, '--coin', coin, ...keys, ...more);
      expect(stdout).toMatch(/^02000000[0-9a-f]+\n$/);
      expect(stderr).toMatch(/^9\d+ sats with the inscription to bcrt1q\w+, network fee \d+ sats\n$/);
      expect((await exit(name, '--help')).stdout).toContain('bitcoin-cli sendrawtransaction');
    },
  );

  test('payment prints the transaction of its coins', async () => {
    const coins = [`${'5d'.repeat(32)}:0:10000`, `${'5e'.repeat(32)}:1:10000`];
    const [, , , ...keys] = options();
    const { stdout, stderr } = await exit('payment', '--coin', coins[0]!, '--coin', coins[1]!, ...keys);
    expect(stdout).toMatch(/^02000000000102[0-9a-f]+\n$/);
    expect(stderr).toMatch(/^19\d+ sats to bcrt1q\w+, network fee \d+ sats\n$/);
    expect((await exit('payment', '--help')).stdout).toContain('bitcoin-cli sendrawtransaction');
  });

  test('lists what voids which signature', async () => {
    const { stdout } = await exit('--help');
    for (const name of ['inscription', 'passthrough', 'payment', 'offer'])
      expect(stdout).toMatch(new RegExp(`before it is .*${name}|after its transfer +${name}`));
  });

  test.each<[string, () => string[], RegExp]>([
    [
      'a fee above its limit',
      () => [...options(), '--max-fee-share', '0.001'],
      /^exit: the fee of \d+ sats is .*\n$/,
    ],
    [
      '--send without a server',
      () => [...options(), '--send'],
      /^exit: --send is set without --esplora; add .*\n$/,
    ],
    [
      'a server that is none',
      () => [...options(), '--esplora', 'ftp://x'],
      /^exit: url is another text; it must be a URL that begins with http.*\n$/,
    ],
    [
      'a server that does not respond',
      () => [...options(), '--esplora', 'http://127.0.0.1:1'],
      /^exit: 127\.0\.0\.1:1\/fee-estimates: no response: .*\n$/,
    ],
    [
      'no options',
      () => ['offer'],
      /^error: required option '--key <file>' not specified\n\(.*--help.*\)\n$/,
    ],
    [
      'a wrong network',
      () => options({ network: 'liquid' as never }),
      /^error: option '--network <name>' argument 'liquid' is invalid\. Allowed choices are mainnet/,
    ],
    ['a file that is not there', () => options({ parent: 'none.psbt' }), /^exit: --parent: none\.psbt .*\n$/],
    [
      'a file of something else',
      () => options({ parent: right.key }),
      /^exit: fundingParent cannot be read; .*\n$/,
    ],
  ])('ends with 1 and no stack on %s', async (_, args, sentence) => {
    await expect(exit(...args())).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
  });
});
