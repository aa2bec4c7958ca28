import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { flawOf, httpsSender, isPublicAddress, type SenderOptions } from '../../src/webhook/https-sender.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
/** Every name is at these addresses. */
const resolvingTo = (...addresses: string[]) =>
  ((_name: string, _options: object, found: (error: null, all: object[]) => void) =>
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as SenderOptions['resolve'];

describe('a webhook', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('never goes to %s, by name or by number', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const url = `https://${address.includes(':') ? `[${address}]` : address}/hook`;
    expect(flawOf(url, { allowPrivate: false })).toContain('not an address of the public internet');
    const sender = httpsSender({ allowPrivate: false, resolve: resolvingTo(address)! });
    expect(await sender.post('https://partner.example/hook', {}, '{}')).toMatchObject({
      fault: expect.stringContaining(`resolves to ${address}`),
    });
  });

  test('goes nowhere when one of several addresses of a name is private', async () => {
    const sender = httpsSender({ allowPrivate: false, resolve: resolvingTo('93.184.216.34', '10.0.0.1')! });
    expect(await sender.post('https://partner.example/hook', {}, '{}')).toMatchObject({
      fault: expect.stringContaining('10.0.0.1'),
    });
  });

  test.each(['93.184.216.34', '2606:2800:220:1::1'])('may go to %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(['http://partner.example/', 'ftp://partner.example', 'https://a:b@partner.example', 'nonsense'])(
    'has no URL like %s',
    (url) => {
      expect(flawOf(url, { allowPrivate: false })).not.toBeNull();
    },
  );

  test('to the loopback is refused unless the operator allows it', async () => {
    const url = await answering((_request, response) => response.end());
    expect(await httpsSender({ allowPrivate: false }).post(url, {}, '{}')).toHaveProperty('fault');
    expect(await httpsSender({ allowPrivate: true }).post(url, {}, '{}')).toEqual({ status: 200 });
  });

  test('follows no redirect', async () => {
    let followed = false;
    const url = await answering((request, response) => {
      followed ||= request.url === '/inside';
      response.writeHead(302, { location: '/inside' }).end();
    });
    expect(await httpsSender({ allowPrivate: true }).post(url, {}, '{}')).toEqual({ status: 302 });
    expect(followed).toBe(false);
  });

  test('gives up on a response that is late, endless or too large', async () => {
    const sender = httpsSender({ allowPrivate: true, timeoutMs: 300 });
    const silent = await answering(() => undefined);
    expect(await sender.post(silent, {}, '{}')).toEqual({ fault: 'no response within 300 ms' });
    const large = await answering((_request, response) => response.end('x'.repeat(100_000)));
    expect(await sender.post(large, {}, '{}')).toHaveProperty('fault');
    const dripping = await answering((_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await sender.post(dripping, {}, '{}')).toHaveProperty('fault');
  });
});
