import { REFUSALS, refuse } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { testAddress } from '../../support/wallet.ts';

const database = freshDatabase();
let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await testApi(database.db, {}, (app) => {
    for (const code of Object.keys(REFUSALS) as (keyof typeof REFUSALS)[])
      app.get(`/refuse/${code}`, async () => refuse(code, 'a sentence'));
    app.get('/bug', async () => {
      throw new Error('unexpected');
    });
  });
  ({ token } = await api.signIn(testWallet('errors')));
});
afterAll(() => api?.app.close());

const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';

// Spec, "Errors": the body is {error}; the status is the stable signal
describe('a response that is not a success', () => {
  test.each(Object.entries(REFUSALS))(
    'has the code %s in a header, the request id in another',
    async (code, { status }) => {
      const answer = await api.app.inject(`/refuse/${code}`);
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toEqual({ error: 'a sentence' });
      expect(answer.headers['x-error-code']).toBe(code);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      const waits = status === 503 || status === 429;
      expect('retry-after' in answer.headers).toBe(waits);
      if (waits) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  test.each([
    ['a bug', { url: '/bug' }, 500, 'internal'],
    ['no route', { url: '/nowhere' }, 404, 'not_found'],
    ['another method', { method: 'PUT', url: '/api/v1/listings' }, 405, 'method_not_allowed'],
    ['a URL that does not decode', { url: '/api/v1/%ff' }, 400, 'malformed'],
    ['a name that is too long', { url: `/content/${'a'.repeat(201)}` }, 414, 'malformed'],
    ['no token', { url: '/api/v1/me' }, 401, 'token_missing'],
    [
      'another type of body',
      {
        method: 'POST',
        url: '/api/v1/auth/challenge',
        payload: 'a=b',
        headers: { 'content-type': 'text/plain' },
      },
      415,
      'unsupported_type',
    ],
    [
      'a body that is too large',
      {
        method: 'POST',
        url: '/api/v1/auth/challenge',
        payload: `"${'a'.repeat(70_000)}"`,
        headers: { 'content-type': 'application/json' },
      },
      413,
      'too_large',
    ],
  ] as const)('has a code for %s', async (_what, request, status, code) => {
    const answer = await api.app.inject(request as never);
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([status, code]);
    expect(answer.headers['x-request-id']).toBeDefined();
    expect(Object.keys(answer.json())).toEqual(['error']);
  });

  test('shows these headers to pages of other origins', async () => {
    const answer = await api.app.inject({ url: '/api/v1/me', headers: { origin: 'https://page.test' } });
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['retry-after', 'x-request-id', 'x-error-code', 'x-ignored-parameters']),
    );
  });
});

describe('a query parameter that nothing reads', () => {
  const ignored = async (url: string) => (await api.get(url, token)).headers['x-ignored-parameters'];

  test('is ignored, and named in a header', async () => {
    expect(await ignored('/listings?colectionSlug=a&limit=5')).toBe('colectionSlug');
    expect(await ignored('/me?verbose=1&b%20c=2')).toBe('verbose, b%20c');
    expect(await ignored('/listings?limit=5')).toBeUndefined();
    const answer = await api.post(`/auth/challenge?x=1`, {});
    expect(answer.headers['x-ignored-parameters']).toBe('x');
  });

  test('cannot inject a header, and many of them are cut', async () => {
    expect(await ignored('/me?a%0d%0aset-cookie:x=1')).toBe('a%0D%0Aset-cookie%3Ax');
    const many = Array.from({ length: 40 }, (_, i) => `p${i}=1`).join('&');
    expect(String(await ignored(`/me?${many}`)).split(', ')).toHaveLength(10);
    expect(String(await ignored(`/me?${'n'.repeat(500)}=1`))).toHaveLength(40);
  });

  test('when it is read and given twice, is refused as that', async () => {
    expect(await api.get('/listings?limit=1&limit=2', token)).toMatchObject({
      status: 400,
      body: { error: 'limit is given twice; send it once' },
    });
    expect(await api.get('/listings?sort=price&sort=price&sort=price', token)).toMatchObject({
      status: 400,
      body: { error: 'sort is given 3 times; send it once' },
    });
  });
});

describe('the refusal of a wrong request says what was probably meant', () => {
  const said = async (path: string, body: object) => {
    const answer = await api.post(path, body, token);
    expect(answer.status).toBe(400);
    return answer.body.error as string;
  };
  const cancel = `/inscriptions/${'ab'.repeat(32)}i0/offers/${UUID}/cancel`;

  test.each(['walletBindingID', 'wallet_binding_id', 'bindingId', 'walletBinding', 'waletBindingId'])(
    'walletBindingId where it sent %s',
    async (name) => {
      expect(await said(cancel, { [name]: UUID })).toBe(
        `body must have walletBindingId; did you mean walletBindingId where it has "${name}"?`,
      );
    },
  );

  test('nothing where no field is alike', async () => {
    expect(await said(cancel, { id: UUID, other: 1 })).toBe('body must have walletBindingId');
  });

  test('a field of a sign-in route', async () => {
    const { ordinals, payment } = testWallet('typing');
    const body = { ordinalsAddress: ordinals.address, payment_address: payment.address };
    expect(await said('/auth/challenge', body)).toBe(
      'body must not have the field "payment_address"; did you mean paymentAddress?',
    );
  });

  test('hex, where it sent base64', async () => {
    const path = '/collection/embers/listings/preflight';
    const key = Buffer.from('ab'.repeat(32), 'hex').toString('base64');
    expect(await said(path, { walletBindingId: UUID, ordinalsPublicKey: key, items: [] })).toMatch(
      /ordinalsPublicKey must be a public key in lowercase hex.*, not base64, but is/,
    );
  });

  test('an inscription id as `<txid>i<n>`', async () => {
    expect(
      await said(`/inscriptions/${'ab'.repeat(32)}/offers/${UUID}/cancel`, { walletBindingId: UUID }),
    ).toContain('must be an inscription id, `<txid>i<n>` in lowercase');
  });

  test('an address with a typing error, by its checksum, and one of another network', async () => {
    const { address } = testAddress('checksum', 'p2tr');
    const last = address.at(-1) === 'q' ? 'p' : 'q';
    const ask = (ordinalsAddress: string) =>
      said('/auth/challenge', { ordinalsAddress, paymentAddress: address });
    expect(await ask(address.slice(0, -1) + last)).toContain('its checksum does not match');
    expect(await ask('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toContain('it is one of mainnet');
    expect(await ask('nonsense')).toMatch(/^nonsense is not an address of regtest$/);
  });
});
