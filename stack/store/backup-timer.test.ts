/** What `ordbook-backup.timer` starts, with the real age, pg_dump and PostgreSQL. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { lastBackupAt } from '../../server/src/store/operation/acts.ts';
import { run } from '../clients/run.ts';
import { freePort, startChild } from '../real/child.ts';
import { findAge, findObjectStore, findPostgresClient } from '../real/parts.ts';
import { openTestDatabase } from '../real/test-database.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const age = findAge();
const programs = findPostgresClient();
const database = await openTestDatabase();
const store = findObjectStore();
const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe.runIf(age && programs && database)('the backup of a night', () => {
  let folder: string;
  let backups: string;
  let db: ReturnType<typeof openPostgres>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-backup-timer-'));
    backups = join(folder, 'backups');
    await mkdir(backups);
    const ordbook = join(folder, 'ordbook');
    await writeFile(
      ordbook,
      `#!/bin/sh\nexec '${process.execPath}' --conditions=source --import=tsx '${here('server/src/cli/main.ts')}' "$@"\n`,
    );
    await chmod(ordbook, 0o755);
    const keygen = join(dirname(age!.path), 'root/usr/bin/age-keygen');
    await run(keygen, ['--output', join(folder, 'key.txt')], { cwd: folder });
    const [, recipient] = /public key: (\S+)/.exec(await readFile(join(folder, 'key.txt'), 'utf8'))!;
    await writeFile(join(folder, 'recipients.txt'), `${recipient}\n`);
    db = openPostgres(database!.url);
    await migrate(db.db);
  });
  afterAll(async () => {
    await db?.close();
    await database!.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const pathOfNight = () => `${folder}:${programs}:${dirname(age!.path)}:${process.env['PATH']}`;
  const night = (more: Record<string, string> = {}) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(here('deploy/backup/backup.sh'), {
        cwd: here('.'),
        env: {
          PATH: pathOfNight(),
          ...{ NETWORK: 'regtest', DATABASE_URL: database!.url, TMPDIR: folder },
          ...{ BACKUP_FOLDER: backups, BACKUP_RECIPIENTS: join(folder, 'recipients.txt'), ...more },
        },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
      child.once('close', (code) => resolve({ code, output }));
    });
  const left = async () => (await readdir(folder)).filter((name) => name.startsWith('tmp.'));

  test.each([
    ['leaves nothing when nobody can read it', { BACKUP_RECIPIENTS: '/none' }, 0],
    ['stays here when its copy fails', { BACKUP_COPY: 'cp "$file" /none/there' }, 1],
  ])('does not count, and %s', async (_, more, kept) => {
    const { code, output } = await night(more);
    expect(code, output).toBe(1);
    expect(output).toContain('so this is not noted as a backup');
    expect(await lastBackupAt(db.db)).toBeNull();
    const files = await readdir(backups);
    expect([files.length, files.filter((name) => !name.endsWith('.dump.age')), await left()]).toEqual([
      kept,
      [],
      [],
    ]);
    for (const name of files) await rm(join(backups, name));
  });

  test('is encrypted, copied, noted with its time, and read again with the secret key alone', async () => {
    const copies = join(folder, 'copies');
    await mkdir(copies);
    const old = join(backups, 'ordbook-20200101T000000Z.dump.age');
    await writeFile(old, 'old');
    await run('touch', ['-d', '40 days ago', old], { cwd: folder });
    const { code, output } = await night({ BACKUP_COPY: `cp "$file" ${copies}` });
    expect(code, output).toBe(0);
    const [name, ...others] = await readdir(backups);
    expect([name, others, await readdir(copies)]).toEqual([
      expect.stringMatching(/^ordbook-\d{8}T\d{6}Z\.dump\.age$/),
      [],
      [name],
    ]);
    expect(await left()).toEqual([]);
    expect(await lastBackupAt(db.db)).not.toBeNull();
    const file = join(copies, name!);
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const plain = join(folder, 'plain.dump');
    const identity = ['--identity', join(folder, 'key.txt')];
    const opened = await run(age!.path, ['--decrypt', ...identity, '--output', plain, file], { cwd: folder });
    expect(opened.code, opened.output).toBe(0);
    const listed = await run(join(programs!, 'pg_restore'), ['--list', plain], { cwd: folder });
    expect(listed.output).toContain('TABLE DATA public operator_acts');
  });

  test.runIf(store)('is copied to an S3-compatible place, with the lines of the page', async () => {
    const page = await readFile(here('docs/operations.md'), 'utf8');
    const [, lines] = /backup\.env <<'COPY'\n(.*?)COPY\n/s.exec(page)!;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const bin = join(store!, 'bin');
    const args = ['-backend', 'mem', '-host', `127.0.0.1:${port}`, '-initialbucket', 'nights'];
    const server = startChild(join(bin, 'gofakes3'), args);
    try {
      await vi.waitFor(() => fetch(url), { timeout: 10_000 });
      const given = lines!.replace('YOUR_BUCKET', 'nights').replace('https://s3.example', url);
      const settings = Object.fromEntries(
        given
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/s)),
      );
      await rm(backups, { recursive: true });
      await mkdir(backups);
      const { code, output } = await night({ ...settings, PATH: `${bin}:${pathOfNight()}` });
      expect(code, output).toBe(0);
      const [name] = await readdir(backups);
      const there = Buffer.from(await (await fetch(`${url}/nights/${name}`)).arrayBuffer());
      expect(there.equals(await readFile(join(backups, name!)))).toBe(true);
    } finally {
      await server.stop();
    }
  });

  test('is started by units that systemd understands', async () => {
    const units = ['service', 'timer'].map((kind) => here(`deploy/backup/ordbook-backup.${kind}`));
    const { output } = await run('systemd-analyze', ['verify', '--man=no', ...units], { cwd: folder });
    // the script is installed by hand
    expect(output.split('\n').filter((line) => line !== '' && !line.includes('backup.sh'))).toEqual([]);
  });
});
