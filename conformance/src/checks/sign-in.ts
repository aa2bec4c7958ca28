import { signIn } from '@ordbook/client';
import type { Check } from '../check.ts';
import type { Json } from '../http.ts';
import type { Market } from '../market.ts';
import { equal, holds } from '../mismatch.ts';

const CHALLENGE = 'POST /auth/challenge';
const VERIFY = 'POST /auth/verify';
const HOUR_MS = 3_600_000;
/** Of the clocks of two machines. */
const TOLERANCE_MS = 120_000;
const REQUIREMENT_SATS = 100_000;

/** The request with which a wallet verifies; of a new challenge each time. */
async function verifying(market: Market, wallet?: Json) {
  const { client, wallet: own } = await market.session('buyer');
  return market.hold(VERIFY, async () => void (await signIn(client, wallet ?? own)));
}

export const SIGN_IN: readonly Check[] = [
  [
    'nothing',
    'sign-in.token',
    'Missing token: `Bearer session token required`.',
    ({ service }) => service.refused('GET /me', [401], {}),
  ],
  [
    'nothing',
    'sign-in.cross-origin',
    'Preflight responses allow origin `*`, methods `GET, POST, OPTIONS`, headers `authorization, content-type`.',
    async ({ service }) => {
      const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
      const { headers } = await service.request('OPTIONS', '/me', {}, asked);
      const list = (name: string) =>
        (headers.get(`access-control-allow-${name}`) ?? '').toLowerCase().split(/\s*,\s*/);
      equal('access-control-allow-origin', list('origin'), ['*']);
      equal('access-control-allow-methods', list('methods').sort(), ['get', 'options', 'post']);
      const allowed = list('headers');
      const isEnough = allowed.includes('authorization') && allowed.includes('content-type');
      holds('access-control-allow-headers', isEnough, 'authorization, content-type', allowed);
    },
  ],
  [
    'nothing',
    'sign-in.address',
    '400 malformed addresses.',
    ({ service }) =>
      service.refused(CHALLENGE, [400], { body: { ordinalsAddress: 'nobody', paymentAddress: 'nobody' } }),
  ],
  [
    'wallet',
    'sign-in.challenges',
    '`challenges[]`: one per address that must sign, each with its `role`; a wallet signs fresh challenges.',
    async (market) => {
      const { body } = await market.request(CHALLENGE);
      const twice = [
        await market.service.ok(CHALLENGE, { body }),
        await market.service.ok(CHALLENGE, { body }),
      ];
      const challenges: Json[] = twice.flatMap((one) => one.challenges);
      const roles = challenges.map(({ role, address }) => address === body[`${role}Address`]);
      equal(
        'each address is that of its role',
        roles,
        roles.map(() => true),
      );
      const addresses = new Set(Object.values(body)).size;
      for (const name of ['challengeId', 'message'])
        equal(`different values of ${name}`, new Set(challenges.map((one) => one[name])).size, 2 * addresses);
    },
  ],
  [
    'sandbox',
    'sign-in.one-address',
    '`verifications`: 1..2 entries; one per address that must sign.',
    async (market) => {
      const wallet = await market.newWallet('same', REQUIREMENT_SATS);
      const { body } = await verifying(market, wallet);
      equal('verifications', body.verifications.length, 1);
      await market.service.ok(VERIFY, { body });
    },
  ],
  [
    'wallet',
    'sign-in.session',
    'Token validity is currently 1 hour; GET /me returns the profile and bindings; provider `unknown`.',
    async (market) => {
      const [{ wallet, profile, walletBindingId }, token] = [
        await market.session('buyer'),
        await market.token('buyer'),
      ];
      const verified = await market.act(VERIFY);
      const off = Math.abs(Date.parse(verified.expiresAt) - Date.now() - HOUR_MS);
      holds('expiresAt', off < TOLERANCE_MS, 'in one hour', verified.expiresAt);
      const me = await market.service.ok('GET /me', { token });
      equal('profile ids', [me.profile.id, verified.profile.id], [profile.id, profile.id]);
      equal('walletBindings of GET /me and of verify', me.walletBindings, verified.walletBindings);
      const { ordinalsAddress, paymentAddress } = wallet;
      const own = me.walletBindings.filter((one: Json) => one.ordinalsAddress === ordinalsAddress);
      const seen = own.map((one: Json) => [one.walletBindingId, one.paymentAddress, one.provider]);
      equal('binding', seen, [[walletBindingId, paymentAddress, 'unknown']]);
    },
  ],
  [
    'wallet',
    'sign-in.refusals',
    '401 invalid signature; 404 challenge not found; 409 challenge flow invalid.',
    async (market) => {
      const [one, other] = [(await verifying(market)).body, (await verifying(market)).body];
      const mixed = one.verifications.map((of: Json, i: number) => ({
        ...of,
        signature: other.verifications[i].signature,
      }));
      const refused = (statuses: number[], what: string, change: object) =>
        market.service.refused(VERIFY, statuses, { body: { ...one, ...change } }, what);
      await refused([401], 'with signatures of other messages', { verifications: mixed });
      await refused([404], 'of an unknown request', {
        authRequestId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11',
      });
      if (mixed.length > 1)
        await refused([400, 401, 409], 'with one of two', { verifications: one.verifications.slice(1) });
      await market.service.ok(VERIFY, { body: one });
      await refused([409], 'of a request that was verified before', {});
    },
  ],
  [
    'sandbox',
    'sign-in.funding',
    'Verify checks that `paymentAddress` holds at least 0.001 BTC (100,000 sats) confirmed; 403 below.',
    async (market) => {
      for (const [sats, status] of [
        [REQUIREMENT_SATS - 1, 403],
        [REQUIREMENT_SATS, 200],
      ] as const) {
        const request = await verifying(market, await market.newWallet('p2wpkh', sats));
        equal(
          `${VERIFY} with ${sats} sats: status`,
          (await market.service.send(VERIFY, request)).status,
          status,
        );
      }
    },
  ],
  [
    'sandbox',
    'sign-in.taken',
    '409 wallet cannot be linked to this profile.',
    async (market) => {
      const { paymentAddress } = (await market.session('buyer')).wallet;
      const { ordinalsAddress } = await market.newWallet('p2wpkh', REQUIREMENT_SATS);
      const request = { body: { ordinalsAddress, paymentAddress } };
      await market.service.refused(CHALLENGE, [409], request, "with another profile's payment address");
    },
  ],
];
