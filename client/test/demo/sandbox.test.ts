import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { playTrade } from '../../src/demo/play.ts';
import type { Stage } from '../../src/demo/stage.ts';

const silent: Stage = { step: (_title, work) => work(), show: () => undefined };

/** A server that answers every request with `status`, for the time of `use`. */
async function answering(status: number, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

test('where nothing answers, the demo says how to start a sandbox', async () => {
  let away = '';
  await answering(200, async (url) => {
    away = url;
  });
  await expect(playTrade(away, silent)).rejects.toMatchObject({
    name: 'NoSandbox',
    message: `No sandbox responds at ${away}. Start one in another terminal: npm run sandbox`,
  });
});

test('a service that is no sandbox is not played with', async () => {
  await answering(404, async (url) => {
    await expect(playTrade(url, silent)).rejects.toThrow(/is not an ordbook sandbox/);
  });
});
