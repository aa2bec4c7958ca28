import { expect, test } from 'vitest';
import { signIn } from '../../src/account/sign-in.ts';
import { createClient } from '../../src/api.ts';
import { testWallet } from '../honest.ts';

const wallet = testWallet();
const ID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
const PROFILE = { username: null, displayName: null, bio: null, avatarUrl: null, bannerUrl: null };

/** A service that sends these challenges, and binds these addresses to whoever answers. */
function service(challenges: readonly object[], bound: object) {
  const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
    const answers = {
      '/api/v1/auth/challenge': { authRequestId: ID, challenges },
      '/api/v1/auth/verify': {
        profile: { ...PROFILE, id: 'profile' },
        walletBindings: [{ walletBindingId: ID, label: '', provider: 'unknown', isPublic: false, ...bound }],
        sessionToken: 'token',
        expiresAt: '2026-11-20T13:00:00.000Z',
      },
    };
    return Response.json(answers[new URL((input as Request).url).pathname as keyof typeof answers]);
  };
  return createClient({ baseUrl: 'http://market.test', fetch });
}

const { ordinalsAddress, paymentAddress } = wallet;
const challenge = (address: string, message = `sign in as ${address}`) => ({
  challengeId: ID,
  address,
  message,
  role: 'ordinals',
});

test('a session knows its binding and carries its token', async () => {
  const client = service([challenge(ordinalsAddress), challenge(paymentAddress)], {
    ordinalsAddress,
    paymentAddress,
  });
  const session = await signIn(client, wallet);
  expect(session).toMatchObject({ walletBindingId: ID, expiresAt: new Date('2026-11-20T13:00:00Z') });
  expect(session.client.options.token).toBe('token');
});

test('no message is signed for an address that is not ours', async () => {
  const client = service([challenge(testWallet('p2wpkh', 40).ordinalsAddress)], {});
  await expect(signIn(client, wallet)).rejects.toThrow(/but it is not an address of this wallet/);
});

test('no message is signed that does not name the address it is for', async () => {
  const client = service([challenge(ordinalsAddress, 'I sell my house')], {});
  await expect(signIn(client, wallet)).rejects.toThrow(/does not name/);
});

test('a service that binds other addresses than ours is not trusted', async () => {
  const client = service([challenge(ordinalsAddress)], { ordinalsAddress, paymentAddress: ordinalsAddress });
  await expect(signIn(client, wallet)).rejects.toThrow(/returned no wallet binding/);
});
