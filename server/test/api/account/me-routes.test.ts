import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeProfile } from '../../../src/store/account/profiles.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { testAddress } from '../../support/wallet.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await openTestDatabase();
  api = await testApi(database.db);
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

describe('GET /me', () => {
  test("shows the profile's fields, and the same as sign-in does", async () => {
    const wallet = testWallet('shown');
    const { token, profileId } = await api.signIn(wallet);
    const fields = {
      username: 'shown',
      displayName: 'Shown',
      bio: 'Sells mice.',
      avatarUrl: 'https://market.test/avatar.png',
      bannerUrl: 'https://market.test/banner.png',
    };
    await changeProfile(database.db, profileId, fields);
    expect((await api.get('/me', token)).body.profile).toEqual({ id: profileId, ...fields });
  });

  test("a wallet linked later is as visible as the profile's wallets are by default; earlier ones stay", async () => {
    const wallet = testWallet('hidden');
    const { token, profileId } = await api.signIn(wallet);
    await changeProfile(database.db, profileId, { walletsPublic: false });
    api.clock.step(1_000);
    await api.signIn({ ...wallet, payment: testAddress('hidden second', 'p2wpkh') });
    const visible = async () =>
      (await api.get('/me', token)).body.walletBindings.map((one: { isPublic: boolean }) => one.isPublic);
    expect(await visible()).toEqual([true, false]);
    await changeProfile(database.db, profileId, { walletsPublic: true });
    api.clock.step(1_000);
    await api.signIn({ ...wallet, payment: testAddress('hidden third', 'p2wpkh') });
    expect(await visible()).toEqual([true, false, true]);
  });
});
