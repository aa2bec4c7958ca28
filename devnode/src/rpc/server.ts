import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RPC, type RpcCall, RpcError, refuse } from './call.ts';

const MAX_BODY_BYTES = 32 * 1024 * 1024;

export type RpcServerOptions = {
  readonly node: { readonly call: RpcCall };
  /** 0 picks a free port. */
  readonly port: number;
  /** When set, requests need these as HTTP basic authentication. */
  readonly auth?: { readonly user: string; readonly password: string };
};

/** A running server; `url` carries no credentials. */
export type RpcServer = { readonly url: string; readonly close: () => Promise<void> };

type Request = { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: unknown };

/**
 * Serves a node's JSON-RPC over HTTP on 127.0.0.1, as bitcoind does: versions 1.0 and 2.0, batches, and the
 * HTTP statuses of both (1.0 errors are 500 or 404; 2.0 errors are 200).
 */
export async function startRpcServer({ node, port, auth }: RpcServerOptions): Promise<RpcServer> {
  const expected = auth && `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    respond(node.call, expected, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function respond(
  call: RpcCall,
  expectedAuth: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405).end('JSONRPC server handles only POST requests');
    return;
  }
  if (expectedAuth !== undefined && request.headers.authorization !== expectedAuth) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="jsonrpc"' }).end();
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.writeHead(413).end();
    return;
  }
  const wallet = walletIn(request.url);
  const about: RpcCall = (method, params) => call(method, params, wallet);
  const { status, reply } = await replyTo(about, body);
  if (reply === undefined) {
    response.writeHead(204).end();
    return;
  }
  const text = Buffer.from(`${JSON.stringify(reply)}\n`);
  // Some clients cannot read chunked responses, which bitcoind never sends.
  const headers = { 'content-type': 'application/json', 'content-length': text.length };
  response.writeHead(status, headers).end(text);
}

/** The wallet that a path names: `/wallet/<name>`. */
function walletIn(url = '/'): string | undefined {
  const [, name] = /^\/wallet\/([^?]*)/.exec(url) ?? [];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function replyTo(call: RpcCall, body: string): Promise<{ status: number; reply: unknown }> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    const error = { code: RPC.PARSE_ERROR, message: 'Parse error' };
    return { status: 500, reply: { result: null, error, id: null } };
  }
  if (!Array.isArray(parsed)) return replyToOne(call, parsed);
  const replies: unknown[] = [];
  for (const item of parsed) {
    const { reply } = await replyToOne(call, item);
    if (reply !== undefined) replies.push(reply);
  }
  return { status: 200, reply: replies };
}

async function replyToOne(call: RpcCall, request: unknown): Promise<{ status: number; reply: unknown }> {
  const { jsonrpc, id, method, params }: Request = isRecord(request) ? request : {};
  const version2 = jsonrpc === '2.0';
  const frame = version2 ? { jsonrpc: '2.0' } : {};
  try {
    if (!isRecord(request)) refuse('INVALID_REQUEST', 'Invalid Request object');
    if (method === undefined) refuse('INVALID_REQUEST', 'Missing method');
    if (typeof method !== 'string') refuse('INVALID_REQUEST', 'Method must be a string');
    const result = await call(method, (params ?? []) as readonly unknown[]);
    // A 2.0 request without id is a notification: it is executed without a response.
    if (version2 && id === undefined) return { status: 204, reply: undefined };
    const reply = version2 ? { ...frame, result, id } : { result, error: null, id: id ?? null };
    return { status: 200, reply };
  } catch (thrown) {
    const error = errorJson(thrown);
    if (version2 && id === undefined && method !== undefined) return { status: 204, reply: undefined };
    const reply = version2 ? { ...frame, error, id: id ?? null } : { result: null, error, id: id ?? null };
    return { status: version2 ? 200 : statusOf(error.code), reply };
  }
}

function errorJson(thrown: unknown): { code: number; message: string } {
  if (thrown instanceof RpcError) return { code: thrown.code, message: thrown.message };
  return { code: RPC.MISC_ERROR, message: thrown instanceof Error ? thrown.message : String(thrown) };
}

function statusOf(code: number): number {
  if (code === RPC.METHOD_NOT_FOUND) return 404;
  return code === RPC.INVALID_REQUEST ? 400 : 500;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
