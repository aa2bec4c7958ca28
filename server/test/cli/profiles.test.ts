import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { editProfile, recordProvider } from '../../src/cli/profiles.ts';
import { bindingById, insertBinding, insertProfile, profileById } from '../../src/store/account/profiles.ts';
import { actsPage } from '../../src/store/operation/acts.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { by } from '../support/operator.ts';

const ids = { profile: randomUUID(), binding: randomUUID() };
const wallet = 'bcrt1pordinals';

describe('profiles', () => {
  const database = freshDatabase();
  beforeEach(async () => {
    await insertProfile(database.db, { id: ids.profile, createdAt: new Date() });
    await insertBinding(database.db, {
      id: ids.binding,
      profileId: ids.profile,
      label: 'wallet',
      ordinalsAddress: wallet,
      paymentAddress: 'bcrt1qpayment',
      createdAt: new Date(),
    });
  });

  test('are changed in what is given, found by a wallet', async () => {
    await editProfile(database.db, by('asked'), {
      wallet,
      username: 'ann',
      avatarUrl: 'https://market.test/a.png',
    });
    expect(await editProfile(database.db, by('asked'), { wallet, walletsPublic: false })).toBe(
      `profile ${ids.profile}: username ann, displayName none, bio none, avatarUrl https://market.test/a.png, bannerUrl none, walletsPublic false`,
    );
    expect(await profileById(database.db, ids.profile)).toMatchObject({
      username: 'ann',
      bio: null,
      avatarUrl: 'https://market.test/a.png',
      walletsPublic: false,
    });
    expect(await actsPage(database.db, { before: null, limit: 9 })).toMatchObject([
      {
        act: 'change profile',
        subject: ids.profile,
        before: { username: 'ann' },
        after: { walletsPublic: false },
      },
      { act: 'change profile', reason: 'asked', before: { username: null }, after: { username: 'ann' } },
    ]);
  });

  test('tell the provider of a binding', async () => {
    expect(await recordProvider(database.db, by('asked'), { binding: ids.binding, provider: 'acme' })).toBe(
      `wallet binding ${ids.binding}: provider acme`,
    );
    expect(await bindingById(database.db, ids.binding)).toMatchObject({ provider: 'acme' });
    expect(await actsPage(database.db, { before: null, limit: 9 })).toMatchObject([
      {
        act: 'record provider',
        subject: ids.binding,
        before: { provider: 'unknown' },
        after: { provider: 'acme' },
      },
    ]);
  });

  test('are refused with a wrong value, by name and with what is allowed, and stay as they are', async () => {
    const before = await profileById(database.db, ids.profile);
    const change = (fields: object) =>
      editProfile(database.db, by('asked'), { wallet, username: 'ann', ...fields });
    await expect(change({ avatarUrl: 'a.png' })).rejects.toThrow(/^avatarUrl is a\.png; it must be a URL/);
    await expect(change({ bannerUrl: 'javascript:alert(1)' })).rejects.toThrow(/^bannerUrl is javascript:/);
    await expect(change({ wallet: 'bcrt1pnobody' })).rejects.toThrow(
      /bcrt1pnobody; sign in with that wallet/,
    );
    const record = (binding: string) =>
      recordProvider(database.db, by('asked'), { binding, provider: 'acme' });
    await expect(record('mine')).rejects.toThrow(/^--binding is mine; it must be a walletBindingId/);
    await expect(record(randomUUID())).rejects.toThrow(/GET \/me/);
    expect(await profileById(database.db, ids.profile)).toEqual(before);
  });
});
