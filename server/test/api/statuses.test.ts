import { randomUUID } from 'node:crypto';
import { Refusal } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_RATE_LIMITS } from '../../src/api/edge/limits.ts';
import { makeCollection } from '../store/contract/rows.ts';
import {
  answerTo,
  requestChallenge,
  type TestAnswer,
  type TestApi,
  testApi,
  testWallet,
} from '../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let api: TestApi;
let token: string;
let walletBindingId: string;
const wallet = testWallet('statuses');

beforeAll(async () => {
  database = await openTestDatabase();
  api = await testApi(database.db);
  await makeCollection(database.db, 'mice');
  ({ token, walletBindingId } = await api.signIn(wallet));
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const purchase = (binding = walletBindingId) => ({
  walletBindingId: binding,
  paymentPublicKey: wallet.payment.publicKey,
  listings: [{ listingId: randomUUID(), inscriptionId: `${'ab'.repeat(32)}i0` }],
  spendableUtxos: [{ txid: 'cd'.repeat(32), vout: 0, valueSats: 100_000 }],
});

async function verifyOf(seed: string, sats: number) {
  const one = testWallet(seed);
  api.world.balances.set(one.payment.address, sats);
  return { one, challenge: await requestChallenge(api, one) };
}

/** A request for every row of the specification's table of statuses, made to get that status. */
const rows: readonly (readonly [status: number, why: string, make: () => Promise<TestAnswer>])[] = [
  [400, 'an invalid path parameter', () => api.get('/collection/No%20Slug/inscriptions', token)],
  [400, 'an invalid query parameter', () => api.get('/listings?limit=101', token)],
  [400, 'an invalid body', () => api.post('/collection/mice/purchases/preflight', { listings: [] }, token)],
  [400, 'a NUL in a query', () => api.get('/listings?sellerAddress=a%00b', token)],
  [401, 'no token', () => api.get('/me')],
  [401, 'a token that is none', () => api.get('/me', 'nonsense')],
  [
    401,
    'a wrong signature at sign-in',
    async () => {
      const { one, challenge } = await verifyOf('forger', 100_000);
      const body = answerTo(challenge, one);
      const [first, ...rest] = body.verifications;
      const forged = { ...first!, signature: one.ordinals.sign('another message') };
      return api.post('/auth/verify', { ...body, verifications: [forged, ...rest] });
    },
  ],
  [
    403,
    'too little balance at sign-in',
    async () => {
      const { one, challenge } = await verifyOf('poor', 99_999);
      return api.post('/auth/verify', answerTo(challenge, one));
    },
  ],
  [
    403,
    "somebody else's wallet",
    () => api.post('/collection/mice/purchases/preflight', purchase(randomUUID()), token),
  ],
  [404, 'an unknown collection', () => api.get('/collection/nowhere/inscriptions', token)],
  [
    404,
    'an unknown challenge',
    () =>
      api.post('/auth/verify', {
        authRequestId: randomUUID(),
        verifications: [{ challengeId: randomUUID(), signature: 'ab', address: wallet.payment.address }],
      }),
  ],
  [
    409,
    'a state that changed before the action completed',
    () =>
      api.post(
        '/collection/mice/purchases/submit',
        {
          ...purchase(),
          purchaseAnchorUtxoId: randomUUID(),
          selectedPaymentUtxos: purchase().spendableUtxos,
          signedSteps: [
            { stepIndex: 0, signerAddress: wallet.payment.address, inputsToSign: [], psbtBase64: 'cHNidP8=' },
          ],
        },
        token,
      ),
  ],
  [
    409,
    'a sign-in that is used up',
    async () => {
      const { one, challenge } = await verifyOf('twice', 100_000);
      await api.post('/auth/verify', answerTo(challenge, one));
      return api.post('/auth/verify', answerTo(challenge, one));
    },
  ],
  [
    410,
    'an expired challenge',
    async () => {
      const { one, challenge } = await verifyOf('late', 100_000);
      api.clock.step(300_001);
      const answer = await api.post('/auth/verify', answerTo(challenge, one));
      api.clock.step(-300_001);
      return answer;
    },
  ],
  [
    429,
    'one request too many',
    async () => {
      const limited = await testApi(database.db, { rateLimits: DEFAULT_RATE_LIMITS });
      let answer = await limited.get('/me', token);
      for (let i = 0; i < 30; i++) answer = await limited.get('/me', token);
      await limited.app.close();
      return answer;
    },
  ],
  [
    500,
    'a bug',
    async () => {
      const { one, challenge } = await verifyOf('unlucky', 100_000);
      api.world.nodeAway = new TypeError('x is not a function');
      const answer = await api.post('/auth/verify', answerTo(challenge, one));
      api.world.nodeAway = null;
      return answer;
    },
  ],
  [
    503,
    'the funding check away',
    async () => {
      const { one, challenge } = await verifyOf('unchecked', 100_000);
      api.world.nodeAway = new Refusal('unavailable', 'the node is away');
      const answer = await api.post('/auth/verify', answerTo(challenge, one));
      api.world.nodeAway = null;
      return answer;
    },
  ],
];

describe('every status of the specification', () => {
  test.each(rows)('%i: %s', async (status, _why, make) => {
    const answer = await make();
    expect([answer.status, answer.body]).toEqual([status, { error: expect.stringMatching(/\S/) }]);
  });

  test('is in the table', () => {
    expect([...new Set(rows.map(([status]) => status))]).toEqual([
      400, 401, 403, 404, 409, 410, 429, 500, 503,
    ]);
  });

  test('carries the fixed sentences', async () => {
    const sentence = async (why: string) => (await rows.find(([, name]) => name === why)![2]()).body.error;
    expect(await sentence('no token')).toBe('Bearer session token required');
    expect(await sentence('a token that is none')).toBe('Invalid or expired bearer session token');
    expect(await sentence('the funding check away')).toBe(
      'Trading API wallet eligibility is temporarily unavailable',
    );
  });

  test('shows nothing of the inside: no stack, SQL, path or key, in answers and in the log', async () => {
    const answers = [];
    for (const [, , make] of rows) answers.push((await make()).body);
    const seen = JSON.stringify(answers);
    expect(seen).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d|select |insert into|postgres|TypeError/i);
    // The log has the stack of a bug, and never what signs or opens something.
    const logged = JSON.stringify(api.log);
    for (const secret of [
      token,
      wallet.payment.sign('x').slice(0, 40),
      Buffer.from(wallet.payment.privateKey).toString('hex'),
    ])
      expect(logged + seen).not.toContain(secret);
    expect(logged).not.toMatch(/psbt8|cHNidP|Bearer /);
  });
});

/** "Declared statuses per endpoint" of the specification, and of the collection-offer group. */
const DECLARED: Readonly<Record<string, readonly string[]>> = {
  '400 401 403 409 429 500': ['createAuthChallenge'],
  '400 401 403 404 409 410 429 500 503': ['verifyAuthChallenge'],
  '401 403 429 503': ['getMe'],
  // the specification leaves 400 and 404 out: a malformed id, and a path that names nothing
  '400 401 403 404 429 503': ['listInscriptionOffers'],
  '400 401 403 429 503': ['listListings', 'preflightListing', 'listInscriptionOfferHistory', 'listMyOffers'],
  '400 401 403 429 500': ['listSales', 'listCollectionFloorStats'],
  '400 401 403 404 429 500': ['listCollectionInscriptions'],
  '400 401 403 409 429 503': [
    ...[
      'submitListing',
      'delistListing',
      'preflightTakeBack',
      'submitTakeBack',
      'preflightPurchase',
      'submitPurchase',
    ],
    ...['preflightCollectionOffer', 'submitCollectionOffer', 'cancelOffer', 'rejectOffer'],
    ...[
      'preflightOfferAcceptance',
      'submitOfferAcceptance',
      'preflightCounterOffer',
      'submitCounterOffer',
      'rejectCounterOffer',
    ],
    ...['preflightCounterOfferAcceptance', 'submitCounterOfferAcceptance'],
  ],
  '400 401 403 404 409 429 500 503': [
    ...[
      'listCollectionOfferBook',
      'listMySentCollectionOffers',
      'previewCollectionOfferTarget',
      'previewCollectionOfferReplacementWarning',
    ],
    ...['preflightCollectionWideOffer', 'submitCollectionWideOffer', 'cancelCollectionWideOffer'],
    ...['preflightCollectionOfferFill', 'submitCollectionOfferFill'],
  ],
};

test('each endpoint declares the statuses that the specification gives it, and no other', async () => {
  const { paths } = (await api.app.inject('/openapi.json')).json();
  const declared = new Map<string, string[]>();
  for (const methods of Object.values<Record<string, { operationId: string; responses: object }>>(paths))
    for (const { operationId, responses } of Object.values(methods)) {
      const statuses = Object.keys(responses).filter((status) => status !== '200');
      const key = statuses.sort().join(' ');
      declared.set(key, [...(declared.get(key) ?? []), operationId]);
    }
  const sorted = (table: Iterable<readonly [string, readonly string[]]>) =>
    Object.fromEntries([...table].map(([statuses, names]) => [statuses, [...names].sort()]));
  expect(sorted(declared)).toEqual(sorted(Object.entries(DECLARED)));
});

describe('when the database is away', () => {
  test('routes that declare 503 answer it, the others 500, none with a word about SQL', async () => {
    const gone = await openTestDatabase();
    const lost = await testApi(gone.db);
    const session = await lost.signIn(testWallet('lost'));
    await gone.close();
    for (const [path, status] of [
      ['/me', 503],
      ['/listings', 503],
      ['/sales', 500],
      ['/collection-stats/floors?slugs=mice', 500],
    ] as const)
      expect(await lost.get(path, session.token), path).toMatchObject({
        status,
        body: { error: 'the database is closed' },
      });
    await lost.app.close();
  });
});
