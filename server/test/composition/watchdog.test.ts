import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { units } from '../../src/cli/init/units.ts';
import { startWatchdog } from '../../src/composition/watchdog.ts';

let folder: string;
const path = process.env['PATH'];
const told = () => {
  const file = join(folder, 'told');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ordbook-watchdog-'));
  const program = join(folder, 'systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$@" >>'${join(folder, 'told')}'\n`);
  chmodSync(program, 0o755);
  process.env['PATH'] = `${folder}:${path}`;
});
afterEach(() => {
  process.env['PATH'] = path;
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe('the watchdog', () => {
  test('hears from the process three times within the time that its unit allows', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    startWatchdog({ WATCHDOG_USEC: '30000000', NOTIFY_SOCKET: '/run/systemd/notify' });
    await expect.poll(told, { timeout: 20_000 }).toEqual(['WATCHDOG=1']);
    vi.advanceTimersByTime(9_999);
    vi.advanceTimersByTime(1);
    await expect.poll(told, { timeout: 20_000 }).toEqual(['WATCHDOG=1', 'WATCHDOG=1']);
    expect(vi.getTimerCount()).toBe(1);
    vi.clearAllTimers();
  });

  test.each([
    {},
    { WATCHDOG_USEC: '30000000' },
    { NOTIFY_SOCKET: '/run/systemd/notify' },
    { WATCHDOG_USEC: 'soon', NOTIFY_SOCKET: '/run/systemd/notify' },
  ])('is not there for a process with %j', (env) => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    startWatchdog(env);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is in every unit, which takes its word from a process beside the main one', () => {
    for (const [name, text] of Object.entries(units())) {
      expect([name, /^WatchdogSec=30$/m.test(text)]).toEqual([name, true]);
      expect([name, /^NotifyAccess=all$/m.test(text)]).toEqual([name, true]);
    }
  });
});
