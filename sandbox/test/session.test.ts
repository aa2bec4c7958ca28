import { createClient } from '@ordbook/client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await sharedSandbox();
}, 120_000);

async function open(body: object): Promise<{ status: number; body: Record<string, string> }> {
  const answer = await fetch(`${sandbox.url}/sandbox/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

describe('a session of a sandbox wallet', () => {
  test.each(['alice', 'bob', 'carol', 'dave'])('of %s has a token that the API takes', async (wallet) => {
    const { status, body } = await open({ wallet });
    expect(status).toBe(200);
    const client = createClient({ baseUrl: sandbox.url, token: body['sessionToken']! });
    const { walletBindings } = await client.get('/me');
    expect(walletBindings.map(({ walletBindingId }) => walletBindingId)).toContain(body['walletBindingId']);
  });

  test('can be had by address, and its values become the examples of the reference page', async () => {
    const { wallets } = sandbox.world;
    const { ordinals, payment } = wallets[1]!;
    const { body } = await open({ wallet: ordinals.address });
    expect(body).toMatchObject({ wallet: 'bob', paymentAddress: payment.address });
    const page = await (await fetch(`${sandbox.url}/docs/json`)).json();
    const { requestBody } = (page as { paths: Record<string, { post: { requestBody: object } }> }).paths[
      '/collection/{slug}/listings/preflight'
    ]!.post;
    expect(JSON.stringify(requestBody)).toContain(`"walletBindingId":"${body['walletBindingId']}"`);
  });

  test('of a wallet that the sandbox does not have is 404, and a body without one 400', async () => {
    expect(await open({ wallet: 'zoe' })).toEqual({
      status: 404,
      body: { error: 'no wallet zoe in the sandbox; GET /sandbox/world lists them' },
    });
    expect((await open({})).status).toBe(400);
  });
});
