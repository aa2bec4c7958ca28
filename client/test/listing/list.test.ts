import { describe, expect, test } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { createClient } from '../../src/api.ts';
import { listInscriptions } from '../../src/listing/list.ts';
import { safetyOf } from '../../src/safety/options.ts';
import { memoryStorage } from '../../src/safety/storage.ts';
import { readPsbt } from '../../src/signing/psbt.ts';
import { type ListingTampering, listingPreflight, testWallet, txid } from '../honest.ts';

const listingId = (i: number) => `3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c1${i}`;

/** Lists two inscriptions with a service that builds these and answers the submit with `answer` of the ids listed. */
async function list(tampering: ListingTampering, answer: (ids: string[]) => string[] = (ids) => ids) {
  const { preflight, terms } = listingPreflight(2, tampering);
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (request) => {
    const path = new URL((request as Request).url).pathname;
    asked.push(path.split('/').at(-1)!);
    if (path.endsWith('preflight')) return Response.json(preflight);
    const ids = answer(preflight.listings.map(({ inscriptionId }) => inscriptionId));
    return Response.json({
      listings: ids.map((inscriptionId, i) => ({ inscriptionId, listingId: listingId(i) })),
    });
  };
  const session = {
    client: createClient({ baseUrl: 'http://127.0.0.1:1', fetch }),
    wallet: testWallet(),
    walletBindingId: 'binding',
    safety: safetyOf({ storage: memoryStorage() }, 'http://127.0.0.1:1'),
  } as unknown as Session;
  const listed = listInscriptions(session, { collectionSlug: 'quiet-mice', items: terms.items });
  return { listed, asked, preflight };
}

describe('what a seller gets from listing', () => {
  test('names the coins whose spend makes it void, and the transfer that spends them otherwise', async () => {
    const { listed, preflight } = await list({});
    const transfers = preflight.listings.map(({ psbts }) => readPsbt(psbts[0]!.psbtBase64));
    expect(await listed).toEqual(
      preflight.listings.map(({ inscriptionId }, i) => {
        const [coin, anchor] = transfers[i]!.inputs.map(({ txid, vout }) => ({ txid, vout }));
        const transferTxid = transfers[i]!.txid;
        return { inscriptionId, listingId: listingId(i), transferTxid, inscriptionCoin: coin, anchor };
      }),
    );
  });

  test('is nothing when the transfer has no anchor: nothing is signed, since nobody could revoke it', async () => {
    const { listed, asked } = await list({
      transfer: (tx) => {
        tx.inputs.pop();
        tx.outputs.pop();
      },
    });
    await expect(listed).rejects.toThrow(/the transfer of [0-9a-f]{64}i0 has 1 inputs, too few/);
    expect(asked).toEqual(['preflight']);
  });

  test('is not believed when the service names something that was not signed', async () => {
    const { listed } = await list({}, (ids) => [ids[0]!, `${txid(0x99)}i0`]);
    await expect(listed).rejects.toThrow(/listed 99\S+i0, which was not signed/);
  });
});
