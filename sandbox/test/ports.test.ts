import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireFreePorts } from '../src/ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let other: Server;
let taken: string;
beforeAll(async () => {
  other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  taken = String((other.address() as AddressInfo).port);
});
afterAll(() => void other.close());

describe('the ports of a sandbox', () => {
  test.each(['PORT', 'SANDBOX_NODE_PORT', 'SANDBOX_INDEX_PORT'])(
    'are refused when another program has the one of %s, with the setting to change',
    async (name) => {
      await expect(requireFreePorts({ PORT: '0', [name]: taken })).rejects.toThrow(
        `port ${taken} is in use by another program; set ${name} to another one, or to 0 for any free port`,
      );
    },
  );

  test('are all named at once', async () => {
    const both = requireFreePorts({ PORT: taken, SANDBOX_NODE_PORT: '1', SANDBOX_INDEX_PORT: taken });
    await expect(both).rejects.toThrow(new RegExp(`port ${taken} .* set PORT to[^]*SANDBOX_INDEX_PORT`));
  });

  test('must differ from each other', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const port = String((free.address() as AddressInfo).port);
    await new Promise((resolve) => free.close(resolve));
    await expect(requireFreePorts({ PORT: port, SANDBOX_NODE_PORT: port })).rejects.toThrow(
      `port ${port} is already that of PORT; set SANDBOX_NODE_PORT to another one`,
    );
  });

  test('may be 0, and values that are no port are left to the check of the settings', async () => {
    await requireFreePorts({ PORT: '0' });
    await requireFreePorts({ PORT: 'abc', SANDBOX_NODE_PORT: '70000', SANDBOX_INDEX_PORT: '-1' });
  });

  test('are checked before anything is started: the process ends at once with the sentence', async () => {
    const args = ['--import', './sandbox/src/first-line.js', '--import', 'tsx', '--conditions=source'];
    const child = spawn(process.execPath, [...args, 'sandbox/src/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, PORT: taken },
    });
    const [out, err] = [child.stdout, child.stderr].map(async (stream) => {
      let text = '';
      for await (const chunk of stream) text += String(chunk);
      return text;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(await out).toMatch(/^┌.* {2}ordbook sandbox \(regtest: its coins have no value\)\n$/);
    expect(await err).toContain(`port ${taken} is in use by another program; set PORT to another one`);
  }, 60_000);
});
