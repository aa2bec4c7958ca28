/** A stranger asks for the largest inscriptions, and reads none of them. */
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { contentRoutes } from '../../src/api/catalogue/content-routes.ts';
import { READER_BOUNDS, type ReaderBounds } from '../../src/api/catalogue/slow-readers.ts';
import { installErrors } from '../../src/api/edge/errors.ts';

const body = Buffer.alloc(16_000_000);
const LIMITED = { ...READER_BOUNDS, most: 48_000_000 };
const UNLIMITED = { ...READER_BOUNDS, most: 1e12, mostPerCaller: 1e12 };

let app: FastifyInstance;
let reads: number;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function serve(bounds: ReaderBounds): Promise<void> {
  reads = 0;
  app = Fastify({ trustProxy: true });
  app.decorateRequest('refusalCode', null);
  app.decorateRequest('refusalDetail', null);
  installErrors(app);
  const read = async () => {
    reads += 1;
    return { status: 200, contentType: 'image/png', cacheControl: null, body };
  };
  contentRoutes(app, { read }, bounds);
  await app.listen({ host: '127.0.0.1', port: 0 });
}

const path = `/content/${'ab'.repeat(32)}i0`;

/** Reads the status and no more. */
async function ask(address: string): Promise<number> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const head = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.pause();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString('latin1'))![1]);
}

async function statusesOf(addresses: readonly string[]): Promise<number[]> {
  const statuses = [];
  for (const address of addresses) statuses.push(await ask(address));
  return statuses;
}

const STRANGER = '192.0.2.1';

test('what one address has not read is bounded, and for more the index is not asked', async () => {
  await serve(LIMITED);
  expect(await statusesOf(Array(5).fill(STRANGER))).toEqual([200, 200, 429, 429, 429]);
  expect(reads).toBe(2);
  await app.close();
  await serve(UNLIMITED);
  expect(await statusesOf(Array(5).fill(STRANGER))).toEqual(Array(5).fill(200));
});

test('what all have not read is bounded', async () => {
  await serve(LIMITED);
  expect(await statusesOf(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])).toEqual([
    200, 200, 200, 503,
  ]);
  await app.close();
  await serve(UNLIMITED);
  expect(await statusesOf(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])).toEqual(Array(4).fill(200));
});

test('who stops reading loses the connection, and what it held is free again', async () => {
  await serve({ ...LIMITED, withinMs: 200 });
  expect(await statusesOf(['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual([200, 200, 200]);
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 20_000 });
  expect(await ask('192.0.2.4')).toBe(200);
  await app.close();
  await serve(LIMITED);
  await ask(STRANGER);
  await sleep(400);
  expect(await connections()).toBe(1);
});

test('a connection that asks many times without reading is one reader, and all that waits for it is freed', async () => {
  await serve({ ...LIMITED, withinMs: 200 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const request = `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${STRANGER}\r\n\r\n`;
  socket.write(request.repeat(8));
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 20_000 });
  expect(reads).toBeLessThanOrEqual(2);
  await vi.waitFor(async () => expect(await ask(STRANGER)).toBe(200), { timeout: 20_000 });
});

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
