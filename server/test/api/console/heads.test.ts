import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  idOf,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  NOW,
} from '../../store/contract/rows.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

const PAGE =
  '<head><title>ordbook</title></head><body><div id="console"></div><noscript>no</noscript></body>';
/** What a stranger may inscribe to break out of the page, of an attribute, or of `replace`. */
const HOSTILE = `"><script>alert(1)</script></title><img src=x onerror='a'>$&$\`$' \u202Eevil`;

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const console = async () => ({ page: PAGE, assets: new Map() });
  api = await testApi(db, { console });
  api.clock.at = NOW;
  await makeCollection(db, 'mice', { name: 'Quiet Mice' });
  await makeInscriptions(
    db,
    [
      { number: 1, title: 'Mouse' },
      { number: 2, title: HOSTILE },
    ],
    'mice',
  );
  await sql`update inscriptions set content_type = 'image/svg+xml' where number = 2`.execute(db);
  await makeListing(db, await makeSeller(db), 'mice', [1], { priceSats: 20_000 });
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const get = async (url: string) => (await api.app.inject({ url, headers: { accept: 'text/html' } })).body;

/** The content of a tag that previews read. */
const meta = (body: string, name: string) =>
  new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(body)?.[1];

test('a page of an inscription says name, price and picture to those who run no script', async () => {
  const body = await get(`/inscription/${idOf(1)}?utm=1`);
  expect(body).toContain('<title>Mouse, Quiet Mice · market.test</title>');
  expect(meta(body, 'description')).toBe('Mouse of Quiet Mice: 20,000 sats. No sale is known.');
  expect(meta(body, 'og:url')).toBe(`http://market.test/inscription/${idOf(1)}`);
  expect(meta(body, 'og:image')).toBe(`http://market.test/content/${idOf(1)}`);
  expect(meta(body, 'twitter:card')).toBe('summary');
  expect(body).toMatch(/<noscript>.*<h1>Mouse, Quiet Mice<\/h1>.*20,000 sats, before fees.*<\/noscript>/);
});

test('what a browser or a preview does not take as a picture has a drawn card', async () => {
  const body = await get(`/inscription/${idOf(2)}`);
  expect(meta(body, 'og:image')).toBe(`http://market.test/card/inscription/${idOf(2)}`);
  expect(meta(body, 'twitter:card')).toBe('summary_large_image');
  const card = await api.app.inject(`/card/inscription/${idOf(2)}`);
  expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png']);
  // width and height, as its header says
  expect([card.rawPayload.readUInt32BE(16), card.rawPayload.readUInt32BE(20)]).toEqual([1_200, 630]);
  expect(card.rawPayload.length).toBeLessThan(20_000);
});

test('pixel art, which previews would blur or leave out, has a drawn card', async () => {
  await sql`update collections set pixel_art = true`.execute(database.db);
  expect(meta(await get(`/inscription/${idOf(1)}`), 'og:image')).toContain('/card/inscription/');
  await sql`update collections set pixel_art = false`.execute(database.db);
});

test('names of strangers are text: they end no tag, no attribute and no page', async () => {
  for (const path of [`/inscription/${idOf(2)}`, '/collection/mice']) {
    const body = await get(path);
    expect(body).not.toMatch(/<script|<img|onerror='|\u202E/);
    expect(body.match(/<title>/g)).toHaveLength(1);
    expect(body.match(/<\/noscript>/g)).toHaveLength(1);
    expect(body.match(/<div id="console">/g)).toHaveLength(1);
  }
});

test('a collection says its floor and what is for sale, the first page the collections', async () => {
  const body = await get('/collection/MICE');
  expect(meta(body, 'og:description')).toBe('Quiet Mice: 1 of 2 for sale, floor 20,000 sats.');
  expect(body).toContain(`<a href="inscription/${idOf(1)}">Mouse</a>`);
  expect(await get('/')).toContain('<a href="collection/mice">Quiet Mice</a>');
});

test('a removed collection and what is not in one are not there', async () => {
  for (const path of [
    '/collection/none',
    `/inscription/${idOf(99)}`,
    '/inscription/any',
    '/collection/%00',
  ]) {
    const { statusCode } = await api.app.inject({ url: path, headers: { accept: 'text/html' } });
    expect([path, statusCode]).toEqual([path, 404]);
  }
  const card = await api.app.inject('/card/collection/none');
  expect([card.statusCode, card.json().error]).toEqual([404, 'nothing here has this card']);
});

test('the page of a trade, which is its parties’ own, says nothing of it', async () => {
  const body = await get('/trade/3d3c87a9-779c-4edd-bd6e-f094e25816f7');
  expect(body).toContain('<title>Trade · market.test</title>');
  expect(meta(body, 'og:image')).toBe('http://market.test/card');
});

test('a page is sent without its facts while the database does not answer', async () => {
  await sql`alter table collections rename to away`.execute(database.db);
  const { statusCode, body } = await api.app.inject(`/inscription/${idOf(1)}`);
  expect([statusCode, body]).toEqual([200, PAGE]);
  await sql`alter table away rename to collections`.execute(database.db);
});
