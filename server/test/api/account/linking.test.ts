import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeProfile } from '../../../src/store/account/profiles.ts';
import {
  answerTo,
  type Challenge,
  type TestApi,
  type TestWallet,
  testApi,
  testWallet,
} from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { testAddress } from '../../support/wallet.ts';

const database = freshDatabase();
let api: TestApi;
let seed = 0;

beforeAll(async () => {
  api = await testApi(database.db);
});
afterAll(() => api?.app.close());

function freshWallet(): TestWallet {
  seed += 1;
  const wallet = testWallet(`linking ${seed}`);
  api.world.balances.set(wallet.payment.address, 100_000);
  return wallet;
}

const addressesOf = ({ ordinals, payment }: TestWallet) => ({
  ordinalsAddress: ordinals.address,
  paymentAddress: payment.address,
});
const challenge = (wallet: TestWallet, token?: string) =>
  api.post('/auth/challenge', addressesOf(wallet), token);
const bindingsOf = async (token: string) => (await api.get('/me', token)).body.walletBindings;

async function link(wallet: TestWallet, token: string) {
  const { status, body } = await challenge(wallet, token);
  expect(status).toBe(200);
  return api.post('/auth/verify', answerTo(body as Challenge, wallet), token);
}

async function fromOrigin(origin: string, url: string, payload: object, token: string) {
  const headers = { authorization: `Bearer ${token}`, origin };
  const answer = await api.app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

// Spec, "POST /auth/challenge": linking a new wallet binding to an already signed-in profile
describe('with a bearer token of a signed-in profile', () => {
  test('challenge and verify link another wallet, of another ordinals address too, to that profile', async () => {
    const [first, second] = [freshWallet(), freshWallet()];
    const { token, profileId } = await api.signIn(first);
    api.clock.step(1000);
    const answer = await link(second, token);
    expect(answer).toMatchObject({ status: 200, body: { profile: { id: profileId } } });
    expect(answer.body.walletBindings).toMatchObject([addressesOf(first), addressesOf(second)]);
    expect(await bindingsOf(token)).toEqual(answer.body.walletBindings);
    // Either wallet signs in to the one profile from now on.
    expect((await api.signIn(second)).profileId).toBe(profileId);
    expect((await api.signIn(first)).profileId).toBe(profileId);
  });

  test.each([true, false])(
    'a linked binding inherits the visibility default of the profile: %s',
    async (walletsPublic) => {
      const { token, profileId } = await api.signIn(freshWallet());
      await changeProfile(database.db, profileId, { walletsPublic });
      const wallet = freshWallet();
      const { body } = await link(wallet, token);
      const linked = body.walletBindings.find(
        (one: { ordinalsAddress: string }) => one.ordinalsAddress === wallet.ordinals.address,
      );
      expect(linked.isPublic).toBe(walletsPublic);
    },
  );

  test('the message names the profile, so that it cannot pass for a sign-in', async () => {
    const { token, profileId } = await api.signIn(freshWallet());
    const wallet = freshWallet();
    for (const { message } of (await challenge(wallet, token)).body.challenges) {
      expect(message).toMatch(/^market\.test asks you to link this Bitcoin wallet to a profile\.\n/);
      expect(message).toContain(`\nProfile: ${profileId}\n`);
    }
    for (const { message } of (await challenge(wallet)).body.challenges)
      expect(message).not.toContain('Profile');
  });

  test('another payment address of an own ordinals address is linked as well', async () => {
    const wallet = freshWallet();
    const { token } = await api.signIn(wallet);
    const more = { ordinals: wallet.ordinals, payment: testAddress('one more', 'p2wpkh') };
    api.world.balances.set(more.payment.address, 100_000);
    expect((await link(more, token)).body.walletBindings).toHaveLength(2);
  });

  test('a stale or invalid token is 401 at challenge, and at verify of a link', async () => {
    const { token } = await api.signIn(freshWallet());
    const wallet = freshWallet();
    const expired = { error: 'Invalid or expired bearer session token' };
    expect(await challenge(wallet, 'no.such.token')).toMatchObject({ status: 401, body: expired });
    const { body } = await challenge(wallet, token);
    const answer = answerTo(body as Challenge, wallet);
    expect(await api.post('/auth/verify', answer)).toMatchObject({
      status: 401,
      body: { error: 'Bearer session token required' },
    });
    api.clock.step(3_600_000);
    expect(await challenge(wallet, token)).toMatchObject({ status: 401, body: expired });
    expect(await api.post('/auth/verify', answer, token)).toMatchObject({ status: 401, body: expired });
  });

  test('a page of an origin that is not allowed is 403; without Origin it is no page', async () => {
    const { token } = await api.signIn(freshWallet());
    const wallet = freshWallet();
    for (const origin of ['https://evil.test', 'null', 'https://app.test.evil.test']) {
      const refused = await fromOrigin(origin, '/auth/challenge', addressesOf(wallet), token);
      expect(refused, origin).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining(origin) },
      });
    }
    for (const origin of ['https://app.test', 'http://market.test', 'HTTPS://APP.TEST'])
      expect((await fromOrigin(origin, '/auth/challenge', addressesOf(wallet), token)).status, origin).toBe(
        200,
      );
    const { body } = await challenge(wallet, token);
    const answer = answerTo(body as Challenge, wallet);
    expect((await fromOrigin('https://evil.test', '/auth/verify', answer, token)).status).toBe(403);
    expect((await api.post('/auth/verify', answer, token)).status).toBe(200);
  });

  test('a page of any origin may sign in without a token', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/challenge',
      headers: { origin: 'https://anywhere.test' },
      payload: addressesOf(freshWallet()),
    });
    expect(answer.statusCode).toBe(200);
  });

  test('a wallet that has an address of another profile is 409', async () => {
    const other = freshWallet();
    const { token } = await api.signIn(freshWallet());
    await api.signIn(other);
    const cases: [TestWallet, RegExp][] = [
      [other, /linked to another profile/],
      [{ ordinals: freshWallet().ordinals, payment: other.payment }, /paymentAddress .* another profile/],
      [{ ordinals: other.ordinals, payment: freshWallet().payment }, /ordinalsAddress .* another profile/],
    ];
    for (const [wallet, sentence] of cases)
      expect(await challenge(wallet, token)).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(sentence) },
      });
  });

  test('one of its own wallets signs in again, with a token that is valid or expired', async () => {
    const wallet = freshWallet();
    const { token, profileId } = await api.signIn(wallet);
    for (const ms of [0, 3_600_000]) {
      api.clock.step(ms);
      const { status, body } = await challenge(wallet, token);
      expect([status, body.challenges[0].message]).toEqual([200, expect.not.stringContaining('Profile')]);
      const again = await api.post('/auth/verify', answerTo(body as Challenge, wallet), token);
      expect(again).toMatchObject({ status: 200, body: { profile: { id: profileId } } });
      expect((await api.get('/me', again.body.sessionToken)).status).toBe(200);
    }
    const capitals = { ...addressesOf(wallet), paymentAddress: wallet.payment.address.toUpperCase() };
    expect((await api.post('/auth/challenge', capitals, token)).status).toBe(200);
  });

  test('one of its own wallets signs in again with no token of another profile, key or service', async () => {
    const [own, other] = [freshWallet(), freshWallet()];
    await api.signIn(own);
    const { token } = await api.signIn(other);
    expect((await challenge(own, token)).status).toBe(409);
    expect((await challenge(own, `${token}x`)).status).toBe(401);
    api.clock.step(3_600_000);
    expect((await challenge(own, token)).status).toBe(401);
  });

  test('one of its own wallets is 409 for a page, which can leave the token out', async () => {
    const wallet = freshWallet();
    const { token } = await api.signIn(wallet);
    const page = await fromOrigin('https://app.test', '/auth/challenge', addressesOf(wallet), token);
    expect(page).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/linked to your profile already/) },
    });
  });

  test('a wallet that another profile took before verify is 409, and stays there', async () => {
    const { token } = await api.signIn(freshWallet());
    const wallet = freshWallet();
    const early = answerTo((await challenge(wallet, token)).body as Challenge, wallet);
    const taken = await api.signIn(wallet);
    expect((await api.post('/auth/verify', early, token)).status).toBe(409);
    expect((await api.signIn(wallet)).profileId).toBe(taken.profileId);
  });

  test('a link that another profile verifies is 409, and of two links of one wallet one wins', async () => {
    const [one, two] = [await api.signIn(freshWallet()), await api.signIn(freshWallet())];
    const wallet = freshWallet();
    const byOne = answerTo((await challenge(wallet, one.token)).body as Challenge, wallet);
    const byTwo = answerTo((await challenge(wallet, two.token)).body as Challenge, wallet);
    expect((await api.post('/auth/verify', byOne, two.token)).status).toBe(409);
    const both = await Promise.all([
      api.post('/auth/verify', byOne, one.token),
      api.post('/auth/verify', byTwo, two.token),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('the new payment address must hold the funding requirement', async () => {
    const { token } = await api.signIn(freshWallet());
    const wallet = freshWallet();
    api.world.balances.set(wallet.payment.address, 99_999);
    expect((await link(wallet, token)).status).toBe(403);
    expect(await bindingsOf(token)).toHaveLength(1);
  });

  test('a token at the verify of a plain sign-in changes nothing', async () => {
    const { token, profileId } = await api.signIn(freshWallet());
    const wallet = freshWallet();
    const answer = answerTo((await challenge(wallet)).body as Challenge, wallet);
    const verified = await api.post('/auth/verify', answer, token);
    expect(verified.status).toBe(200);
    expect(verified.body.profile.id).not.toBe(profileId);
  });
});
