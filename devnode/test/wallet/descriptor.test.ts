import { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { addressOf } from '../../src/address/address.ts';
import { readDescriptor, VERSIONS } from '../../src/wallet/descriptor.ts';

const regtest = { ...TEST_NETWORK, bech32: 'bcrt' };
const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), VERSIONS);
const tprv = master.privateExtendedKey;

const keyAt = (path: string) => master.derive(path).publicKey!;

test.each([
  ['wpkh', (text: string) => `wpkh(${text})`, (key: Uint8Array) => p2wpkh(key, regtest).address],
  ['pkh', (text: string) => `pkh(${text})`, (key: Uint8Array) => p2pkh(key, regtest).address],
  [
    'sh(wpkh)',
    (text: string) => `sh(wpkh(${text}))`,
    (key: Uint8Array) => p2sh(p2wpkh(key), regtest).address,
  ],
  [
    'tr',
    (text: string) => `tr(${text})`,
    (key: Uint8Array) => p2tr(key.subarray(1), undefined, regtest).address,
  ],
])('%s makes the addresses that the library makes, with secrets and without', async (_, wrap, expected) => {
  const secret = await readDescriptor(wrap(`${tprv}/84h/1'/3/*`));
  const open = await readDescriptor(secret.normalText);
  expect(secret).toMatchObject({ isRange: true, hasSecrets: true });
  expect(open).toMatchObject({ isRange: true, hasSecrets: false });
  for (const index of [0, 5]) {
    const address = expected(keyAt(`m/84'/1'/3/${index}`));
    expect(addressOf(secret.at(index).script)).toBe(address);
    expect(addressOf(open.at(index).script)).toBe(address);
    expect(open.at(index).key!.origin).toEqual(secret.at(index).key!.origin);
    expect(open.at(index).key!.secret).toBeUndefined();
  }
  expect(secret.publicText).not.toContain(tprv);
});

test('an output belongs to a descriptor below the end alone', async () => {
  const { at, find } = await readDescriptor(`wpkh(${tprv}/*)`);
  const script = Buffer.from(at(7).script).toString('hex');
  expect(find(script, 7)).toBeUndefined();
  expect(find(script, 8)).toBe(7);
});

test('a key that is wrong is not repeated when it may be a secret', async () => {
  await expect(readDescriptor(`wpkh(${tprv.slice(0, -1)}x/*)`)).rejects.toMatchObject({
    code: -5,
    message: "wpkh(): key '…/*' is not valid",
  });
});

test.each(['wsh(multi(1,02))', 'tr(02,{pk(03)})', `wpkh(${tprv}/*h)`, 'wpkh()', 'addr(none)'])(
  '%s is refused',
  async (text) => {
    await expect(readDescriptor(text)).rejects.toMatchObject({ code: -5 });
  },
);

test('hardened steps need a private key', async () => {
  await expect(readDescriptor(`wpkh(${master.publicExtendedKey}/0h/*)`)).rejects.toMatchObject({ code: -5 });
});
