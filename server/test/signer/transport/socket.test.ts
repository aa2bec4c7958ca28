import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenOnSocket, type SocketGroup } from '../../../src/signer/transport/socket.ts';

/** A group that whoever runs the tests may give files to. */
const own: SocketGroup = { gid: process.getgid!(), name: 'own' };
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** The module anew, on a file system that gives the socket `mode`, whatever is asked for. */
async function onFileSystemThatSets(mode: number) {
  vi.resetModules();
  vi.doMock('node:fs/promises', async (original) => {
    const actual = await original<typeof import('node:fs/promises')>();
    const set: typeof chmod = (path, asked) => actual.chmod(path, path === socketPath ? mode : asked);
    return { ...actual, chmod: set };
  });
  try {
    return await import('../../../src/signer/transport/socket.ts');
  } finally {
    vi.doUnmock('node:fs/promises');
    vi.resetModules();
  }
}

let folder: string;
let socketPath: string;
let server: Server;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-socket-'));
  socketPath = join(folder, 's');
  server = createServer();
});
afterEach(async () => {
  if (server.listening) await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

describe('the socket of a signer', () => {
  test('is open to its user only, when no group is set', async () => {
    await listenOnSocket(server, socketPath, null);
    expect(await modeOf(socketPath)).toBe(0o600);
    expect(await modeOf(folder)).toBe(0o700);
  });

  test('is refused in a folder that does not exist, with its path', async () => {
    await expect(listenOnSocket(server, join(folder, 'none', 's'), null)).rejects.toThrow(
      `the folder of the socket ${join(folder, 'none')} does not exist; check the path`,
    );
  });

  test('is open to its user and the group that is set', async () => {
    await listenOnSocket(server, socketPath, own);
    expect(await modeOf(socketPath)).toBe(0o660);
    expect((await stat(socketPath)).gid).toBe(own.gid);
  });

  test('lets its group through a directory of its own, which the group can neither list nor change', async () => {
    for (const mode of [0o700, 0o760]) {
      await chmod(folder, mode);
      await listenOnSocket(server, socketPath, own);
      expect(await modeOf(folder)).toBe(0o710);
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('leaves a directory that the group can pass as it is', async () => {
    for (const mode of [0o750, 0o755]) {
      await chmod(folder, mode);
      await listenOnSocket(server, socketPath, own);
      expect(await modeOf(folder)).toBe(mode);
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('is refused in a directory where anybody could put another one', async () => {
    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    const listening = listenOnSocket(server, join(open, 's'), null);
    await expect(listening).rejects.toThrow(`${open} has mode 0777, so anyone could replace the socket`);
    expect(server.listening).toBe(false);
    await chmod(open, 0o1777);
    await listenOnSocket(server, join(open, 's'), null);
  });

  test.each([0o666, 0o661, 0o600])(
    'is refused with mode %o, when its file system does not take what is set',
    async (mode) => {
      const { listenOnSocket: listen } = await onFileSystemThatSets(mode);
      await expect(listen(server, socketPath, own)).rejects.toThrow(
        `has mode 0${mode.toString(8)} and group ${own.gid} instead of 0660`,
      );
      expect(server.listening).toBe(false);
    },
  );

  test('is never in the place of a file, nor of the socket of a living process', async () => {
    await writeFile(socketPath, 'precious');
    await expect(listenOnSocket(server, socketPath, null)).rejects.toThrow('exists and is not a socket');
    await rm(socketPath);
    await listenOnSocket(server, socketPath, null);
    await expect(listenOnSocket(createServer(), socketPath, null)).rejects.toThrow(
      'another process already listens on',
    );
  });
});
