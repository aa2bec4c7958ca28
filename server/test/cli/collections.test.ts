import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import {
  addCollections,
  describeCollection,
  describeCollections,
  flagCollection,
} from '../../src/cli/collections.ts';
import { checkCollections, describedCollections, readCollections } from '../../src/cli/collections-file.ts';
import { syncCollections } from '../../src/cli/sync-collections.ts';
import { collectionBySlug } from '../../src/store/catalogue/collections.ts';
import { actsPage } from '../../src/store/operation/acts.ts';
import type { CollectionContext } from '../../src/trading/operation/add-collections.ts';
import { idOf } from '../store/contract/rows.ts';
import { TEST_SETTINGS } from '../support/api.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { by, signerLeast } from '../support/operator.ts';
import { testAddress } from '../support/wallet.ts';

const embers = { slug: 'embers', name: 'Embers', kind: 'parent_child', sources: [idOf('parent')] } as const;
const PAYOUT = testAddress('creator', 'p2wpkh').address;
const described = (change: object) => checkCollections([{ ...embers, ...change }], 'test', 'regtest');

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
    expect(await addCollections(tools, by('agreed'), described({}))).toEqual(['embers added']);
    await flagCollection(database.db, by('agreed'), 'embers', { verified: true });
    expect(
      await addCollections(tools, by('agreed'), described({ name: 'New', fees: { sellerBps: 5 } })),
    ).toEqual(['embers changed']);
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
    expect(await addCollections(tools, by('agreed'), slugs)).toEqual(['again added']);
    await sql`drop trigger fail_once on operator_acts`.execute(database.db);
  });

  test('need sources that the index knows, of their kind', async () => {
    await expect(addCollections(tools, by('agreed'), described({ sources: [idOf('x')] }))).rejects.toThrow(
      'does not know',
    );
    const gallery = described({ kind: 'gallery' });
    await expect(addCollections(tools, by('agreed'), gallery)).rejects.toThrow('is not a gallery');
    expect(await describeCollections(database.db)).toEqual([expect.stringMatching(/^no collections; /)]);
    expect(await describeCollections(database.db, { json: true })).toEqual([]);
  });
  test('are logged with who described them, why, and what they were; flags too', async () => {
    await addCollections(tools, by('agreed'), described({}));
    await addCollections(tools, by('renamed'), described({ name: 'New' }));
    await flagCollection(database.db, by('checked', 'ben'), 'embers', { verified: true });
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
    expect(await add({ fillBps: 99 })).toEqual(['embers added']);
  });
  test('keep their kind', async () => {
    await addCollections(tools, by('agreed'), described({}));
    const other = described({ kind: 'gallery', sources: [idOf('gallery')] });
    await expect(addCollections(tools, by('agreed'), other)).rejects.toThrow('cannot become gallery');
  });
  test('are shown with what is known of their sources', async () => {
    await addCollections(tools, by('agreed'), described({ liveFloorBps: 5_000, pixelArt: true }));
    await flagCollection(database.db, by('agreed'), 'embers', { tradingEnabled: false });
    expect(await describeCollections(database.db)).toEqual([
      'embers  Embers  parent_child  unverified  not trading  0 members  0 owners',
    ]);
    const [json, ...more] = await describeCollections(database.db, { json: true });
    expect(JSON.parse(json!)).toMatchObject({ slug: 'embers', tradingEnabled: false, liveFloorBps: 5_000 });
    expect(more).toEqual([]);
    const lines = await describeCollection(database.db, 'embers');
    expect(lines.at(-1)).toContain('not read yet');
    expect(lines).toContain('live floor      5000 bps');
    expect(lines).toContain('pixel art       true');
    expect(lines).toContain('card colour     none');
  });
  test('tell what they are now when a flag is set', async () => {
    await addCollections(tools, by('agreed'), described({}));
    expect(await flagCollection(database.db, by('agreed'), 'embers', { verified: true })).toBe(
      'embers  Embers  parent_child  verified  trading  0 members  0 owners',
    );
  });
  test('that nobody has added are told with where the known ones are shown', async () => {
    const sentence = 'there is no collection none; `ordbook collections list` lists them';
    await expect(describeCollection(database.db, 'none')).rejects.toThrow(sentence);
    await expect(flagCollection(database.db, by('agreed'), 'none', { verified: true })).rejects.toThrow(
      sentence,
    );
    const sync = syncCollections({ db: database.db } as never, { slug: 'none', report: () => undefined });
    await expect(sync).rejects.toThrow(sentence);
  });
  test('cannot be read before the service has followed a block', async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const ctx = { db: database.db, ordinals: tools.ordinals as never, log };
    await expect(syncCollections(ctx, { report: () => undefined })).rejects.toThrow(
      'run `ordbook start` first',
    );
  });
});

