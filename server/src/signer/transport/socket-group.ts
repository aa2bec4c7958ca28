import { readFile } from 'node:fs/promises';
import type { SocketGroup } from './socket.ts';

/** POSIX: the highest 32-bit number means "none". */
const MAX_GID = 0xfffffffe;

/**
 * Finds a group of this machine by name or number. Throws an Error when the name is unknown. A number needs
 * no entry in the group file: groups of a directory service have none.
 */
export async function socketGroup(text: string, groupFile = '/etc/group'): Promise<SocketGroup> {
  if (/^\d+$/.test(text)) {
    if (Number(text) > MAX_GID) throw new Error(`${text} is not a group id; the highest is ${MAX_GID}`);
    return { gid: Number(text), name: text };
  }
  const lines = (await readFile(groupFile, 'utf8')).split('\n').map((line) => line.split(':'));
  const gid = lines.find(([name]) => name === text)?.[2];
  if (gid === undefined)
    throw new Error(`${groupFile} has no group ${text}; create it (groupadd ${text}), or use its number`);
  return { gid: Number(gid), name: text };
}
