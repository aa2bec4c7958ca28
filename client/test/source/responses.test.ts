import { describe, expect, test } from 'vitest';
import { spendableCoins } from '../../src/source/coins.ts';
import { esploraSource } from '../../src/source/esplora-source.ts';
import { ordSource } from '../../src/source/ord-source.ts';
import { requesterTo } from '../../src/source/request.ts';
import { SourceError } from '../../src/source/source.ts';

const TXID = '11'.repeat(32);
const ID = `${TXID}i0`;
const OTHER = '22'.repeat(32);
const ZERO = '0'.repeat(64);

/** A server that returns these values (as JSON, or text as it is) by path. */
const serving =
  (answers: Record<string, unknown>): typeof globalThis.fetch =>
  async (url) => {
    const answer = answers[new URL(String(url)).pathname];
    if (answer === undefined) return new Response('not found', { status: 404 });
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
const ord = (answers: Record<string, unknown>) => ordSource('http://ord.test', { fetch: serving(answers) });
const esplora = (answers: Record<string, unknown>, maxHops = 500) =>
  esploraSource('http://esplora.test', { fetch: serving(answers), maxHops });

const INSCRIPTION = { id: ID, satpoint: `${TXID}:0:5`, value: 10_000 };
const OUTPUT = {
  address: null,
  confirmations: 3,
  indexed: true,
  inscriptions: [],
  outpoint: `${TXID}:0`,
  runes: {},
  script_pubkey: '51',
  spent: false,
  value: 10_000,
};

describe('a response of ord', () => {
  test('names the children of an inscription, page by page, each with its height', async () => {
    const path = `/r/children/${ID}/inscriptions`;
    const child = (index: number) => ({ id: `${OTHER}i${index}`, height: 100 + index });
    const pages = {
      [`${path}/0`]: { children: [child(0), child(1)], more: true, page: 0 },
      [`${path}/1`]: { children: [child(2)], more: false, page: 1 },
    };
    expect(await ord(pages).children!(ID)).toEqual([child(0), child(1), child(2)]);
    const endless = { [`${path}/0`]: { children: [], more: true, page: 0 } };
    await expect(ord(endless).children!(ID)).rejects.toThrow(/children is empty, but there are more/);
    const odd = { [`${path}/0`]: { children: [{ id: ID, height: -1 }], more: false, page: 0 } };
    await expect(ord(odd).children!(ID)).rejects.toThrow(/children\[0\]\.height is -1/);
  });

  test.each<[string, object, RegExp]>([
    ['of another inscription', { id: `${OTHER}i0` }, /^ord\.test\/inscription\/1+i0: id is 2+i0, not 1+i0$/],
    ['with a number as a text', { value: '10000' }, /: value is "10000", not a whole number from 1 to/],
    ['with half a sat', { value: 9.5 }, /: value is 9\.5, not a whole number/],
    ['with more sats than exist', { value: 21e14 + 1 }, /: value is 2100000000000001, not/],
    ['without a value', { value: null }, /: value is null/],
    [
      'with an offset outside',
      { satpoint: `${TXID}:0:10000` },
      /satpoint is outside its output of 10000 sats/,
    ],
    ['with no satpoint', { satpoint: TXID }, /: satpoint is "1+"$/],
    ['of a lost inscription', { satpoint: `${ZERO}:4294967295:7`, value: null }, /satpoint is in no output/],
    ['of an unbound inscription', { satpoint: `${ZERO}:0:7`, value: null }, /satpoint is in no output/],
  ])('%s is refused, with path and field', async (_, change, sentence) => {
    const source = ord({ [`/inscription/${ID}`]: { ...INSCRIPTION, ...change } });
    await expect(source.locate(ID)).rejects.toThrow(sentence);
    await expect(source.locate(ID)).rejects.toThrow(SourceError);
  });

  test.each([['[]'], ['null'], ['7'], ['<html>']])('%s is no inscription', async (body) => {
    await expect(ord({ [`/inscription/${ID}`]: body }).locate(ID)).rejects.toThrow(SourceError);
  });

  test.each<[string, object, RegExp]>([
    ['of another output', { outpoint: `${OTHER}:0` }, /outpoint is 2+:0, not 1+:0/],
    ['with a script that is not hex', { script_pubkey: '5' }, /script_pubkey is "5"/],
    ['without flags', { spent: 'no' }, /spent is "no", not true or false/],
    ['with ids that are none', { inscriptions: ['x'] }, /inscriptions\[0\] is "x"/],
    ['with a text for the list', { inscriptions: 'x' }, /inscriptions is not a list/],
    [
      'with more ids than can be looked up',
      { inscriptions: Array(501).fill(ID) },
      /inscriptions has 501 items; the limit is 500/,
    ],
    ['with a negative depth', { confirmations: -1 }, /confirmations is -1/],
    ['with a text of runes', { runes: 'none' }, /runes is not an object/],
  ])('of an output, %s, is refused', async (_, change, sentence) => {
    const source = ord({ [`/output/${TXID}:0`]: { ...OUTPUT, ...change } });
    await expect(source.output({ txid: TXID, vout: 0 })).rejects.toThrow(sentence);
  });

  test('does not say that an output is empty when the index does not have it', async () => {
    const answers = { [`/output/${TXID}:0`]: { ...OUTPUT, indexed: false } };
    const output = await ord(answers).output({ txid: TXID, vout: 0 });
    expect(output).toMatchObject({ inscriptions: null, hasRunes: null });
  });

  test('says that an inscription has moved between two requests', async () => {
    const source = ord({
      [`/output/${TXID}:0`]: { ...OUTPUT, inscriptions: [ID] },
      [`/inscription/${ID}`]: { ...INSCRIPTION, satpoint: `${OTHER}:0:5` },
    });
    await expect(source.output({ txid: TXID, vout: 0 })).rejects.toThrow(
      /moved to 2+:0 meanwhile; ask again/,
    );
  });
});

const transaction = (txid: string, spends: string, value = 1_000, vout = 0) => ({
  txid,
  status: { confirmed: true },
  vin: [{ txid: spends, vout, is_coinbase: false, prevout: { value }, witness: [] }],
  vout: [{ value, scriptpubkey: '51' }],
});
/** A script that opens and closes an envelope. */
const REVEAL = '0063036f7264680051';

describe('a response of Esplora', () => {
  const first = transaction(TXID, OTHER);
  const revealed = { ...first, vin: [{ ...first.vin[0]!, witness: [REVEAL, 'c0'] }] };
  const status = { confirmed: true, block_height: 7 };
  const spentBy = (txid: string) => ({ spent: true, txid, vin: 0, status });
  const next = '33'.repeat(32);
  const moved = {
    [`/tx/${TXID}`]: revealed,
    [`/tx/${TXID}/outspend/0`]: spentBy(next),
    [`/tx/${next}`]: transaction(next, TXID),
    [`/tx/${next}/outspend/0`]: { spent: false },
  };

  test('is followed to the last confirmed output', async () => {
    expect(await esplora(moved).locate(ID)).toEqual({ txid: next, vout: 0, offset: 0, valueSats: 1_000 });
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['of another transaction', { [`/tx/${TXID}`]: first && transaction(next, OTHER) }, /txid is 3+, not 1+/],
    [
      'with more sats out than in',
      { [`/tx/${TXID}`]: { ...revealed, vout: [{ value: 1_001, scriptpubkey: '51' }] } },
      /vout holds 1001 sats, more than the inputs' 1000/,
    ],
    [
      'that spends another output',
      { [`/tx/${next}`]: transaction(next, OTHER) },
      /vin\[0\] does not spend 1+:0/,
    ],
    [
      'that spends another output of it',
      { [`/tx/${next}`]: transaction(next, TXID, 1_000, 1) },
      /vin\[0\] does not spend 1+:0/,
    ],
    [
      'that spends another value',
      { [`/tx/${next}`]: transaction(next, TXID, 2_000) },
      /vin\[0\] does not spend 1+:0/,
    ],
    [
      'without the spending input',
      { [`/tx/${TXID}/outspend/0`]: { ...spentBy(next), vin: 4 } },
      /vin\[4\] does/,
    ],
    ['without a spend', { [`/tx/${TXID}/outspend/0`]: { spent: 1 } }, /outspend\/0: spent is 1, not true/],
    [
      'that ends on the way',
      { [`/tx/${next}/outspend/0`]: undefined },
      /outspend\/0: the source does not know/,
    ],
    [
      'of a spend that is not confirmed after all',
      { [`/tx/${next}`]: { ...transaction(next, TXID), status: { confirmed: false } } },
      /status.confirmed is false for a confirmed spend/,
    ],
    ['with an endless circle', { [`/tx/${next}/outspend/0`]: spentBy(next) }, /vin\[0\] does not spend 3+:0/],
  ])('%s is refused', async (_, change, sentence) => {
    await expect(esplora({ ...moved, ...change }).locate(ID)).rejects.toThrow(sentence);
  });

  test('is followed for a limited number of spends', async () => {
    await expect(esplora(moved, 0).locate(ID)).rejects.toThrow(/moved more than 0 times; ask an ord server/);
    expect(await esplora(moved, 1).locate(ID)).toMatchObject({ txid: next });
    const hurried = esploraSource('http://esplora.test', { fetch: serving(moved), locateMs: -1 });
    await expect(hurried.locate(ID)).rejects.toThrow(/could not be followed within -1 ms/);
  });

  test('with an unknown even field, or two pointers, is on no sat', async () => {
    for (const script of ['0063036f72640142010168', '0063036f726401020101010201016851']) {
      const unbound = { ...first, vin: [{ ...first.vin[0]!, witness: [script, 'c0'] }] };
      await expect(esplora({ ...moved, [`/tx/${TXID}`]: unbound }).locate(ID)).rejects.toThrow(
        /is on no sat/,
      );
    }
  });

  test('gives the fee rate of the next lower target, and none when it has none', async () => {
    const source = esplora({ '/fee-estimates': { 1: 30, 3: 12.5, 144: 1 } });
    expect([await source.feeRate(2), await source.feeRate(3), await source.feeRate(500)]).toEqual([
      30, 12.5, 1,
    ]);
    expect(await esplora({ '/fee-estimates': {} }).feeRate(6)).toBeNull();
    await expect(esplora({ '/fee-estimates': { 1: '5' } }).feeRate(6)).rejects.toThrow(/1 is not a fee rate/);
    const withEsplora = ordSource('http://ord.test', {
      fetch: serving({ '/fee-estimates': { 1: 30 } }),
      esploraUrl: 'http://esplora.test',
    });
    expect(await withEsplora.feeRate(1)).toBe(30);
    expect(await ord({}).feeRate(1)).toBeNull();
  });

  test('is not a transaction when its hash is another', async () => {
    const raw =
      '0200000000010111111111111111111111111111111111111111111111111111111111111111110000000000fdffffff01e803000000000000015101010100000000';
    const source = esplora({ [`/tx/${TXID}/hex`]: raw });
    await expect(source.transaction(TXID)).rejects.toThrow(/\/hex: the response is the transaction \w{64}$/);
    await expect(esplora({ [`/tx/${TXID}/hex`]: 'xyz' }).transaction(TXID)).rejects.toThrow(
      /not a transaction/,
    );
  });

  test.each(['-1', 'x', '1.5', '99999999999'])('gives no height: %s', async (height) => {
    await expect(esplora({ '/blocks/tip/height': height }).tipHeight()).rejects.toThrow(/is not a height/);
    await expect(ord({ '/blockheight': height }).tipHeight()).rejects.toThrow(/is not a height/);
    await expect(esplora({ '/block-height/5': height }).blockHash(5)).rejects.toThrow(
      /is not (the hash of a|JSON)/,
    );
    await expect(ord({ '/r/blockhash/5': height }).blockHash(5)).rejects.toThrow(
      /is not (the hash of a|JSON)/,
    );
  });
});

describe('a request', () => {
  test('reads no more than its limit', async () => {
    const fetch = async () => new Response('x'.repeat(1_001));
    const requester = requesterTo('http://ord.test', { fetch, maxBytes: 1_000 });
    await expect(requester.text('/a', '*/*')).rejects.toThrow(/\/a: the response is larger than 1000 bytes/);
  });

  test('waits no longer than its limit, for a response or for its end', async () => {
    const silent: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    const requester = requesterTo('http://ord.test', { fetch: silent, timeoutMs: 20 });
    await expect(requester.text('/a', '*/*')).rejects.toThrow(/no complete response within 20 ms/);
  });

  test('says which status and text a server returned, in printable characters', async () => {
    const fetch = async () => new Response('down\u001b[2J', { status: 503 });
    const requester = requesterTo('http://ord.test', { fetch });
    await expect(requester.text('/a', '*/*')).rejects.toThrow('ord.test/a: status 503: down [2J');
  });

  test('sends user and password of the URL, and shows them in no error', async () => {
    let sent: unknown;
    const fetch: typeof globalThis.fetch = async (url, init) => {
      sent = [String(url), new Headers(init?.headers).get('authorization')];
      return new Response('', { status: 500 });
    };
    const requester = requesterTo('https://me:se%20cret@ord.test:8080/base/', { fetch });
    const error = await requester.text('/a', '*/*').catch(String);
    expect(sent).toEqual(['https://ord.test:8080/base/a', `Basic ${btoa('me:se cret')}`]);
    expect(error).toBe('SourceError: ord.test:8080/a: status 500: ');
  });

  test.each(['ftp://ord.test', 'ord.test', ''])('needs an http URL, not "%s"', (url) => {
    expect(() => requesterTo(url)).toThrow(/it must be a URL that begins with http/);
  });
});

describe('coins that may pay', () => {
  const coin = (byte: string) => ({ txid: byte.repeat(32), vout: 0, valueSats: 10_000 });
  const at = (byte: string, change: object = {}) => ({
    [`/output/${byte.repeat(32)}:0`]: { ...OUTPUT, outpoint: `${byte.repeat(32)}:0`, ...change },
  });
  const coins = ['a1', 'a2', 'a3', 'a4', 'a5'].map(coin);
  const held = {
    ...at('a1', { inscriptions: [ID] }),
    ...at('a2'),
    ...at('a3', { runes: { UNCOMMON: {} } }),
    ...at('a4', { spent: true }),
    ...at('a5'),
    [`/inscription/${ID}`]: { ...INSCRIPTION, satpoint: `${'a1'.repeat(32)}:0:0` },
  };

  test('are those without inscriptions and runes that nothing spends', async () => {
    expect(await spendableCoins(ord(held), coins)).toEqual([coin('a2'), coin('a5')]);
  });

  test('are not guessed: without a word of the caller, an unknown content is an error', async () => {
    for (const unknown of [{ runes: null }, { inscriptions: null }, { indexed: false }]) {
      const source = ord({ ...held, ...at('a5', unknown) });
      await expect(spendableCoins(source, coins)).rejects.toThrow(
        /^ord\.test cannot tell whether (a5)+:0 holds inscriptions or runes; use an ord server/,
      );
      expect(await spendableCoins(source, coins, { assumePlain: true })).toEqual([coin('a2'), coin('a5')]);
    }
  });

  test('have the value that the source knows', async () => {
    const source = ord({ ...held, ...at('a5', { value: 9_999 }) });
    await expect(spendableCoins(source, coins)).rejects.toThrow(/(a5)+:0 holds 9999 sats, not 10000/);
  });
});
