import { Refusal } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerTo, requestChallenge, type TestApi, testApi, testWallet } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { testAddress, type WalletAddressType } from '../../support/wallet.ts';

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

let wallets = 0;
/** A wallet nobody has signed in with, funded. */
function freshWallet(payment: WalletAddressType = 'p2wpkh') {
  const wallet = testWallet(`auth ${wallets++}`, payment);
  api.world.balances.set(wallet.payment.address, 100_000);
  return wallet;
}

describe('challenge', () => {
  test('a wallet of two addresses gets one message for each, naming domain, address, nonce and times', async () => {
    const wallet = freshWallet();
    const { authRequestId, challenges } = await requestChallenge(api, wallet);
    expect(authRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(challenges.map(({ role, address }) => [role, address])).toEqual([
      ['ordinals', wallet.ordinals.address],
      ['payment', wallet.payment.address],
    ]);
    for (const { message, address } of challenges) {
      expect(message).toContain('market.test asks you to sign in');
      expect(message).toContain(`Address: ${address}`);
      expect(message).toMatch(/Nonce: [0-9a-f]{32}/);
      expect(message).toContain('Issued at: 2026-11-20T12:00:00.000Z');
      expect(message).toContain('Expires at: 2026-11-20T12:05:00.000Z');
    }
    expect(challenges[0]!.message).not.toBe(challenges[1]!.message);
  });

  test('equal addresses get one challenge, role ordinals', async () => {
    const one = testAddress('same', 'p2tr');
    const { challenges } = await requestChallenge(api, { ordinals: one, payment: one });
    expect(challenges.map(({ role }) => role)).toEqual(['ordinals']);
  });

  test.each([
    [
      'p2pkh',
      /is p2pkh; use P2TR, P2WPKH or P2SH-P2WPKH; the id of a transaction that spends from P2PKH is not fixed/,
    ],
  ] as const)('a %s payment address is refused', async (type, sentence) => {
    const answer = await api.post('/auth/challenge', {
      ordinalsAddress: testAddress('o', 'p2tr').address,
      paymentAddress: testAddress('p', type).address,
    });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(sentence) } });
  });

  test('an address of another network or of none is refused by name', async () => {
    const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    for (const paymentAddress of [mainnet, 'nonsense']) {
      const answer = await api.post('/auth/challenge', {
        ordinalsAddress: testAddress('o', 'p2tr').address,
        paymentAddress,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(paymentAddress);
    }
  });

  test('a field that the route does not take is refused', async () => {
    const answer = await api.post('/auth/challenge', {
      ordinalsAddress: 'a',
      paymentAddress: 'b',
      provider: 'x',
    });
    expect(answer).toMatchObject({ status: 400, body: { error: 'body must not have the field "provider"' } });
  });
});

