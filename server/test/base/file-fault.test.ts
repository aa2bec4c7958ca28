import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileFault, withFile } from '../../src/base/file-fault.ts';

test('an error of the file system becomes a sentence with the path and what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-file-'));
  const file = join(folder, 'a');
  await writeFile(file, 'x');
  const fault = (path: string, work: () => Promise<unknown>) =>
    withFile(path, 'the key file', work).then(
      () => null,
      (error: Error) => error.message,
    );
  const none = join(folder, 'none');
  expect(await fault(none, () => readFile(none))).toBe(`the key file ${none} does not exist; check the path`);
  const lost = join(folder, 'no-folder', 'a');
  expect(await fault(lost, () => writeFile(lost, 'x'))).toBe(
    `the key file ${lost} cannot be there: there is no folder ${join(folder, 'no-folder')}; make it, or correct the path`,
  );
  expect(await fault(file, () => writeFile(file, 'y', { flag: 'wx' }))).toBe(
    `the key file ${file} exists already; move it away, or choose another path`,
  );
  expect(await fault(folder, () => readFile(folder))).toBe(`the key file ${folder} is a folder; name a file`);
  const below = join(file, 'b');
  expect(await fault(below, () => open(below))).toContain('is a file');
  expect(fileFault({ code: 'EACCES' }, file, 'the key file')).toMatch(/^this user may not open the key file/);
  await rm(folder, { recursive: true });
});

test('any other error stays as it is', async () => {
  const error = new Error('something else');
  await expect(withFile('x', 'the file', () => Promise.reject(error))).rejects.toBe(error);
  expect(fileFault(null, 'x', 'the file')).toBeNull();
});