describe('the options of one collection', () => {
  const one = { slug: 'embers', kind: 'parent_child', source: [idOf('parent')] };
  test('describe it; without a name it is called by its slug', async () => {
    expect(await describedCollections(one, 'regtest')).toEqual([{ ...embers, name: 'embers' }]);
  });
  test.each(['slug', 'kind', 'source'] as const)(
    'are refused without --%s, with what to give',
    async (left) => {
      const { [left]: _, ...rest } = one;
      await expect(describedCollections(rest, 'regtest')).rejects.toThrow(
        /^use --file, or --slug, --kind and --source$/,
      );
    },
  );
});

describe('a file of collections', () => {
  test.each([
    ['a slug in capitals', { slug: 'Embers' }],
    ['another kind', { kind: 'pile' }],
    ['a colour by name', { cardBackgroundColor: 'red' }],
    ['no source', { sources: [] }],
    ['a source that is no inscription', { sources: ['abc'] }],
    ['a field that nobody knows', { payout: 'x' }],
    ['a fee above the whole', { fees: { sellerBps: 10_001 } }],
    ['royalties without a payout address', { fees: { sellerRoyaltyBps: 1 } }],
    ['a payout address of another network', { payoutAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
  ])('with %s is refused', (_, change) => {
    expect(() => described(change)).toThrow();
  });
  test('is an array of collections, each once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-collections-'));
    const file = join(folder, 'collections.json');
    await writeFile(file, JSON.stringify([embers]));
    expect(await readCollections(file, 'regtest')).toEqual([embers]);
    await writeFile(file, JSON.stringify([embers, embers]));
    await expect(readCollections(file, 'regtest')).rejects.toThrow('slug embers appears twice');
    await writeFile(file, '');
    await expect(readCollections(file, 'regtest')).rejects.toThrow('is not JSON');
    await rm(file);
    await expect(readCollections(file, 'regtest')).rejects.toThrow(
      `the file of collections ${file} does not exist`,
    );
    await rm(folder, { recursive: true });
  });
  test('with mistakes is refused with each one, its line and its key, and no word of a schema', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-collections-'));
    const file = join(folder, 'collections.json');
    const lines = (text: string) =>
      writeFile(file, text).then(() =>
        readCollections(file, 'regtest').then(
          () => [],
          (error: Error) => error.message.split('\n').slice(1),
        ),
      );
    const source = idOf('parent');
    expect(
      await lines(`[
  {
    "slug": "Embers",
    "kind": "pile",
    "sources": ["${source}", "abc"],
    "fees": { "sellerBps": 10001, "sellerBp": 1 },
    "payout": "x"
  }
]`),
    ).toEqual([
      '  line 2: [0] name is missing: it must be a text of 1 to 200 characters',
      '  line 7: [0].payout is no field of a collection; did you mean payoutAddress?',
      '  line 3: [0].slug must be 1 to 200 lowercase letters, digits, hyphens and underscores, but is "Embers"',
      '  line 4: [0].kind must be "parent_child" or "gallery", but is "pile"',
      '  line 5: [0].sources[1] must be a list of inscription ids, <txid>i<number>, each once, but is "abc"',
      '  line 6: [0].fees.sellerBp is no field of a collection; did you mean sellerBps?',
      '  line 6: [0].fees.sellerBps must be a whole number of 1/100 of a percent, 0 to 10,000, but is 10001',
    ]);
    const two = JSON.stringify([
      { ...embers, payoutAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      { ...embers, fees: { sellerRoyaltyBps: 1 } },
    ]);
    expect(await lines(two)).toEqual([
      expect.stringMatching(/^ {2}line 1: \[0\].payoutAddress must be an address of regtest, but is "bc1q/),
      '  line 1: [1].slug embers appears twice; use each slug once',
      '  line 1: [1].fees of embers has royalties but no payoutAddress; set payoutAddress',
    ]);
    expect(await lines('[\n  {"slug": "a" "name": "b"}\n]')).toEqual(['  line 2: a comma is missing']);
    expect(await lines('{}')).toEqual([
      '  line 1: the list must be a list of at least one collection, [{"slug": …}]',
    ]);
    await rm(folder, { recursive: true });
  });
});
