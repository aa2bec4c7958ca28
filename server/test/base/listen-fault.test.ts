import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listening } from '../../src/base/listen-fault.ts';

const taken = createServer();
const other = createServer();
const host = '127.0.0.1';
let port: number;

beforeEach(async () => {
  await new Promise<void>((resolve) => taken.listen(0, host, resolve));
  ({ port } = taken.address() as AddressInfo);
});
afterEach(() => void taken.close());

const listen = (at: { host: string; port: number }) =>
  new Promise<void>((resolve, reject) => {
    other.once('error', reject);
    other.listen(at.port, at.host, resolve);
  });

test('a port that another process has is named, with the setting to change', async () => {
  const at = { host, port };
  await expect(listening(listen(at), at, 'PORT')).rejects.toThrow(
    `another process listens at 127.0.0.1:${port} (\`ss -ltnp 'sport = :${port}'\` names it); stop it, or set PORT`,
  );
});

test('an address that is not of this machine is named, with the setting to correct', async () => {
  const at = { host: '192.0.2.1', port };
  await expect(listening(listen(at), at, 'PORT')).rejects.toThrow(
    '192.0.2.1 is no address of this machine; correct HOST',
  );
  await expect(listening(listen(at), at, 'ADMIN_LISTEN')).rejects.toThrow('correct ADMIN_LISTEN');
});

test('any other error stays what it is', async () => {
  const bug = new Error('a bug');
  await expect(listening(Promise.reject(bug), { host, port }, 'PORT')).rejects.toBe(bug);
});