describe('verify', () => {
  test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)(
    'signatures of a wallet that pays with %s give a token, its profile and its binding',
    async (type) => {
      const wallet = freshWallet(type);
      const answer = await api.post('/auth/verify', answerTo(await requestChallenge(api, wallet), wallet));
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        profile: { username: null, displayName: null, bio: null, avatarUrl: null, bannerUrl: null },
        walletBindings: [
          {
            provider: 'unknown',
            ordinalsAddress: wallet.ordinals.address,
            paymentAddress: wallet.payment.address,
            isPublic: true,
          },
        ],
        expiresAt: '2026-11-20T13:00:00.000Z',
      });
      const me = await api.get('/me', answer.body.sessionToken);
      expect(me.body).toEqual({ profile: answer.body.profile, walletBindings: answer.body.walletBindings });
    },
  );

  test('one signature is enough when both addresses are one', async () => {
    const one = testAddress('single', 'p2tr');
    const { token } = await api.signIn({ ordinals: one, payment: one });
    expect((await api.get('/me', token)).body.walletBindings).toHaveLength(1);
  });

  test('a wallet that signs in again finds its profile and makes no second binding', async () => {
    const wallet = freshWallet();
    const first = await api.signIn(wallet);
    const second = await api.signIn(wallet);
    expect({ ...second, token: '' }).toEqual({ ...first, token: '' });
    expect((await api.get('/me', second.token)).body.walletBindings).toHaveLength(1);
  });

  test('another payment address makes a second binding of the same profile', async () => {
    const wallet = freshWallet();
    const other = { ordinals: wallet.ordinals, payment: testAddress('second payment', 'p2wpkh') };
    const first = await api.signIn(wallet);
    api.clock.step(1000);
    const second = await api.signIn(other);
    expect(second.profileId).toBe(first.profileId);
    const me = await api.get('/me', first.token);
    expect(
      me.body.walletBindings.map((binding: { paymentAddress: string }) => binding.paymentAddress),
    ).toEqual([wallet.payment.address, other.payment.address]);
  });

  test('a payment address of another profile is refused at challenge, and at verify when it was taken in between', async () => {
    const owner = freshWallet();
    const thief = { ordinals: freshWallet().ordinals, payment: owner.payment };
    const early = await requestChallenge(api, thief);
    await api.signIn(owner);
    const late = await api.post('/auth/verify', answerTo(early, thief));
    expect(late).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(owner.payment.address) },
    });
    const { status } = await api.post('/auth/challenge', {
      ordinalsAddress: thief.ordinals.address,
      paymentAddress: thief.payment.address,
    });
    expect(status).toBe(409);
  });

  // Spec, "POST /auth/verify": hex; base64 and newer prefixes besides
  test.each<[string, (hex: string) => string]>([
    ['in capitals', (hex) => hex.toUpperCase()],
    ['in base64', (hex) => Buffer.from(hex, 'hex').toString('base64')],
    ['with the prefix smp', (hex) => `smp${Buffer.from(hex, 'hex').toString('base64')}`],
  ])('a signature %s is taken', async (_form, write) => {
    const wallet = freshWallet();
    const answer = answerTo(await requestChallenge(api, wallet), wallet);
    const verifications = answer.verifications.map((one) => ({ ...one, signature: write(one.signature) }));
    expect((await api.post('/auth/verify', { ...answer, verifications })).status).toBe(200);
    const full = verifications.map((one) => ({ ...one, signature: `ful${one.signature}` }));
    const again = answerTo(await requestChallenge(api, wallet), wallet);
    const asked = again.verifications.map((one, i) => ({ ...one, signature: full[i]!.signature }));
    expect((await api.post('/auth/verify', { ...again, verifications: asked })).status).toBe(401);
  });

  test('a signature by another key, or of another message, is 401 and does not use the request up', async () => {
    const wallet = freshWallet();
    const challenge = await requestChallenge(api, wallet);
    const answer = answerTo(challenge, wallet);
    const [ordinals, payment] = answer.verifications;
    const wrong = {
      ...answer,
      verifications: [ordinals, { ...payment, signature: wallet.payment.sign('other') }],
    };
    expect(await api.post('/auth/verify', wrong)).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining(wallet.payment.address) },
    });
    expect((await api.post('/auth/verify', answer)).status).toBe(200);
  });

  test('a request is good once', async () => {
    const wallet = freshWallet();
    const answer = answerTo(await requestChallenge(api, wallet), wallet);
    const both = await Promise.all([api.post('/auth/verify', answer), api.post('/auth/verify', answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await api.post('/auth/verify', answer)).toMatchObject({
      status: 409,
      body: { error: `sign-in request ${answer.authRequestId} has already been used` },
    });
  });

  test('a request expires', async () => {
    const wallet = freshWallet();
    const answer = answerTo(await requestChallenge(api, wallet), wallet);
    api.clock.step(300_000);
    expect((await api.post('/auth/verify', answer)).status).toBe(410);
  });

  test('an unknown request or challenge is 404; one answered twice, not at all, or for another address is 409', async () => {
    const wallet = freshWallet();
    const answer = answerTo(await requestChallenge(api, wallet), wallet);
    const [ordinals, payment] = answer.verifications;
    const unknown = '00000000-0000-4000-8000-000000000000';
    const verify = (changed: object) => api.post('/auth/verify', { ...answer, ...changed });
    expect((await verify({ authRequestId: unknown })).status).toBe(404);
    expect((await verify({ verifications: [ordinals, { ...payment, challengeId: unknown }] })).status).toBe(
      404,
    );
    expect((await verify({ verifications: [ordinals, ordinals] })).status).toBe(409);
    expect((await verify({ verifications: [ordinals] })).status).toBe(409);
    const swapped = [{ ...ordinals, address: payment!.address }, payment];
    expect((await verify({ verifications: swapped })).status).toBe(409);
  });

  test('a payment address below the requirement is 403, with what it holds', async () => {
    const wallet = freshWallet();
    api.world.balances.set(wallet.payment.address, 99_999);
    const answer = await api.post('/auth/verify', answerTo(await requestChallenge(api, wallet), wallet));
    expect(answer.status).toBe(403);
    expect(answer.body.error).toContain('holds 99999 confirmed sats; signing in needs 100000');
  });

  test('a node that is away is 503 with the fixed sentence, and never a token', async () => {
    const wallet = freshWallet();
    const answer = answerTo(await requestChallenge(api, wallet), wallet);
    api.world.nodeAway = new Refusal('unavailable', 'connect ECONNREFUSED');
    expect(await api.post('/auth/verify', answer)).toMatchObject({
      status: 503,
      body: { error: 'Trading API wallet eligibility is temporarily unavailable' },
    });
    api.world.nodeAway = null;
    expect((await api.post('/auth/verify', answer)).status).toBe(200);
  });

  test('when too many balances are asked for, the client gets the fixed sentence and the operator the reason', async () => {
    const wallet = freshWallet();
    const answer = answerTo(await requestChallenge(api, wallet), wallet);
    const reason =
      '100 addresses are waiting for a scan of the UTXO set; try again, or set ESPLORA_URL, which needs no scan';
    api.world.nodeAway = new Refusal('unavailable', reason);
    expect(await api.post('/auth/verify', answer)).toMatchObject({
      status: 503,
      body: { error: 'Trading API wallet eligibility is temporarily unavailable' },
    });
    api.world.nodeAway = null;
    expect(api.log).toContainEqual(
      expect.objectContaining({ level: 40, reason, msg: expect.stringContaining(reason) }),
    );
  });

  test('a balance is looked up for the source of the request', async () => {
    const asked = vi.spyOn(api.ctx.chain, 'addressCoins');
    const wallet = freshWallet();
    const challenge = await requestChallenge(api, wallet);
    await api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/verify',
      payload: answerTo(challenge, wallet),
      remoteAddress: '2001:db8::1',
    });
    expect(asked.mock.calls).toEqual([[wallet.payment.address, '2001:db8:0:0::/64']]);
    asked.mockRestore();
  });

  test.each([
    [{ verifications: [] }],
    [{ verifications: [1, 2, 3] }],
    [{ authRequestId: 'x' }],
    [{ token: 'x' }],
  ])('a malformed body is 400 (%#)', async (changed) => {
    const wallet = freshWallet();
    const answer = answerTo(await requestChallenge(api, wallet), wallet);
    expect((await api.post('/auth/verify', { ...answer, ...changed })).status).toBe(400);
    const long = answer.verifications.map((one) => ({ ...one, signature: 'ab'.repeat(4097) }));
    expect((await api.post('/auth/verify', { ...answer, verifications: long })).status).toBe(400);
  });

  test('neither tokens nor signatures reach the log', async () => {
    const { token } = await api.signIn(freshWallet());
    await api.get('/me', token);
    const lines = JSON.stringify(api.log);
    expect(lines).not.toContain(token);
    expect(lines).not.toContain('signature"');
  });
});
