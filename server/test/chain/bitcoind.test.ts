import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import type { Chain } from '../../src/chain/port.ts';
import { GIVES_UP_MS, ILL_BEHAVIOURS, type Peer, startPeer } from '../support/peer.ts';
import { UNKNOWN } from './purse.ts';

const HASH = 'ab'.repeat(32);
const RAW =
  '0200000001000000000000000000000000000000000000000000000000000000000000000001000000000000000001e803000000000000015100000000';
const INFO = { chain: 'main', blocks: 5, bestblockhash: HASH, initialblockdownload: false };
const TIMEOUT_MS = 150;

type Answer = { result?: unknown; error?: { code: number; message: string } };

type Call = { id: number; method: string };

/** Answers with what `answer` makes of the request's body. */
function told(answer: (body: Call | Call[]) => unknown): RequestListener {
  return (request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => response.end(JSON.stringify(answer(JSON.parse(text)))));
  };
}

/** Answers calls as Bitcoin Core does: a batch in an array, a single call alone. */
function node(answer: (method: string) => Answer): RequestListener {
  const one = ({ id, method }: Call) => ({ id, ...answer(method) });
  return told((body) => (Array.isArray(body) ? body.map(one) : one(body)));
}

let peer: Peer;
let chain: Chain;

beforeEach(async () => {
  peer = await startPeer();
  chain = bitcoind({
    url: peer.url.replace('//', '//us:s3cret@'),
    timeoutMs: TIMEOUT_MS,
    scanTimeoutMs: TIMEOUT_MS,
  });
});
afterEach(() => peer.stop());

