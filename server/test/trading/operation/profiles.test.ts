import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import {
  bindingById,
  insertBinding,
  insertProfile,
  profileById,
} from '../../../src/store/account/profiles.ts';
import { actsPage } from '../../../src/store/operation/acts.ts';
import { changeProfile, recordProvider } from '../../../src/trading/operation/profiles.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { by } from '../../support/operator.ts';

const ids = { profile: randomUUID(), binding: randomUUID() };
const wallet = 'bcrt1pordinals';

describe('profiles', () => {
  const database = freshDatabase();
  const ctx = () => ({ db: database.db, clock: systemClock });
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
    const avatarUrl = 'https://market.test/a.png';
    await changeProfile(ctx(), by('asked'), wallet, { username: 'ann', avatarUrl });
    expect(await changeProfile(ctx(), by('asked'), wallet, { walletsPublic: false })).toMatchObject({
      ...{ id: ids.profile, username: 'ann', displayName: null, avatarUrl, walletsPublic: false },
    });
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
    await recordProvider(ctx(), by('asked'), ids.binding, 'acme');
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
    const change = (fields: object, of = wallet) =>
      changeProfile(ctx(), by('asked'), of, { username: 'ann', ...fields });
    await expect(change({ avatarUrl: 'a.png' })).rejects.toThrow(/^avatarUrl is a\.png; it must be a URL/);
    await expect(change({ bannerUrl: 'javascript:alert(1)' })).rejects.toThrow(/^bannerUrl is javascript:/);
    await expect(change({}, 'bcrt1pnobody')).rejects.toThrow(/bcrt1pnobody; sign in with that wallet/);
    await expect(recordProvider(ctx(), by('asked'), randomUUID(), 'acme')).rejects.toThrow(/GET \/me/);
    expect(await profileById(database.db, ids.profile)).toEqual(before);
  });
});
