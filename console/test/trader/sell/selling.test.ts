import { memoryStorage, type Session } from '@ordbook/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signedIn } from '../../../src/session/session.ts';
import { acts } from '../../../src/trader/act.ts';
import type { MyItem } from '../../../src/trader/sell/my-items.ts';
import { changePrice } from '../../../src/trader/sell/selling.ts';

const item: MyItem = {
  inscriptionId: `${'a'.repeat(64)}i0`,
  name: 'Ember #1',
  traits: [],
  slug: 'embers',
  listingId: '5f0c0000-0000-4000-8000-000000000000',
  listingState: 'buyable',
  priceSats: 60_000,
};
let asked: string[];

beforeEach(() => {
  asked = [];
  const session = {
    wallet: { ordinalsAddress: 'bcrt1', network: 'regtest' },
    client: {
      options: { baseUrl: 'http://127.0.0.1' },
      post: async (path: string) => asked.push(path),
    },
    safety: { storage: memoryStorage() },
  } as unknown as Session;
  signedIn.set({ session, walletName: 'alice' });
});
afterEach(() => {
  signedIn.set(null);
  acts.set([]);
});

test.each([0.5, 60_000.5, 0, -1, 2_100_000_000_000_001, Number.NaN])(
  'a price of %d, which no listing can have, does not end the listing',
  async (priceSats) => {
    await changePrice({ item, priceSats });
    expect(asked).toEqual([]);
    expect(acts.get()[0]?.text).toMatch(/^A price is whole sats.* The listing stays as it was\.$/);
  },
);
