import { lstat, mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { listening } from '../base/listen-fault.ts';
import { listenOnSocket } from '../signer/transport/socket.ts';
import { type AdminPlace, adminPlace } from './admin-settings.ts';
import type { Service } from './build-service.ts';
import type { Settings } from './settings.ts';

/**
 * Makes the admin API listen, apart from the public one, which listens already. Returns where; null: nowhere.
 * A default socket that cannot be opened is only logged: the service runs without. Throws for one that the
 * settings name.
 */
export async function listenForAdmin(
  { admin, api, ctx }: Pick<Service, 'admin' | 'api' | 'ctx'>,
  settings: Settings,
): Promise<AdminPlace | null> {
  const address = api.server.address() as AddressInfo | null;
  let place = adminPlace(settings, address?.port ?? settings.PORT);
  if (!place) return null;
  if ('port' in place) {
    await listening(admin.listen(place), place, 'ADMIN_LISTEN');
    // 0 took any free one
    place = { host: place.host, port: (admin.server.address() as AddressInfo).port };
  } else
    try {
      if (place.isDefault) await ownFolder(dirname(place.socketPath));
      await listenPrivately(admin, place.socketPath);
    } catch (error) {
      if (!place.isDefault) throw error;
      const reason = (error as Error).message;
      ctx.log.warn({ socket: place.socketPath, reason }, 'there is no admin API; set ADMIN_LISTEN');
      return null;
    }
  ctx.log.info({ ...place }, 'the admin API is listening');
  return place;
}

/** Only this process's user can open the socket, at any time. */
async function listenPrivately(admin: FastifyInstance, socketPath: string): Promise<void> {
  await admin.ready();
  await listenOnSocket(admin.server, socketPath, null);
}

/** A folder that only this user can enter. Throws when it belongs to somebody else. */
async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, isDirectory } = await lstat(folder).then((found) => ({
    uid: found.uid,
    isDirectory: found.isDirectory(),
  }));
  if (!isDirectory || uid !== process.getuid?.()) throw new Error(`${folder} does not belong to this user`);
}
