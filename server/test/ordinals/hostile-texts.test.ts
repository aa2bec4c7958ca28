/** Titles, traits and content types that somebody inscribed to stop the service. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { galleryOf, inscriptionOf } from '../../src/ordinals/answers.ts';
import { makeCollection, makeInscriptions } from '../store/contract/rows.ts';
import { freshDatabase } from '../support/fresh-database.ts';

const database = freshDatabase();
const random = (length: number) => randomBytes(length).toString('hex').slice(0, length);
const LONGEST = random(520);
/** Four bytes for two characters. */
const wide = '😀'.repeat(260);

const attributes = {
  title: 'Quiet\0 Mouse',
  traits: {
    Fur: 'blue',
    Longest: LONGEST,
    [LONGEST]: LONGEST,
    Long: random(521),
    [random(3_000)]: 'type',
    Nul: 'a\0b',
    'Nul\0': 'a',
    [wide]: wide,
    [`${wide.slice(4)}ж`]: random(520),
  },
};
const answer = {
  address: null,
  charms: [],
  content_length: 5,
  content_type: 'text/\0plain',
  height: 1,
  id: `${'ab'.repeat(32)}i0`,
  number: 1,
  parents: [],
  previous: null,
  properties: { attributes, gallery: [{ id: `${'cd'.repeat(32)}i0`, attributes }] },
  sat: null,
  satpoint: `${'ab'.repeat(32)}:0:0`,
  timestamp: 0,
  value: 546,
};

test('what was inscribed can be stored, in a collection with the longest slug', async () => {
  const { title, traits, contentType } = inscriptionOf(answer);
  expect([title, contentType]).toEqual(['Quiet Mouse', 'text/plain']);
  expect(traits.map(({ type }) => type)).toEqual(expect.arrayContaining(['Fur', 'Longest', LONGEST, wide]));
  expect(traits).toHaveLength(5);
  const [item] = galleryOf(answer)!;
  expect(item).toMatchObject({ title, traits });
  const slug = random(200);
  await makeCollection(database.db, slug);
  await makeInscriptions(database.db, [{ number: 1, title, traits }], slug);
});
