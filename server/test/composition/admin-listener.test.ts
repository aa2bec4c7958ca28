import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminTokens } from '../../src/composition/admin-access.ts';
import { listenForAdmin } from '../../src/composition/admin-listener.ts';
import { adminFlaws, adminPlace } from '../../src/composition/admin-settings.ts';
import { readSettings } from '../../src/composition/settings.ts';

const SECRET = 's'.repeat(32);
const placeOf = (ADMIN_LISTEN: string, env: NodeJS.ProcessEnv = {}) =>
  adminPlace({ ADMIN_LISTEN, ADMIN_TOKEN: '', ADMIN_TOKEN_FILE: '', PORT: 8080 }, undefined, env);

let folder: string;
const opened: FastifyInstance[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'admin-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
  await rm(folder, { recursive: true });
});

function service(log: object[] = []) {
  const admin = Fastify();
  const api = Fastify();
  admin.get('/', async () => ({ is: 'admin' }));
  opened.push(admin, api);
  const warn = (fields: object) => void log.push(fields);
  return { admin, api, ctx: { log: { warn, info: () => undefined, error: () => undefined } } as never };
}

const listen = (more: object, log: object[] = []) =>
  listenForAdmin(service(log), readSettings({ NETWORK: 'regtest', PORT: 8080, ...more }));

function ask(socketPath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the place of the admin API', () => {
  test('is a socket for the port of the service, a path, a port on loopback, or nowhere', () => {
    expect(placeOf('', { XDG_RUNTIME_DIR: '/run/user/7' })).toEqual({
      socketPath: '/run/user/7/ordbook-admin-8080.sock',
      isDefault: true,
    });
    expect(placeOf('', { RUNTIME_DIRECTORY: '/run/ordbook', XDG_RUNTIME_DIR: '/run/user/7' })).toMatchObject({
      socketPath: '/run/ordbook/ordbook-admin-8080.sock',
    });
    expect(placeOf('/run/x.sock')).toEqual({ socketPath: '/run/x.sock', isDefault: false });
    expect(placeOf('9090')).toEqual({ host: '127.0.0.1', port: 9090 });
    expect(placeOf('10.0.0.2:9090')).toEqual({ host: '10.0.0.2', port: 9090 });
    expect(placeOf('[::1]:9090')).toEqual({ host: '::1', port: 9090 });
    expect(placeOf('off')).toBeNull();
  });

  test('is wrong without a slash or with a port that no machine has; a port without a token is, too', () => {
    const flawsOf = (ADMIN_LISTEN: string, ADMIN_TOKEN = '', ADMIN_TOKEN_FILE = '') =>
      adminFlaws({ ADMIN_LISTEN, ADMIN_TOKEN, ADMIN_TOKEN_FILE, PORT: 1 }).map(({ name }) => name);
    expect(flawsOf('somewhere')).toEqual(['ADMIN_LISTEN']);
    expect(flawsOf('70000')).toEqual(['ADMIN_LISTEN']);
    expect(flawsOf('9090')).toEqual(['ADMIN_TOKEN']);
    expect(flawsOf('9090', `ada:${SECRET}`)).toEqual([]);
    expect(flawsOf('9090', '', '/etc/tokens')).toEqual([]);
    expect(flawsOf('', `ada:${SECRET.slice(1)}`)).toEqual(['ADMIN_TOKEN']);
    expect(flawsOf('', SECRET)).toEqual(['ADMIN_TOKEN']);
  });
});

describe('the listener', () => {
  test('opens a socket that only its user can open, and removes it at the end', async () => {
    const path = join(folder, 'admin.sock');
    expect(await listen({ ADMIN_LISTEN: path })).toMatchObject({ socketPath: path });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await ask(path)).toBe(200);
    await Promise.all(opened.splice(0).map((app) => app.close()));
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test('throws when another process has the socket that the settings name; without a setting it only warns', async () => {
    const path = join(folder, 'admin.sock');
    await listen({ ADMIN_LISTEN: path });
    await expect(listen({ ADMIN_LISTEN: path })).rejects.toThrow('another process already listens');
    const before = process.env['RUNTIME_DIRECTORY'];
    process.env['RUNTIME_DIRECTORY'] = folder;
    const log: object[] = [];
    try {
      expect(await listen({})).toMatchObject({ isDefault: true });
      expect(await listen({}, log)).toBeNull();
    } finally {
      if (before === undefined) delete process.env['RUNTIME_DIRECTORY'];
      else process.env['RUNTIME_DIRECTORY'] = before;
    }
    expect(log).toMatchObject([{ reason: expect.stringContaining('another process already listens') }]);
  });

  test('opens nothing when it is off, and a port of loopback when it is one', async () => {
    expect(await listen({ ADMIN_LISTEN: 'off' })).toBeNull();
    const place = await listen({ ADMIN_LISTEN: '0', ADMIN_TOKEN: `ada:${SECRET}` });
    expect(place).toMatchObject({ host: '127.0.0.1' });
    // where it listens, and not the 0 that asked for any
    expect((place as { port: number }).port).toBeGreaterThan(0);
  });
});

describe('the tokens', () => {
  const tokensOf = async (lines: string, mode = 0o600, ADMIN_TOKEN = '') => {
    const file = join(folder, 'tokens');
    await writeFile(file, lines);
    await chmod(file, mode);
    return adminTokens({ ADMIN_TOKEN, ADMIN_TOKEN_FILE: file });
  };

  test('come from the setting and from the lines of the file', async () => {
    expect(
      await tokensOf(`# people\nben:${SECRET}2\n\nview cleo:${SECRET}3\n`, 0o600, `ada:${SECRET}`),
    ).toEqual([
      { name: 'ada', token: SECRET, mayAct: true },
      { name: 'ben', token: `${SECRET}2`, mayAct: true },
      { name: 'cleo', token: `${SECRET}3`, mayAct: false },
    ]);
  });

  test('come from the file alone, as the environment names it, and each once', async () => {
    const file = join(folder, 'tokens');
    await writeFile(file, `ben:${SECRET}2\ncleo:${SECRET}3\n`, { mode: 0o600 });
    const names = async (env: Record<string, string>) =>
      (await adminTokens(readSettings({ ADMIN_TOKEN_FILE: file, ...env }))).map(({ name }) => name);
    expect(await names({})).toEqual(['ben', 'cleo']);
    expect(await names({ ADMIN_TOKEN: `ada:${SECRET}` })).toEqual(['ada', 'ben', 'cleo']);
  });

  test.each([
    ['a short secret', 'ben:short', 0o600, /line 1 of .* at least 32 characters/],
    ['no name', `:${SECRET}`, 0o600, /line 1/],
    ['the same name twice', `ben:${SECRET}\nben:${SECRET}2`, 0o600, /two admin tokens are named ben/],
    ['a right that is none', `act ben:${SECRET}`, 0o600, /line 1/],
    ['nothing', '# nobody', 0o600, /has no token/],
    ['rights for others', `ben:${SECRET}`, 0o640, /other users can read/],
  ])('with %s are refused, and no secret is shown', async (_, lines, mode, message) => {
    await expect(tokensOf(lines, mode)).rejects.toThrow(message);
    await expect(tokensOf(lines, mode)).rejects.not.toThrow(SECRET);
  });
});
