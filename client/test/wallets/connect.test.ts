import { hex } from '@scure/base';
import { concatBytes } from '@scure/btc-signer/utils.js';
import { describe, expect, test } from 'vitest';
import { readPsbt } from '../../src/signing/psbt.ts';
import { connectWallet } from '../../src/wallets/index.ts';
import { listingPreflight, purchasePreflight, secretOf } from '../honest.ts';
import { ADAPTERS, type FakeOptions, type FakeWallet, keysOf } from './fakes.ts';

const SECRETS = [secretOf(1), secretOf(2)] as const;
const MESSAGE = 'market.test asks you to sign in with your Bitcoin wallet.';

for (const { name, payment, fake } of ADAPTERS) {
  const keys = keysOf(SECRETS, payment);
  const connect = async (options: FakeOptions = {}) => {
    const wallet: FakeWallet = fake(keys, options);
    return { ...wallet, wallet: await connectWallet(wallet.provider, 'regtest') };
  };

  describe(`the adapter of ${name}`, () => {
    test('has the addresses and keys of the wallet, x-only for taproot', async () => {
      const { wallet } = await connect();
      expect(wallet).toMatchObject({
        ordinalsAddress: keys.ordinals.address,
        ordinalsPublicKey: keys.ordinals.xOnly,
        paymentAddress: keys.payment.address,
        paymentPublicKey: keys.payment.publicKey,
      });
    });

    for (const message of ['base64', 'hex', 'smp'] as const)
      test(`makes a witness in hex of a message signature in ${message}`, async () => {
        const { wallet } = await connect({ message });
        for (const { address } of [keys.ordinals, keys.payment])
          expect(await wallet.signMessage(address, MESSAGE)).toMatch(/^0[12]([0-9a-f]{2})+$/);
      });

    test('refuses a message signature in the old form, which the service does not verify', async () => {
      const { wallet } = await connect({ message: 'ecdsa' });
      await expect(wallet.signMessage(keys.payment.address, MESSAGE)).rejects.toMatchObject({
        code: 'legacy-signature',
      });
    });

    for (const finalises of [false, true])
      test(`returns exactly the requested signatures of a wallet that ${finalises ? 'finalises' : 'does not finalise'}`, async () => {
        const { wallet } = await connect({ finalises });
        const { preflight } = listingPreflight(1);
        const [transfer, sale] = preflight.listings[0]!.psbts;
        for (const [step, field] of [
          [transfer!, 'tapKeySig'],
          [sale!, 'tapScriptSig'],
        ] as const) {
          const signed = readPsbt(await wallet.signPsbt(step)).transaction;
          const given = readPsbt(step.psbtBase64).transaction;
          const { [field]: made, ...rest } = signed.getInput(0);
          expect(made).toBeDefined();
          expect(rest).toEqual(given.getInput(0));
          for (let index = 1; index < given.inputsLength; index += 1)
            expect(signed.getInput(index)).toEqual(given.getInput(index));
        }
      });

    test("types the user's no, when connecting and when signing", async () => {
      await expect(connect({ rejects: true })).rejects.toMatchObject({
        name: 'WalletError',
        code: 'rejected',
      });
      const later: { rejects: boolean } = { rejects: false };
      const { wallet } = await connect(later);
      later.rejects = true;
      const [step] = listingPreflight(1).preflight.listings[0]!.psbts;
      await expect(wallet.signPsbt(step!)).rejects.toMatchObject({ code: 'rejected' });
      await expect(wallet.signMessage(keys.payment.address, MESSAGE)).rejects.toMatchObject({
        code: 'rejected',
      });
      if (wallet.signPsbts)
        await expect(wallet.signPsbts([step!, step!])).rejects.toMatchObject({ code: 'rejected' });
    });

    test('refuses a signature that does not verify', async () => {
      const [step] = listingPreflight(1).preflight.listings[0]!.psbts;
      const { wallet } = await connect({
        tampers: (transaction) => {
          const tapKeySig = Uint8Array.from(transaction.getInput(0).tapKeySig!, (byte) => byte ^ 1);
          transaction.updateInput(0, { tapKeySig }, true);
        },
      });
      await expect(wallet.signPsbt(step!)).rejects.toMatchObject({ code: 'signature' });
    });

    test('refuses a PSBT without the signature', async () => {
      const [step] = listingPreflight(1).preflight.listings[0]!.psbts;
      const { provider } = fake(keys);
      const idle = { ...provider, signPsbt: async () => step!.psbtBase64 };
      const wallet = await connectWallet(idle, 'regtest');
      await expect(wallet.signPsbt(step!)).rejects.toMatchObject({ code: 'signature' });
    });

    test('is on another network where its addresses are', async () => {
      const { provider } = fake(keys);
      await expect(connectWallet(provider, 'mainnet')).rejects.toMatchObject({ code: 'network' });
    });

    test('does not sign the key path of a passthrough', async () => {
      const { wallet, calls } = await connect();
      const [step] = listingPreflight(1).preflight.listings[0]!.psbts;
      const passthrough = { txid: '00'.repeat(32), vout: 0, merkleRoot: '00'.repeat(32) };
      const before = calls.length;
      await expect(wallet.signPsbt(step!, passthrough)).rejects.toMatchObject({ code: 'unsupported' });
      expect(calls.length).toBe(before);
    });
  });
}

const unisat = ADAPTERS[0];
const xverse = ADAPTERS[2];
const leather = ADAPTERS[3];

