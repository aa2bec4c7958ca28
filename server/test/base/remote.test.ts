import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exchange, parseResponse, responseReader } from '../../src/base/remote.ts';
import { type Peer, startPeer } from '../support/peer.ts';

let peer: Peer;
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.stop());

const ask = () => exchange({ url: peer.url, timeoutMs: 500, what: 'the peer' });

test('connections are kept and used again', async () => {
  const ports = new Set<number | undefined>();
  peer.behave((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('well');
  });
  for (let round = 0; round < 5; round += 1) expect(await ask()).toEqual({ status: 200, text: 'well' });
  // The pool may open a second one before the first is free again; never one for each request.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test('a connection that breaks is tried once more, and only once', async () => {
  let requests = 0;
  peer.behave((request, response) => {
    requests += 1;
    if (requests === 1) request.socket.destroy();
    else response.end('well');
  });
  expect(await ask()).toEqual({ status: 200, text: 'well' });
  peer.behave((request) => {
    requests += 1;
    request.socket.destroy();
  });
  requests = 0;
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable', message: 'the peer is unreachable' });
  expect(requests).toBe(2);
});

test('after a pause in which the peer closed every kept connection, a request succeeds on a new one', async () => {
  const used = new Set<unknown>();
  peer.behave((request, response) => {
    if (used.has(request.socket)) request.socket.destroy();
    used.add(request.socket);
    setTimeout(() => response.end('well'), 20);
  });
  await Promise.all([ask(), ask(), ask()]);
  expect(await ask()).toEqual({ status: 200, text: 'well' });
});

test('a redirection is a response, and is not followed', async () => {
  let requests = 0;
  peer.behave((_, response) => {
    requests += 1;
    response.writeHead(302, { location: '/elsewhere' }).end('there');
  });
  expect(await ask()).toEqual({ status: 302, text: 'there' });
  expect(requests).toBe(1);
});

test('a body that never ends is too late, and is not asked for again', async () => {
  let requests = 0;
  peer.behave((_, response) => {
    requests += 1;
    response.write('so far');
  });
  const late = { code: 'unavailable', message: 'the peer did not respond within 500 ms' };
  await expect(ask()).rejects.toMatchObject(late);
  const ended = { url: peer.url, timeoutMs: 60_000, what: 'the peer', signal: AbortSignal.timeout(50) };
  await expect(exchange(ended)).rejects.toMatchObject({ code: 'unavailable' });
  expect(requests).toBe(2);
});

test('a body that is cut off is asked for once more', async () => {
  let requests = 0;
  peer.behave((request, response) => {
    requests += 1;
    if (requests > 1) return void response.end('whole');
    response.writeHead(200, { 'content-length': 10 }).write('half');
    setTimeout(() => request.socket.destroy(), 20);
  });
  expect(await ask()).toEqual({ status: 200, text: 'whole' });
});

describe('responses', () => {
  const read = responseReader(Type.Object({ rows: Type.Array(Type.Object({ value: Type.Integer() })) }));

  test('of the expected shape are returned unchanged', () => {
    const answer = { rows: [{ value: 1 }], more: 'ignored' };
    expect(read(answer, 'the peer')).toBe(answer);
  });

  test('of another shape are unavailable, and the place is named', () => {
    expect(() => read({ rows: [{ value: 1 }, { value: '2' }] }, 'the peer')).toThrow(
      'the peer returned an unexpected response (at /rows/1/value)',
    );
  });

  test('that are not JSON are unavailable', () => {
    expect(() => parseResponse('<html>', 'the peer')).toThrow('the peer returned something other than JSON');
  });
});
