import { expect, test } from 'vitest';
import { isRevoked } from '../../src/listing/is-revoked.ts';

const id = (byte: string) => byte.repeat(32);
const RECORD = {
  transferTxid: id('70'),
  inscriptionCoin: { txid: id('10'), vout: 1 },
  anchor: { txid: id('20'), vout: 4 },
};
const ANCHOR = `/tx/${id('20')}/outspend/4`;
const COIN = `/tx/${id('10')}/outspend/1`;
const UNSPENT = { spent: false };
const spentBy = (txid: string, height?: number) => ({
  spent: true,
  txid,
  vin: 0,
  status:
    height === undefined
      ? { confirmed: false }
      : { confirmed: true, block_height: height, block_hash: id('bb') },
});

/** Asks an Esplora that answers these, with its tip at 110. */
async function ask(anchor: unknown, coin: unknown, tip: unknown = 110) {
  const answers: Record<string, unknown> = { [ANCHOR]: anchor, [COIN]: coin, '/blocks/tip/height': tip };
  const fetch: typeof globalThis.fetch = async (url) => {
    const { origin, pathname } = new URL(String(url));
    expect(origin).toBe('http://esplora.test');
    const answer = answers[pathname.replace('/api', '')];
    return answer === undefined ? new Response('gone', { status: 404 }) : Response.json(answer);
  };
  return isRevoked(RECORD, 'http://esplora.test/api/', fetch);
}

test('a listing is revoked by a block in which something else spends its anchor, or the inscription moved', async () => {
  expect(await ask(spentBy(id('aa'), 105), UNSPENT)).toEqual({
    isRevoked: true,
    evidence: { spent: 'anchor', txid: id('aa'), height: 105, confirmations: 6 },
  });
  expect(await ask(UNSPENT, spentBy(id('aa'), 110))).toEqual({
    isRevoked: true,
    evidence: { spent: 'inscriptionCoin', txid: id('aa'), height: 110, confirmations: 1 },
  });
});

test('it is not revoked by what waits in the mempool, nor by its own transfer, nor by what the server does not know', async () => {
  expect(await ask(UNSPENT, UNSPENT)).toEqual({ isRevoked: false, state: 'open' });
  expect(await ask(spentBy(id('aa')), UNSPENT)).toEqual({ isRevoked: false, state: 'spending' });
  for (const height of [undefined, 105])
    expect(await ask(spentBy(id('70'), height), spentBy(id('70'), height))).toEqual({
      isRevoked: false,
      state: 'transferred',
    });
  // A server that is behind for one of the two coins.
  expect(await ask(UNSPENT, spentBy(id('70'), 105))).toEqual({ isRevoked: false, state: 'transferred' });
});

test.each<[string, unknown, unknown, unknown]>([
  ['an answer that is none', {}, UNSPENT, 110],
  ['null', null, UNSPENT, 110],
  [
    'a spend without its transaction',
    { spent: true, status: { confirmed: true, block_height: 105 } },
    UNSPENT,
    110,
  ],
  ['a block without a height', { ...spentBy(id('aa')), status: { confirmed: true } }, UNSPENT, 110],
  ['a tip below the block', spentBy(id('aa'), 105), UNSPENT, 104],
  ['a tip that is no number', spentBy(id('aa'), 105), UNSPENT, 'x'],
  ['a refusal', undefined, UNSPENT, 110],
])('%s proves nothing: it is an error', async (_, anchor, coin, tip) => {
  await expect(ask(anchor, coin, tip)).rejects.toMatchObject({ name: 'SourceError' });
});

test('a server that sends no answer, or no end of it, is given up', async () => {
  const silent = () => new Promise<Response>(() => undefined);
  const endless = async () =>
    new Response(new ReadableStream({ start: (it) => it.enqueue(new Uint8Array(1)) }));
  for (const fetch of [silent, endless] as (typeof globalThis.fetch)[])
    await expect(isRevoked(RECORD, 'http://esplora.test', fetch, 20)).rejects.toThrow(
      /no complete response within 20 ms/,
    );
});

test('an answer with an error proves nothing, whatever its body says', async () => {
  const fetch = async () => Response.json(spentBy(id('aa'), 105), { status: 500 });
  await expect(isRevoked(RECORD, 'http://esplora.test', fetch)).rejects.toMatchObject({ status: 500 });
});
