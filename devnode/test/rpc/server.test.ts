import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNode } from '../../src/node.ts';
import { type RpcServer, startRpcServer } from '../../src/rpc/server.ts';

const AUTH = { user: 'user', password: 'secret' };
let server: RpcServer;
beforeAll(async () => {
  server = await startRpcServer({ node: createNode(), port: 0, auth: AUTH });
});
afterAll(() => server.close());

async function post(body: unknown, authorization = `Basic ${btoa('user:secret')}`) {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { authorization },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

test('a 1.0 call is answered with result, error and id', async () => {
  expect(await post({ id: 'a', method: 'getblockcount', params: [] })).toEqual({
    status: 200,
    json: { result: 0, error: null, id: 'a' },
  });
});

test('a 1.0 error has an HTTP status of its own', async () => {
  expect(await post({ id: 1, method: 'getblockhash', params: [9] })).toEqual({
    status: 500,
    json: { result: null, error: { code: -8, message: 'Block height out of range' }, id: 1 },
  });
  expect((await post({ id: 1, method: 'nonsense' })).status).toBe(404);
  expect((await post('{')).json.error.code).toBe(-32700);
});

test('a 2.0 call has either result or error, and errors are status 200', async () => {
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'getblockcount' })).json).toEqual({
    jsonrpc: '2.0',
    result: 0,
    id: 1,
  });
  expect(await post({ jsonrpc: '2.0', id: 1, method: 'nonsense' })).toEqual({
    status: 200,
    json: { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: 1 },
  });
});

test('a 2.0 call without id is not answered', async () => {
  expect(await post({ jsonrpc: '2.0', method: 'getblockcount' })).toEqual({ status: 204, json: undefined });
});

test('a batch is answered in order, errors among the results', async () => {
  const { json } = await post([
    { id: 1, method: 'getblockcount' },
    { id: 2, method: 'nonsense' },
    { id: 3, method: 'getbestblockhash', params: [] },
  ]);
  expect(json).toMatchObject([{ id: 1, result: 0 }, { id: 2, error: { code: -32601 } }, { id: 3 }]);
});

test('wrong credentials are refused', async () => {
  expect((await post({ id: 1, method: 'getblockcount' }, 'Basic bad')).status).toBe(401);
});

test('only POST is served', async () => {
  expect((await fetch(server.url)).status).toBe(405);
});
