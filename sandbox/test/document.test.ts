import { beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await sharedSandbox();
}, 120_000);

const read = async (path: string) => (await (await fetch(`${sandbox.url}${path}`)).json()) as never;

describe('the documents of a sandbox', () => {
  test('are two: the API has none of the control routes, which have one of their own', async () => {
    const api: { paths: object } = await read('/openapi.json');
    const controls: { paths: object; servers: { url: string }[] } = await read('/sandbox/openapi.json');
    expect(JSON.stringify(api)).not.toContain('/sandbox');
    expect(Object.keys(api.paths)).toContain('/auth/challenge');
    expect(Object.keys(controls.paths)).toEqual(
      expect.arrayContaining(['/world', '/wallets', '/inscribe', '/faucet', '/mine', '/reorg']),
    );
    expect(controls.servers).toMatchObject([{ url: `${sandbox.url}/sandbox` }]);
  });

  test('say where the control routes are and what they take', async () => {
    const controls: { paths: Record<string, Record<string, { requestBody?: object }>> } =
      await read('/sandbox/openapi.json');
    expect(controls.paths['/mine']!['post']!.requestBody).toMatchObject({
      content: { 'application/json': { schema: { required: ['blocks'] } } },
    });
  });
});
