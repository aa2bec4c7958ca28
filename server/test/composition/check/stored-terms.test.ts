import { describe, expect, test } from 'vitest';
import { paymentAddress } from '../../../../protocol/test/parties.ts';
import { checkStoredTerms } from '../../../src/composition/check/stored-terms.ts';
import { readSettings } from '../../../src/composition/settings.ts';
import type { PublishedSettings } from '../../../src/signer/transport/settings-messages.ts';
import { insertPartner } from '../../../src/store/account/partners.ts';
import {
  setCollectionFees,
  setCollectionFlags,
  setRemoved,
  upsertCollection,
} from '../../../src/store/catalogue/collections.ts';
import { setOperatingFees } from '../../../src/store/operation/fees.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

const [fees, creator, partner] = ['fees', 'creator', 'partner'].map((who) => paymentAddress(who, 'p2wpkh'));
const settings = readSettings({ NETWORK: 'regtest', FEE_ADDRESS: fees! });
const ROYALTY = { sellerBps: 100, buyerBps: 150, minimumSats: 0, sellerRoyaltyBps: 500, buyerRoyaltyBps: 0 };

const signer = (more: Partial<PublishedSettings> = {}): PublishedSettings => ({
  role: 'market',
  version: '0.0.0',
  network: 'regtest',
  feeAddress: fees!,
  payoutAddresses: null,
  admissionTiers: '',
  leastFeeBps: 100,
  maxFeeRate: 200,
  transferFeeRates: [1],
  keySet: null,
  ...more,
});

describe('what is stored, against what a signer signs', () => {
  const database = freshDatabase();
  const check = async (...signers: PublishedSettings[]) =>
    (await checkStoredTerms(settings, database.db, signers)).filter(({ level }) => level !== 'ok');
  const addPartner = (more: object = {}) =>
    insertPartner(database.db, {
      ...{ id: crypto.randomUUID(), name: 'acme', status: 'active', shareBps: 500 },
      ...{ payoutAddress: partner!, createdAt: new Date(), ...more },
    });
  const addCollection = (more: object = {}) =>
    upsertCollection(database.db, {
      ...{ slug: 'mice', name: 'Mice', kind: 'parent_child', sources: [], createdAt: new Date() },
      ...{ payoutAddress: creator!, fees: ROYALTY, ...more },
    });

  test('agrees when the signer pays anybody, or the listed creators and partners', async () => {
    await addPartner();
    await addCollection();
    expect(await check(signer(), signer({ payoutAddresses: [creator!, partner!] }))).toEqual([]);
  });

  test('names each creator and partner whom a signer may not pay, and the list that mends it', async () => {
    await addPartner();
    await addCollection();
    const [market, ...others] = await check(
      signer({ payoutAddresses: ['other'] }),
      signer({ role: 'policy', payoutAddresses: [creator!] }),
    );
    expect(market!.is).toContain(
      `the market signer may not pay the creator of mice (${creator}), the partner acme (${partner})`,
    );
    expect(market!.mend).toContain(`PAYOUT_ADDRESSES=other,${creator},${partner}`);
    expect(others).toMatchObject([
      { is: expect.stringContaining('the policy signer may not pay the partner') },
    ]);
  });

  test.each<[string, object, object]>([
    ['an inactive partner', { status: 'inactive' }, { fees: null }],
    ['a partner without a share', { shareBps: 0 }, { fees: null }],
    ["a partner with the market's own address", { payoutAddress: fees! }, { fees: null }],
    ['a creator without a royalty', { shareBps: 0 }, { fees: null }],
  ])('leaves out %s, whom no sale pays elsewhere', async (_, ofPartner, ofCollection) => {
    await addPartner(ofPartner);
    await addCollection(ofCollection);
    expect(await check(signer({ payoutAddresses: [] }))).toEqual([]);
  });

  test('leaves out collections in which nothing is traded', async () => {
    await addCollection();
    await setRemoved(database.db, 'mice', new Date());
    expect(await check(signer({ payoutAddresses: [], leastFeeBps: 900 }))).toEqual([]);
    await addCollection();
    await setCollectionFlags(database.db, 'mice', { tradingEnabled: false });
    expect(await check(signer({ payoutAddresses: [], leastFeeBps: 900 }))).toEqual([]);
  });

  test('names a fee of fills or sales below what a signer signs', async () => {
    await addCollection({ payoutAddress: null, fees: null });
    await setCollectionFees(database.db, 'mice', { ...ROYALTY, sellerRoyaltyBps: 0, fillBps: 50 });
    await setOperatingFees(database.db, { ...ROYALTY, sellerRoyaltyBps: 0, sellerBps: 10, buyerBps: 20 });
    expect((await check(signer({ leastFeeBps: 60 }))).map(({ is }) => is)).toEqual([
      'the fee of a fill of the operator is 30 bps, the market signer signs none below 60',
      'the fee of a sale of the operator is 30 bps, the market signer signs none below 60',
      'the fee of a fill of mice is 50 bps, the market signer signs none below 60',
    ]);
    expect((await check(signer({ role: 'policy', leastFeeBps: 40 }))).map(({ is }) => is)).toEqual([
      'the fee of a fill of the operator is 30 bps, the policy signer signs none below 40',
    ]);
    expect(await check(signer({ leastFeeBps: 30 }))).toEqual([]);
  });

  test('names a partner whose share leaves less of a sale than a signer signs', async () => {
    await addPartner({ shareBps: 6_001 });
    expect((await check(signer())).map(({ is }) => is)).toEqual([
      'the fee of a sale of the operator is 99 bps after the share of a partner, the market signer signs none below 100',
    ]);
    expect(await check(signer({ role: 'policy' }))).toEqual([]);
  });
});
