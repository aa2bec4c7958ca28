import { memoryStorage, type Session } from '@ordbook/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signedIn } from '../../../src/session/session.ts';
import { accept } from '../../../src/trader/offers/offering.ts';
import { subject } from '../../../src/trader/sign/explaining-wallet.ts';

// reads the page that it is loaded from
vi.mock('../../../src/app/place.ts', () => ({
  place: { folder: '/', apiUrl: 'http://127.0.0.1/api/v1', serviceUrl: 'http://127.0.0.1' },
}));

/** What an act needs of a session before its first request, which fails. */
const session = {
  profile: { id: 'profile' },
  wallet: { ordinalsAddress: 'bcrt1', network: 'regtest' },
  client: { options: { baseUrl: 'http://127.0.0.1' } },
  safety: { storage: memoryStorage() },
} as unknown as Session;

beforeAll(() => signedIn.set({ session, walletName: 'alice' }));
afterAll(() => signedIn.set(null));

test('before an offer of an ord wallet is accepted, the dialog says that its buyer cannot cancel it here', async () => {
  const row = {
    inscriptionId: `${'00'.repeat(32)}i0`,
    offerId: 'an offer',
    priceSats: 50_000,
    name: 'Ember #1',
  };
  await accept({ ...row, isFile: true });
  expect(subject.get().cautions).toEqual([
    'An ord wallet made this offer. Its buyer cannot cancel it here, only by spending a coin of it.',
  ]);
  await accept({ ...row, isFile: false });
  expect(subject.get().cautions).toEqual([]);
});
