import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ordContent } from '../../src/ordinals/ord-content.ts';
import { type Peer, startPeer } from '../support/peer.ts';

const PATH = `/content/${'ab'.repeat(32)}i0`;

let peer: Peer;
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.stop());

const content = (options: object = {}) => ordContent({ url: peer.url, timeoutMs: 2_000, ...options });

describe('content of an ord server', () => {
  test('keeps its bytes, its type and how long it may be cached', async () => {
    const body = Buffer.from([0, 255, 128, 10]);
    peer.behave((_, response) =>
      response
        .writeHead(200, { 'content-type': 'image/png', 'cache-control': 'public, immutable' })
        .end(body),
    );
    expect(await content().read(PATH)).toEqual({
      status: 200,
      contentType: 'image/png',
      cacheControl: 'public, immutable',
      body,
    });
  });

  test('that was inscribed compressed comes back decompressed', async () => {
    let accepted: string | undefined;
    peer.behave((request, response) => {
      accepted = String(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a text'));
    });
    const { body } = await content().read(PATH);
    expect(Buffer.from(body).toString()).toBe('a text');
    expect(accepted).toContain('br');
  });

  test('is bounded after decompression', async () => {
    peer.behave((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000))),
    );
    await expect(content({ maxBytes: 99_999 }).read(PATH)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('more than 99999 bytes'),
    });
  });

  test('that the index does not have is a 404, and its failure is unavailable', async () => {
    peer.behave((_, response) => response.writeHead(404).end());
    expect(await content().read(PATH)).toMatchObject({ status: 404 });
    peer.behave((_, response) => response.writeHead(500).end());
    await expect(content().read(PATH)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that does not come in time is unavailable', async () => {
    peer.behave(() => {});
    await expect(content({ timeoutMs: 100 }).read(PATH)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is asked for with the credentials of the URL', async () => {
    let authorization: string | undefined;
    peer.behave((request, response) => {
      authorization = request.headers.authorization;
      response.end();
    });
    await content({ url: peer.url.replace('//', '//us:s3cret@') }).read(PATH);
    expect(authorization).toBe(`Basic ${Buffer.from('us:s3cret').toString('base64')}`);
  });

  test('is refused when too many reads wait, and read again once they are done', async () => {
    const held: (() => void)[] = [];
    peer.behave((_, response) => void held.push(() => response.end('x')));
    const reader = content({ concurrency: 1, maxWaiting: 1, timeoutMs: 10_000 });
    const both = [reader.read(PATH), reader.read(PATH)];
    await expect(reader.read(PATH)).rejects.toMatchObject({ code: 'unavailable' });
    for (const _ of both) {
      await expect.poll(() => held.length).toBe(1);
      held.pop()!();
    }
    await Promise.all(both);
    peer.behave((_, response) => void response.end('x'));
    expect(await reader.read(PATH)).toMatchObject({ status: 200 });
  });
});
