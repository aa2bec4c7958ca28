import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { collectionBySlug, listCollections } from '../../../src/store/catalogue/collections.ts';
import { actsPage } from '../../../src/store/operation/acts.ts';
import {
  addCollections,
  type CollectionContext,
  type DescribedCollection,
} from '../../../src/trading/operation/add-collections.ts';
import { flagCollection } from '../../../src/trading/operation/flag-collection.ts';
import { idOf } from '../../store/contract/rows.ts';
import { TEST_SETTINGS } from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { by, signerLeast } from '../../support/operator.ts';
import { testAddress } from '../../support/wallet.ts';

const embers = { slug: 'embers', name: 'Embers', kind: 'parent_child', sources: [idOf('parent')] } as const;
const OF_MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const PAYOUT = testAddress('creator', 'p2wpkh').address;
const described = (change: object): DescribedCollection[] => [{ ...embers, ...change }];

describe('collections of the operator', () => {
  const database = freshDatabase();
  let tools: CollectionContext;
  beforeAll(() => {
    const known = new Set([idOf('parent'), idOf('gallery')]);
    tools = {
      db: database.db,
      clock: systemClock,
      settings: { ...TEST_SETTINGS, network: 'regtest' },
      ...signerLeast(100),
      ordinals: {
        inscriptions: async (ids) => ids.map((id) => (known.has(id) ? ({ id } as never) : null)),
        gallery: async (id) => (id === idOf('gallery') ? [] : null),
      },
    };
  });

  test('are added, and changed without losing verification', async () => {
    expect(await addCollections(tools, by('agreed'), described({}))).toEqual([
      { slug: 'embers', isNew: true },
    ]);
    await flagCollection(tools, by('agreed'), 'embers', { verified: true });
    expect(
      await addCollections(tools, by('agreed'), described({ name: 'New', fees: { sellerBps: 5 } })),
    ).toEqual([{ slug: 'embers', isNew: false }]);
    expect(await collectionBySlug(database.db, 'embers')).toMatchObject({
      name: 'New',
      verified: true,
      fees: { ...TEST_SETTINGS.fees, sellerBps: 5 },
    });
  });

  test('are named once, also when the database made the work run again', async () => {
    await sql`create sequence runs`.execute(database.db);
    await sql`create function fail_once() returns trigger language plpgsql as $$
      begin
        if nextval('runs') = 1 then raise exception using errcode = 'serialization_failure'; end if;
        return new;
      end $$`.execute(database.db);
    await sql`create trigger fail_once before insert on operator_acts for each row execute function fail_once()`.execute(
      database.db,
    );
    const slugs = described({ slug: 'again' });
    expect(await addCollections(tools, by('agreed'), slugs)).toEqual([{ slug: 'again', isNew: true }]);
    await sql`drop trigger fail_once on operator_acts`.execute(database.db);
  });

  test('need sources that the index knows, of their kind', async () => {
    await expect(addCollections(tools, by('agreed'), described({ sources: [idOf('x')] }))).rejects.toThrow(
      'does not know',
    );
    const gallery = described({ kind: 'gallery' });
    await expect(addCollections(tools, by('agreed'), gallery)).rejects.toThrow('is not a gallery');
    expect(await listCollections(database.db)).toEqual([]);
  });
  test('are logged with who described them, why, and what they were; flags too', async () => {
    await addCollections(tools, by('agreed'), described({}));
    await addCollections(tools, by('renamed'), described({ name: 'New' }));
    await flagCollection(tools, by('checked', 'ben'), 'embers', { verified: true });
    expect(await actsPage(database.db, { before: null, limit: 9 })).toMatchObject([
      {
        ...{ act: 'flag collection', actor: 'ben', subject: 'embers', reason: 'checked' },
        ...{ before: { verified: false }, after: { verified: true, tradingEnabled: true } },
      },
      { act: 'change collection', before: { name: 'Embers' }, after: { name: 'New' }, reason: 'renamed' },
      { act: 'add collection', actor: 'ada', before: null, after: { name: 'Embers' } },
    ]);
  });
  test('with one that is refused are not added, and not logged', async () => {
    await addCollections(tools, by('agreed'), described({}));
    const both = [
      ...described({ slug: 'first' }),
      ...described({ kind: 'gallery', sources: [idOf('gallery')] }),
    ];
    await expect(addCollections(tools, by('agreed'), both)).rejects.toThrow('cannot become gallery');
    expect(await collectionBySlug(database.db, 'first')).toBeNull();
    expect(await actsPage(database.db, { before: null, limit: 9 })).toHaveLength(1);
  });
  test('with a fee that no price can pay, or that the signers sign no fill with, are refused', async () => {
    const add = (fees: object, more: object = {}) =>
      addCollections({ ...tools, ...more }, by('agreed'), described({ fees, payoutAddress: PAYOUT }));
    await expect(add({ sellerBps: 9_000, sellerRoyaltyBps: 1_000 })).rejects.toThrow('must leave something');
    await expect(add({ fillBps: 99 }, { collectionOffers: {} })).rejects.toThrow('SIGNER_LEAST_FEE_BPS=99');
    expect(await add({ fillBps: 99 })).toEqual([{ slug: 'embers', isNew: true }]);
  });
  test('keep their kind', async () => {
    await addCollections(tools, by('agreed'), described({}));
    const other = described({ kind: 'gallery', sources: [idOf('gallery')] });
    await expect(addCollections(tools, by('agreed'), other)).rejects.toThrow('cannot become gallery');
  });
  test('return what they are now when a flag is set; an unknown one is refused', async () => {
    await addCollections(tools, by('agreed'), described({}));
    expect(await flagCollection(tools, by('agreed'), 'embers', { tradingEnabled: false })).toMatchObject({
      ...{ slug: 'embers', verified: false, tradingEnabled: false },
    });
    await expect(flagCollection(tools, by('agreed'), 'none', { verified: true })).rejects.toThrow(
      'no collection none',
    );
  });
  test.each([
    [
      'royalties without a payout address',
      { fees: { sellerRoyaltyBps: 1 } },
      'royalties but no payoutAddress',
    ],
    ['a payout address of another network', { payoutAddress: OF_MAINNET }, 'must be an address of regtest'],
  ])('with %s are refused', async (_, change, sentence) => {
    await expect(addCollections(tools, by('agreed'), described(change))).rejects.toThrow(sentence);
  });
  test('that appear twice in one call are refused', async () => {
    const twice = [...described({}), ...described({})];
    await expect(addCollections(tools, by('agreed'), twice)).rejects.toThrow('slug embers appears twice');
    expect(await listCollections(database.db)).toEqual([]);
  });
});
