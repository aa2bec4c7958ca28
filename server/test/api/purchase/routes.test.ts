import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, txidOf } from '../../store/contract/rows.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let api: TestApi;
let token: string;
let walletBindingId: string;
const wallet = testWallet('buyer');
beforeAll(async () => {
  database = await openTestDatabase();
  api = await testApi(database.db);
  ({ token, walletBindingId } = await api.signIn(wallet));
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
const coin = (vout: number) => ({ txid: txidOf('coin'), vout, valueSats: 100_000 });
const body = (changed: object = {}) => ({
  walletBindingId,
  paymentPublicKey: wallet.payment.publicKey,
  listings: [{ listingId: UUID, inscriptionId: idOf(1) }],
  spendableUtxos: [coin(0)],
  ...changed,
});
const post = async (action: 'preflight' | 'submit', sent: object) => {
  const answer = await api.post(`/collection/mice/purchases/${action}`, sent, token);
  return [answer.status, answer.body.error];
};

describe('POST /collection/{slug}/purchases', () => {
  test('a listing named twice, in whatever case, or a coin named twice, is refused', async () => {
    const listings = [UUID, UUID.toUpperCase()].map((listingId, i) => ({
      listingId,
      inscriptionId: idOf(i),
    }));
    expect(await post('preflight', body({ listings }))).toEqual([
      400,
      `listings has the listingId ${UUID} twice; send each once`,
    ]);
    const spendableUtxos = [coin(0), coin(1), coin(0)];
    expect(await post('preflight', body({ spendableUtxos }))).toEqual([
      400,
      `spendableUtxos names ${txidOf('coin')}:0 twice`,
    ]);
  });

  test.each([
    [{ listings: [] }, /^listings must have at least 1 item/],
    [
      { spendableUtxos: Array.from({ length: 1001 }, (_, i) => coin(i)) },
      /^spendableUtxos must have at most 1000 items/,
    ],
    [
      { spendableUtxos: [{ ...coin(0), valueSats: 0 }] },
      /^spendableUtxos\[0\]\.valueSats must be at least 1, but is 0$/,
    ],
    [{ roundUpDonation: 'true' }, /^roundUpDonation must be a boolean, but is "true"$/],
    [{ spendableUtxos: null }, /^spendableUtxos must be an array, but is null$/],
  ])('a body that is not to the letter is refused (%#)', async (changed, sentence) => {
    expect(await post('preflight', body(changed))).toEqual([400, expect.stringMatching(sentence)]);
  });

  test('a submit needs the coins, the anchor and the signed step', async () => {
    expect(await post('submit', body({ spendableUtxos: undefined }))).toEqual([
      400,
      'body must have spendableUtxos, purchaseAnchorUtxoId, selectedPaymentUtxos, signedSteps',
    ]);
  });

  test("somebody else's wallet binding is 403", async () => {
    const other = await api.signIn(testWallet('other'));
    expect(await post('preflight', body({ walletBindingId: other.walletBindingId }))).toEqual([
      403,
      `walletBindingId ${other.walletBindingId} is not a wallet of yours`,
    ]);
  });

  test('an unknown collection or listing is not declared as 404, so it is 400', async () => {
    expect((await post('preflight', body()))[0]).toBe(400);
  });
});