describe('a node that is not well', () => {
  for (const [name, behaviour] of Object.entries(ILL_BEHAVIOURS)) {
    test(`one that ${name} is unavailable within the bound, and used again once it is well`, async () => {
      peer.behave(behaviour);
      const begun = performance.now();
      const calls = [
        chain.tip(),
        chain.blockHash(1),
        chain.transaction(HASH),
        chain.unspents([UNKNOWN]),
        chain.mempoolSpenders([UNKNOWN]),
        chain.mempoolTxids(),
        chain.feeRates(2),
        chain.testAccept([RAW]),
        chain.broadcast(RAW),
        chain.addressCoins('x'),
        chain.waitForNewBlock({ height: 5, hash: HASH }, { forMs: 10, signal: new AbortController().signal }),
      ];
      for (const outcome of await Promise.allSettled(calls)) {
        const reason = (outcome as PromiseRejectedResult).reason;
        expect(reason).toMatchObject({ code: 'unavailable', status: 503 });
        expect(reason.message).toMatch(/^the node \(\w+(, \w+)?\)/);
        expect(reason.message).not.toMatch(/s3cret|us:|127\.0\.0\.1/);
      }
      expect(performance.now() - begun).toBeLessThan(GIVES_UP_MS);
      peer.behave(node(() => ({ result: INFO })));
      expect(await chain.tip()).toEqual({ height: 5, hash: HASH });
    });
  }

  test('one that hangs holds no wait that is aborted', async () => {
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    peer.behave(asked);
    const end = new AbortController();
    const patient = bitcoind({ url: peer.url, timeoutMs: 60_000 });
    const waiting = patient.waitForNewBlock({ height: 5, hash: HASH }, { forMs: 60_000, signal: end.signal });
    await isAsked;
    end.abort();
    expect(await waiting).toBe(false);
  });

  test('one that knows no such call is unavailable to a wait', async () => {
    peer.behave(node(() => ({ error: { code: -32601, message: 'Method not found' } })));
    const wait = { forMs: 10, signal: new AbortController().signal };
    await expect(chain.waitForNewBlock({ height: 5, hash: HASH }, wait)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('one that is not there is away, and is found when it comes', async () => {
    await peer.stop();
    await expect(chain.tip()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the node (getblockchaininfo) is unreachable',
    });
    peer = await startPeer();
  });

  test('one that warms up is unavailable', async () => {
    peer.behave(node(() => ({ error: { code: -28, message: 'Loading block index…' } })));
    await expect(chain.tip()).rejects.toThrow(
      'the node (getblockchaininfo) is starting: Loading block index…',
    );
  });

  test('one in initial block download is unavailable', async () => {
    peer.behave(node(() => ({ result: { ...INFO, initialblockdownload: true } })));
    await expect(chain.tip()).rejects.toThrow('the node is still syncing, at height 5');
  });

  test('a regtest chain at rest is not in initial block download', async () => {
    peer.behave(node(() => ({ result: { ...INFO, chain: 'regtest', initialblockdownload: true } })));
    expect(await chain.tip()).toEqual({ height: 5, hash: HASH });
  });

  test('a transaction is unknown only when mempool and whole index were searched', async () => {
    const reply = (message: string) => peer.behave(node(() => ({ error: { code: -5, message } })));
    // src/rpc/rawtransaction.cpp of Bitcoin Core 31
    reply('No such mempool or blockchain transaction. Use gettransaction for wallet transactions.');
    expect(await chain.transaction(UNKNOWN.txid)).toBeNull();
    for (const message of [
      'No such mempool transaction. Blockchain transactions are still in the process of being indexed. Use gettransaction for wallet transactions.',
      'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.',
    ]) {
      reply(message);
      await expect(chain.transaction(UNKNOWN.txid)).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  test('an error that the node should not give names the method and the code', async () => {
    peer.behave(node(() => ({ error: { code: -32601, message: 'Method not found' } })));
    await expect(chain.feeRates(2)).rejects.toThrow(
      'the node returned error -32601 to getmempoolinfo: Method not found',
    );
    await expect(chain.broadcast(RAW)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a block without its spent outputs is unavailable, never a block without inputs', async () => {
    const vin = [{ txid: HASH, vout: 0, sequence: 0 }];
    const tx = [{ txid: HASH, version: 2, locktime: 0, vin, vout: [] }];
    peer.behave(node(() => ({ result: { hash: HASH, height: 1, time: 1, tx } })));
    await expect(chain.block(HASH)).rejects.toThrow(/undo data .* is missing/);
  });
});

describe('round trips and credentials', () => {
  test('a thousand coins are one request', async () => {
    let requests = 0;
    const listener = node(() => ({ result: null }));
    peer.behave((request, response) => {
      requests += 1;
      listener(request, response);
    });
    const coins = Array.from({ length: 1000 }, (_, vout) => ({ ...UNKNOWN, vout }));
    expect(await chain.unspents(coins)).toEqual(coins.map(() => null));
    expect(requests).toBe(1);
  });

  test('answers of a batch are matched by id, not by place', async () => {
    const coin = { value: 1, scriptPubKey: { hex: '51' }, coinbase: false };
    peer.behave(
      told((calls) =>
        (calls as Call[]).map(({ id }) => ({ id, result: { ...coin, confirmations: id } })).reverse(),
      ),
    );
    const found = await chain.unspents([UNKNOWN, { ...UNKNOWN, vout: 1 }]);
    expect(found.map((coin) => coin?.confirmations)).toEqual([0, 1]);
  });

  test('the cookie is read again after the node has restarted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-cookie-'));
    const cookieFile = join(folder, '.cookie');
    const withCookie = bitcoind({ url: peer.url, cookieFile, timeoutMs: TIMEOUT_MS });
    const seen: (string | undefined)[] = [];
    const listener = node(() => ({ result: INFO }));
    peer.behave((request, response) => {
      seen.push(request.headers.authorization);
      listener(request, response);
    });
    await expect(withCookie.tip()).rejects.toMatchObject({ code: 'unavailable' });
    await writeFile(cookieFile, '__cookie__:one\n');
    await withCookie.tip();
    await writeFile(cookieFile, '__cookie__:two\n');
    await withCookie.tip();
    await rm(folder, { recursive: true });
    expect(seen).toEqual(
      ['__cookie__:one', '__cookie__:two'].map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
    );
  });
});
