import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, makeCollection, makeInscriptions } from '../../store/contract/rows.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let api: TestApi;
let token: string;
let walletBindingId: string;
const wallet = testWallet('lister');
beforeAll(async () => {
  database = await openTestDatabase();
  api = await testApi(database.db);
  ({ token, walletBindingId } = await api.signIn(wallet));
  await makeCollection(database.db, 'mice');
  await makeInscriptions(database.db, [{ number: 1 }], 'mice');
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const UUID = '00000000-0000-4000-8000-000000000000';
const step = { signerAddress: 'a', inputsToSign: [], psbtBase64: 'cHNidP8=' };
const item = (number: number) => ({ inscriptionId: idOf(number), priceSats: 50_000 });
const preflight = (changed: object = {}) => ({
  walletBindingId,
  ordinalsPublicKey: wallet.ordinals.publicKey,
  items: [item(1)],
  ...changed,
});
const submit = (changed: object = {}) => ({
  ...preflight(),
  anchors: [{ inscriptionId: idOf(1), anchorUtxoId: UUID }],
  signed: [
    {
      inscriptionId: idOf(1),
      psbts: [
        { stepIndex: 0, ...step },
        { stepIndex: 1, ...step },
      ],
    },
  ],
  signedRecoveryPsbt: step,
  ...changed,
});
const post = async (path: string, body: object) => {
  const answer = await api.post(`/collection/${path}`, body, token);
  return [answer.status, answer.body.error];
};

describe('POST /collection/{slug}/listings', () => {
  test('an inscription, anchor or listing named twice is refused', async () => {
    const twice = (list: string, field: string, value: string) => [
      400,
      `${list} has the ${field} ${value} twice; send each once`,
    ];
    expect(await post('mice/listings/preflight', preflight({ items: [item(1), item(1)] }))).toEqual(
      twice('items', 'inscriptionId', idOf(1)),
    );
    const anchors = [1, 2].map((number) => ({ inscriptionId: idOf(number), anchorUtxoId: UUID }));
    const two = { items: [item(1), item(2)], anchors };
    expect(await post('mice/listings/submit', submit(two))).toEqual(twice('anchors', 'anchorUtxoId', UUID));
    const listings = [1, 2].map((number) => ({ inscriptionId: idOf(number), listingId: UUID }));
    expect(await post('mice/listings/delist', { walletBindingId, listings })).toEqual(
      twice('listings', 'listingId', UUID),
    );
  });

  test.each([
    [{ durationDays: null }, 'durationDays must be an integer, but is null'],
    [{ durationDays: 3 }, 'durationDays must be one of 1, 7, 30, 90, 180, but is 3'],
    [
      { signed: [{ inscriptionId: idOf(1), psbts: [] }] },
      'signed[0].psbts must have at least 2 items, but is an array of 0',
    ],
    [
      { signedRecoveryPsbt: { ...step, psbtBase64: '!' } },
      'signedRecoveryPsbt.psbtBase64 must be base64, but is "!"',
    ],
    [{ anchors: undefined }, 'body must have anchors'],
  ])('a body that is not to the letter is refused (%#)', async (changed, sentence) => {
    expect(await post('mice/listings/submit', submit(changed))).toEqual([400, sentence]);
  });

  test('fields that clients echo from the preflight are ignored', async () => {
    const [status, error] = await post(
      'mice/listings/preflight',
      preflight({ walletBindingId: UUID, listings: [], extra: 1 }),
    );
    expect([status, error]).toEqual([403, `walletBindingId ${UUID} is not a wallet of yours`]);
  });

  test('preflight declares neither 404 nor 409: an unknown collection is 400 there', async () => {
    const [status, error] = await post('nowhere/listings/preflight', preflight());
    expect(status).toBe(400);
    expect(error).toContain('nowhere');
  });
});