test('UniSat is asked in its own words: hex, no finalising, sighashes, and no tweak for a leaf', async () => {
  const { provider, calls } = unisat.fake(keysOf(SECRETS, 'same'));
  const wallet = await connectWallet(provider, 'regtest');
  const [transfer, sale] = listingPreflight(1).preflight.listings[0]!.psbts;
  await wallet.signPsbts!([transfer!, sale!]);
  const address = wallet.ordinalsAddress;
  expect(calls.at(-1)).toEqual({
    method: 'signPsbts',
    params: [
      { autoFinalized: false, toSignInputs: [{ index: 0, address, sighashTypes: [0] }] },
      {
        autoFinalized: false,
        toSignInputs: [
          {
            ...{ index: 0, address, sighashTypes: [0x83], publicKey: `02${wallet.ordinalsPublicKey}` },
            ...{ disableTweakSigner: true, useTweakedSigner: false },
          },
        ],
      },
    ],
  });
});

test('Xverse and Leather are asked by indexes, and never to broadcast', async () => {
  for (const [adapter, payer] of [
    [xverse, 'p2sh-p2wpkh'],
    [leather, 'p2wpkh'],
  ] as const) {
    const { provider, calls } = adapter.fake(keysOf(SECRETS, payer));
    const wallet = await connectWallet(provider, 'regtest');
    const { preflight } = purchasePreflight(payer);
    const step = preflight.steps[0]!;
    const own = {
      ...step,
      inputsToSign: step.inputsToSign.map((one) => ({ ...one, address: wallet.paymentAddress })),
    };
    await wallet.signPsbt(own).catch(() => undefined); // the keys of the fixture are others
    const indexes = own.inputsToSign.flatMap(({ signingIndexes }) => signingIndexes);
    expect(calls.at(-1)).toMatchObject({
      method: 'signPsbt',
      params:
        payer === 'p2wpkh'
          ? { signAtIndex: indexes, allowedSighash: [1], broadcast: false, network: 'devnet' }
          : { signInputs: { [wallet.paymentAddress]: indexes }, broadcast: false },
    });
  }
});

describe('a wallet that signs more than it was asked for', () => {
  test('gives nothing of it away: a key path signature on a passthrough is left out', async () => {
    const keys = keysOf(SECRETS, 'same');
    const extra = new Uint8Array(64).fill(9);
    const { provider } = unisat.fake(keys, {
      tampers: (transaction) => transaction.updateInput(0, { tapKeySig: extra }, true),
    });
    const wallet = await connectWallet(provider, 'regtest');
    const [, sale] = listingPreflight(1).preflight.listings[0]!.psbts;
    const signed = readPsbt(await wallet.signPsbt(sale!)).transaction.getInput(0);
    expect(signed.tapKeySig).toBeUndefined();
    expect(signed.tapScriptSig).toHaveLength(1);
  });

  test('with another sighash is refused', async () => {
    const keys = keysOf(SECRETS, 'same');
    const { provider } = unisat.fake(keys, {
      tampers: (transaction) => {
        const { tapKeySig } = transaction.getInput(0);
        transaction.updateInput(0, { tapKeySig: concatBytes(tapKeySig!, Uint8Array.of(1)) }, true);
      },
    });
    const wallet = await connectWallet(provider, 'regtest');
    const [transfer] = listingPreflight(1).preflight.listings[0]!.psbts;
    await expect(wallet.signPsbt(transfer!)).rejects.toMatchObject({ code: 'signature' });
  });
});

describe('a wallet that signs a recovery, which asks for ALL,', () => {
  const signedWith = async (type: number) => {
    const keys = keysOf(SECRETS, 'same');
    const { recoveryPsbt } = listingPreflight(1).preflight;
    const { provider } = unisat.fake(keys, {
      tampers: (transaction) => {
        transaction.updateInput(0, { tapScriptSig: undefined, sighashType: type } as object, true);
        transaction.signIdx(keys.ordinals.secret, 0, [type]);
      },
    });
    const wallet = await connectWallet(provider, 'regtest');
    const signed = readPsbt(await wallet.signPsbt(recoveryPsbt)).transaction.getInput(0);
    return signed.tapScriptSig![0]![1].length;
  };

  test('with ALL or DEFAULT is taken', async () => {
    expect(await signedWith(1)).toBe(65);
    expect(await signedWith(0)).toBe(64);
  });

  test.each([2, 3, 0x81, 0x82, 0x83])('with sighash %i is refused', async (type) => {
    await expect(signedWith(type)).rejects.toMatchObject({ code: 'signature' });
  });
});

test('a wallet that returns another transaction, or none, is refused', async () => {
  const keys = keysOf(SECRETS, 'same');
  const { preflight } = listingPreflight(1);
  const [transfer, sale] = preflight.listings[0]!.psbts;
  for (const returned of [sale!.psbtBase64, hex.encode(Uint8Array.of(1, 2)), '', 'ok']) {
    const { provider } = unisat.fake(keys);
    const wallet = await connectWallet({ ...provider, signPsbt: async () => returned }, 'regtest');
    await expect(wallet.signPsbt(transfer!)).rejects.toMatchObject({ code: 'provider' });
  }
});

test('an account whose key does not derive its address, or that is not taproot, is refused', async () => {
  const keys = keysOf(SECRETS, 'p2wpkh');
  const other = ADAPTERS[4].fake(keys).provider;
  const connectTo = (ordinals: object) =>
    connectWallet(
      {
        ...other,
        accounts: async () => ({ ordinals: { ...keys.ordinals, ...ordinals }, payment: keys.payment }),
      },
      'regtest',
    );
  await expect(connectTo({ publicKey: keys.payment.xOnly })).rejects.toMatchObject({ code: 'account' });
  await expect(connectTo({ publicKey: 'zz' })).rejects.toMatchObject({ code: 'account' });
  await expect(connectTo(keys.payment)).rejects.toThrow(/trading needs a taproot address/);
});
