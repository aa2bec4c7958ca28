/**
 * The unix socket of a signer, open to its own user and optionally one group. Nobody else can open it at any
 * time:
 *
 *   created with mode 0600 ──► given to the group ──► opened to the group (0660) ──► checked, or refused
 */
import { chmod, chown, lstat, stat, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { withFile } from '../../base/file-fault.ts';

/** The group that may connect besides the signer's own user. */
export interface SocketGroup {
  readonly gid: number;
  /** As the operator named it, for errors. */
  readonly name: string;
}

const ANYBODY_WRITES = 0o002;
const ANYBODY_ENTERS = 0o001;
const GROUP_ENTERS = 0o010;
const STICKY = 0o1000;
const PERMISSIONS = 0o777;

/**
 * Listens on `socketPath`, which only this user and `group` can open. Replaces a socket that a dead process
 * left. Throws an Error when another process listens there, when others could replace the socket, and when
 * the group cannot reach or own it.
 */
export async function listenOnSocket(
  server: Server,
  socketPath: string,
  group: SocketGroup | null,
): Promise<void> {
  await prepareDirectory(dirname(socketPath), group);
  await removeDeadSocket(socketPath);
  await listenPrivately(server, socketPath);
  try {
    if (group) {
      await giveTo(group, socketPath);
      await chmod(socketPath, 0o660);
    }
    await requireClosedToOthers(socketPath, group);
  } catch (error) {
    await new Promise((resolve) => server.close(resolve));
    throw error;
  }
}

/** `listen` creates the socket; with this umask it is never open to others. */
async function listenPrivately(server: Server, socketPath: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socketPath, resolve);
    });
  } finally {
    process.umask(before);
  }
}

/** Lets the group pass through a directory of this user: it can neither list nor change its content. */
async function prepareDirectory(directory: string, group: SocketGroup | null): Promise<void> {
  const { mode, uid, gid } = await withFile(directory, 'the folder of the socket', () => stat(directory));
  if ((mode & ANYBODY_WRITES) !== 0 && (mode & STICKY) === 0)
    throw new Error(
      `${directory} has mode ${shown(mode)}, so anyone could replace the socket; run chmod o-w ${directory}`,
    );
  if (!group || (mode & ANYBODY_ENTERS) !== 0) return;
  if (gid === group.gid && (mode & GROUP_ENTERS) !== 0) return;
  if (uid !== process.getuid?.())
    throw new Error(
      `group ${group.name} cannot reach the socket, because ${directory} has mode ${shown(mode)}; run chgrp ${group.name} ${directory} && chmod 710 ${directory}`,
    );
  await giveTo(group, directory);
  await chmod(directory, (mode & 0o700) | GROUP_ENTERS);
}

async function giveTo({ gid, name }: SocketGroup, path: string): Promise<void> {
  const { uid } = await lstat(path);
  await chown(path, uid, gid).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EPERM'
      ? new Error(`${path} cannot be given to group ${name}; add the signer's user to the group`)
      : error;
  });
}

/** Throws an Error unless mode and group are as set: some file systems ignore them. */
async function requireClosedToOthers(socketPath: string, group: SocketGroup | null): Promise<void> {
  const { mode, gid } = await lstat(socketPath);
  const wanted = group ? 0o660 : 0o600;
  if ((mode & PERMISSIONS) !== wanted || (group && gid !== group.gid))
    throw new Error(
      `${socketPath} has mode ${shown(mode)} and group ${gid} instead of ${shown(wanted)}${group ? ` and ${group.gid}` : ''}; put the socket on another file system`,
    );
}

function shown(mode: number): string {
  return (mode & PERMISSIONS).toString(8).padStart(4, '0');
}

async function removeDeadSocket(socketPath: string): Promise<void> {
  const found = await stat(socketPath).catch(() => null);
  if (!found) return;
  if (!found.isSocket()) throw new Error(`${socketPath} exists and is not a socket`);
  if (await isAlive(socketPath)) throw new Error(`another process already listens on ${socketPath}`);
  await unlink(socketPath);
}

function isAlive(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
