import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storedTip } from '../../../src/store/chain/blocks.ts';
import { openPglite } from '../../../src/store/database/pglite.ts';
import { fillDataDirectory, openTestDatabase } from '../../support/database.ts';
import { leavePgliteAsItIs } from '../../support/prepared-statements.ts';
import { storeContract } from '../contract/contract.ts';

leavePgliteAsItIs();

describe('on PGlite', () => storeContract(openTestDatabase));

describe('a data directory', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ordbook-store-'));
    await fillDataDirectory(dataDir);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  test('is kept from other processes, and reopens after a kill in mid-transaction with what was committed', {
    timeout: 120_000,
  }, async () => {
    const child = fork(new URL('../support/writer.ts', import.meta.url), [dataDir], {
      execArgv: ['--import', 'tsx', '--conditions=source'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [message] = await once(child, 'message');
    expect(message).toBe('in mid-transaction');
    await expect(openPglite({ dataDir })).rejects.toThrow(`is in use by process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { db, close } = await openPglite({ dataDir });
    expect((await storedTip(db))?.height).toBe(1);
    await expect(openPglite({ dataDir })).rejects.toThrow('already open in this process');
    await close();
  });

  test('is free again after close, and what was thrown on a closed database says so', {
    timeout: 120_000,
  }, async () => {
    const first = await openPglite({ dataDir });
    await first.close();
    await expect(storedTip(first.db)).rejects.toMatchObject({ code: 'unavailable' });
    // The pid of a lock may have been given to another process since: its start time tells.
    await writeFile(join(dataDir, 'ordbook.lock'), '1 no-such-start\n');
    const second = await openPglite({ dataDir });
    await second.close();
  });
});
