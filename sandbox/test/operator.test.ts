import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { operatorAccess, operatorAddress } from '../src/operator.ts';
import { sandboxOptions } from '../src/run.ts';

test('a sandbox has its admin API on a free port, with a token in a file for its user alone', async () => {
  const { options, tokenFile, close } = await operatorAccess(sandboxOptions({}));
  const line = (await readFile(tokenFile!, 'utf8')).trim();
  expect(line).toMatch(/^operator:[0-9a-f]{64}$/);
  expect((await stat(tokenFile!)).mode & 0o777).toBe(0o600);
  expect(options).toMatchObject({ adminListen: '0', settings: { ADMIN_TOKEN: line } });
  expect(operatorAddress('127.0.0.1:9', { tokenFile })).toEqual([
    'Operator     http://127.0.0.1:9/',
    `  its token  in ${tokenFile}`,
  ]);
  await close();
  await expect(stat(tokenFile!)).rejects.toThrow('ENOENT');
});

test('each sandbox has a token of its own', async () => {
  const [one, other] = [await operatorAccess(sandboxOptions({})), await operatorAccess(sandboxOptions({}))];
  expect(one.options.settings).not.toEqual(other.options.settings);
  await Promise.all([one.close(), other.close()]);
});

test('a place and a token of the settings stay as they are', async () => {
  const ADMIN_TOKEN = `ada:${'a'.repeat(40)}`;
  const given = await operatorAccess(sandboxOptions({ ADMIN_LISTEN: '8081', ADMIN_TOKEN }));
  expect(given).toMatchObject({
    tokenFile: null,
    options: { adminListen: '8081', settings: { ADMIN_TOKEN } },
  });
  expect(operatorAddress('127.0.0.1:8081', given)[1]).toContain('ADMIN_TOKEN');
  const socket = await operatorAccess(sandboxOptions({ ADMIN_LISTEN: '/run/x.sock' }));
  expect(operatorAddress('/run/x.sock', socket)).toEqual(['Operator     unix socket /run/x.sock']);
  const named = await operatorAccess(sandboxOptions({ ADMIN_TOKEN }));
  expect(await readFile(named.tokenFile!, 'utf8')).toBe(`${ADMIN_TOKEN}\n`);
  await named.close();
});
