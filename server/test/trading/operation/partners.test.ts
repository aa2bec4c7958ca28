import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { listPartners } from '../../../src/store/account/partners.ts';
import { actsPage } from '../../../src/store/operation/acts.ts';
import {
  addPartner,
  changePartner,
  creditCollection,
  type PartnerTerms,
} from '../../../src/trading/operation/partners.ts';
import { makeCollection } from '../../store/contract/rows.ts';
import { TEST_SETTINGS } from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { by } from '../../support/operator.ts';
import { testAddress } from '../../support/wallet.ts';

const payoutAddress = testAddress('partner', 'p2wpkh').address;
const OF_MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('partners of the operator', () => {
  const database = freshDatabase();
  const ctx = () => ({
    ...{ db: database.db, clock: systemClock },
    settings: { ...TEST_SETTINGS, network: 'regtest' as const },
  });
  const add = (name = 'ann', more: Partial<PartnerTerms> = {}) =>
    addPartner(ctx(), by('agreed'), name, { shareBps: 2_500, payoutAddress, ...more });
  const change = (more: Partial<PartnerTerms>, name = 'ann') =>
    changePartner(ctx(), by('agreed'), name, more);

  test('are added active, and listed by name with what they get', async () => {
    await add('ben', { payoutAddress: null });
    await add();
    expect(await listPartners(database.db)).toMatchObject([
      { name: 'ann', status: 'active', shareBps: 2_500, payoutAddress, purchases: 0 },
      { name: 'ben', status: 'active', shareBps: 2_500, payoutAddress: null, purchases: 0 },
    ]);
  });

  test('change in what is given, and keep the rest', async () => {
    await add();
    expect(await change({ shareBps: 0 })).toMatchObject({ status: 'active', shareBps: 0, payoutAddress });
    const now = await change({ status: 'inactive' });
    expect(now).toMatchObject({ name: 'ann', status: 'inactive', shareBps: 0, payoutAddress });
    expect(await listPartners(database.db)).toMatchObject([now]);
    expect(await actsPage(database.db, { before: null, limit: 9 })).toMatchObject([
      { act: 'change partner', subject: 'ann', before: { status: 'active' }, after: { status: 'inactive' } },
      { act: 'change partner', before: { shareBps: 2500 }, after: { shareBps: 0, payoutAddress } },
      { act: 'add partner', actor: 'ada', reason: 'agreed', before: null, after: { name: 'ann' } },
    ]);
  });

  test('are credited with the listings of a collection from then on; without a name nobody is', async () => {
    const creditedWith = async () =>
      (await database.db.selectFrom('collections').select('partnerId').executeTakeFirstOrThrow()).partnerId;
    await makeCollection(database.db, 'mice');
    const { id } = await add();
    await creditCollection(ctx(), by('agreed'), 'mice', 'ann');
    expect(await creditedWith()).toBe(id);
    await creditCollection(ctx(), by('agreed'), 'mice', null);
    expect(await creditedWith()).toBeNull();
    const [last] = await actsPage(database.db, { before: null, limit: 1 });
    expect(last).toMatchObject({ act: 'credit collection', subject: 'mice', after: { partnerId: null } });
  });

  test('with an address of another network are refused, and stay as they were', async () => {
    await expect(add('ann', { payoutAddress: OF_MAINNET })).rejects.toThrow(/regtest/);
    expect(await listPartners(database.db)).toEqual([]);
    await add();
    const before = await listPartners(database.db);
    await expect(change({ payoutAddress: OF_MAINNET })).rejects.toThrow(/regtest/);
    expect(await listPartners(database.db)).toEqual(before);
  });

  test('that are there already, or unknown, are refused', async () => {
    await add();
    await expect(add()).rejects.toThrow('a partner ann already exists; change it instead');
    await expect(change({}, 'zed')).rejects.toThrow('no partner zed');
    await makeCollection(database.db, 'mice');
    await expect(creditCollection(ctx(), by('agreed'), 'mice', 'zed')).rejects.toThrow('no partner zed');
    await expect(creditCollection(ctx(), by('agreed'), 'moss', 'ann')).rejects.toThrow('no collection moss');
  });
});
