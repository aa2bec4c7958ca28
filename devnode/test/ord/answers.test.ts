import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inscriptionIdValue } from '../../src/ord/inscription-id.ts';
import { createOrd, type Ord } from '../../src/ord/ord.ts';
import { startOrdServer } from '../../src/ord/server.ts';
import { pay } from './coins.ts';
import { ascii, type EnvelopeFields, envelope, leafWith, TAG } from './envelope-script.ts';
import { createPaperChain } from './paper-chain.ts';

let ord: Ord;
let ids: string[];
const NOWHERE = 'ab'.repeat(32);

/** One inscription per entry, the first one the delegate of those that ask for it. */
const MADE: ((first: string) => EnvelopeFields)[] = [
  () => ({ fields: [[TAG.contentType, 'image/png']], body: ascii('\x89PNG') }),
  (first) => ({ fields: [[TAG.delegate, inscriptionIdValue(first)]], body: null }),
  () => ({ fields: [[TAG.contentEncoding, 'br']], body: Uint8Array.from(brotliCompressSync('hi')) }),
  () => ({ fields: [[TAG.metadata, Uint8Array.of(0xa0)]], body: null }),
];

beforeEach(async () => {
  const chain = createPaperChain();
  let [coin] = chain.mineEmpty(1);
  ids = [];
  for (const fields of MADE) {
    const leaf = leafWith(envelope(fields(ids[0] ?? '')));
    const commit = pay([coin!], [{ valueSats: coin!.valueSats - 20_000 }, { valueSats: 10_000, leaf }]);
    const reveal = pay([commit.coins[1]!], [{ valueSats: 9_000 }]);
    chain.mine([commit.transaction, reveal.transaction]);
    ids.push(`${reveal.txid}i0`);
    coin = commit.coins[0];
  }
  ord = createOrd({ call: chain.call });
  await ord.sync();
});

afterEach(() => ord.close());

const bodyOf = async (path: string, options = {}): Promise<string> =>
  Buffer.from((await ord.handle(path, options)).body).toString('latin1');

describe('content', () => {
  it('is the body with its type, under policies that keep scripts away from the site', async () => {
    const answer = await ord.handle(`/content/${ids[0]}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('image/png');
    expect(answer.headers['content-security-policy']).toHaveLength(2);
    expect(Buffer.from(answer.body).toString('latin1')).toBe('\x89PNG');
  });

  it('of a delegating inscription is its delegate’s', async () => {
    expect(await bodyOf(`/content/${ids[1]}`)).toBe('\x89PNG');
    expect((await ord.handle(`/r/undelegated-content/${ids[1]}`)).status).toBe(404);
  });

  it('that is encoded needs a client that accepts the encoding', async () => {
    const accepting = { headers: { 'accept-encoding': 'gzip, br;q=0.5' } };
    expect((await ord.handle(`/content/${ids[2]}`, accepting)).headers['content-encoding']).toBe('br');
    expect((await ord.handle(`/content/${ids[2]}`)).status).toBe(406);
  });
});

describe('answers', () => {
  it('an unknown inscription is 404 with null', async () => {
    expect((await ord.handle(`/inscription/${NOWHERE}i0`)).status).toBe(404);
    expect(await bodyOf(`/inscription/${NOWHERE}i0`)).toBe('null');
  });

  it('other unknown things are 404 with a sentence, not to be cached', async () => {
    const answer = await ord.handle(`/children/${NOWHERE}i0`);
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(Buffer.from(answer.body).toString()).toBe(`inscription ${NOWHERE}i0 not found`);
  });

  it('metadata is hex in JSON', async () => {
    expect(await bodyOf(`/r/metadata/${ids[3]}`)).toBe('"a0"');
  });

  it('the latest inscriptions come newest first', async () => {
    expect(JSON.parse(await bodyOf('/inscriptions'))).toEqual({
      ids: [...ids].reverse(),
      more: false,
      page_index: 0,
    });
  });

  it('a batch answers in the order asked and fails as a whole', async () => {
    const ask = (wanted: string[]) => ({ method: 'POST', body: JSON.stringify(wanted) });
    const rows = JSON.parse(await bodyOf('/inscriptions', ask([ids[2]!, ids[0]!]))) as { id: string }[];
    expect(rows.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    expect((await ord.handle('/inscriptions', ask([ids[0]!, `${NOWHERE}i0`]))).status).toBe(404);
  });

  it('a path of no endpoint is 404 with the paths that there are, and a wrong method 405', async () => {
    const answer = await ord.handle('/nothing');
    expect(answer.status).toBe(404);
    expect(new TextDecoder().decode(answer.body)).toMatch(
      /^devnode has no \/nothing here; .* \/inscription\/\* /,
    );
    expect((await ord.handle('/status', { method: 'POST' })).status).toBe(405);
  });

  it('rune members are empty, or null when asked to answer as without a rune index', async () => {
    const { call } = createPaperChain();
    const runeless = createOrd({ call, emptyRuneIndex: false });
    const path = `/output/${'0'.repeat(64)}:0`;
    expect(JSON.parse(await bodyOf(path))).toMatchObject({ runes: {} });
    const { body } = await runeless.handle(path);
    expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ runes: null });
  });
});

it('a node that fails makes an answer 500 and is reported', async () => {
  const reported: unknown[] = [];
  const failing = createOrd({
    call: async () => {
      throw new Error('node away');
    },
    report: (error) => reported.push(error),
  });
  expect((await failing.handle(`/tx/${NOWHERE}`)).status).toBe(500);
  expect(reported).toEqual([new Error('node away')]);
});

it('the server answers over HTTP', async () => {
  const server = await startOrdServer(ord, { port: 0 });
  const response = await fetch(`${server.url}/inscriptions`, {
    method: 'POST',
    body: JSON.stringify([ids[0]]),
  });
  expect(await response.json()).toMatchObject([{ id: ids[0], content_type: 'image/png' }]);
  expect((await fetch(`${server.url}/blockheight`)).headers.get('content-type')).toContain('text/plain');
  await server.close();
});
