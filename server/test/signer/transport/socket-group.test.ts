import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { socketGroup } from '../../../src/signer/transport/socket-group.ts';

let folder: string;
let groupFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-group-'));
  groupFile = join(folder, 'group');
  await writeFile(groupFile, 'root:x:0:\nordbook:x:990:service\nordbook-gate:x:991:\n');
});
afterAll(() => rm(folder, { recursive: true }));

test('a group is found by its whole name', async () => {
  expect(await socketGroup('ordbook', groupFile)).toEqual({ gid: 990, name: 'ordbook' });
  expect(await socketGroup('ordbook-gate', groupFile)).toEqual({ gid: 991, name: 'ordbook-gate' });
});

test('a group of this machine is found by its name', async () => {
  const [name, , gid] = (await readFile('/etc/group', 'utf8')).split('\n')[0]!.split(':');
  expect(await socketGroup(name!)).toEqual({ gid: Number(gid), name });
});

test('a number is a group, whether it has a name or not', async () => {
  expect(await socketGroup('4100', groupFile)).toEqual({ gid: 4100, name: '4100' });
  await expect(socketGroup('4294967295', groupFile)).rejects.toThrow('4294967295 is not a group id');
});

test('a name that no group has is refused, with what to do', async () => {
  for (const name of ['ordboo', 'x', '-1', '4100x'])
    await expect(socketGroup(name, groupFile)).rejects.toThrow(
      `has no group ${name}; create it (groupadd ${name}), or use its number`,
    );
});
